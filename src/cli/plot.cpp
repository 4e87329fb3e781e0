// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/svg_plot.hpp"

namespace percuss::cli {

namespace {

struct Arguments {
  std::string folder, out, x = "t", title;
  std::vector<std::string> y;
  bool log_x = false, log_y = false;
};

/// " [UNIT]" of a standard column, for the axis; nothing for others.
std::string unit_of(std::string_view column) {
  for (const auto* component : {".x", ".y", ".z"})
    if (column.ends_with(component)) column.remove_suffix(2);
  const auto ends_with = [column](std::string_view end) { return column.ends_with(end); };
  if (column == "t") return " [s]";
  if (ends_with(".friction_percussion") || ends_with(".percussion")) return " [N s]";
  if (ends_with("force")) return " [N]";
  if (ends_with(".gap") || ends_with(".displacement") || ends_with(".position")) return " [m]";
  if (ends_with(".momentum")) return " [kg m/s]";
  if (ends_with("velocity") || column == "solver.residual") return " [m/s]";
  if (column.starts_with("energy.")) return " [J]";
  return "";
}

/// One column: its name and unit. Several, which the legend names: the unit on which they agree.
std::string y_label(const std::vector<std::string>& columns) {
  const auto unit = unit_of(columns.front());
  if (columns.size() == 1) return columns.front() + unit;
  const bool agree = std::all_of(columns.begin(), columns.end(), [&](const auto& c) { return unit_of(c) == unit; });
  return agree && !unit.empty() ? unit.substr(1) : "";
}

void draw(const Arguments& arguments) {
  const std::filesystem::path given(arguments.folder);
  if (!std::filesystem::exists(given))
    throw input_error("", "no such file or folder", "expected a folder that `percuss run` wrote, or a CSV file",
                      {arguments.folder, 0, 0});
  if (std::filesystem::is_directory(given) && !std::filesystem::exists(given / "history.csv"))
    throw input_error("", "there is no history.csv in this folder", "expected a folder that `percuss run` wrote",
                      {arguments.folder, 0, 0});
  const auto table = read_csv((std::filesystem::is_directory(given) ? given / "history.csv" : given).string());
  std::vector<Series> series;
  for (const auto& name : arguments.y) series.push_back({name, table.column(arguments.x), table.column(name)});
  PlotOptions options;
  options.title = arguments.title;
  options.x_label = arguments.x + unit_of(arguments.x);
  options.y_label = y_label(arguments.y);
  options.log_x = arguments.log_x;
  options.log_y = arguments.log_y;
  const auto out = !arguments.out.empty()                 ? arguments.out
                   : std::filesystem::is_directory(given) ? (given / (arguments.y.front() + ".svg")).string()
                                                          : arguments.y.front() + ".svg";
  const auto text = svg_plot(series, options);
  std::ofstream file(out);
  file << text;
  file.close();
  if (!file) throw input_error("--out", fmt::format("cannot write `{}`", out), "name a file that can be written");
  fmt::print("{}\n", out);
}

}  // namespace

void add_plot(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  auto* verb = app.add_subcommand("plot", "draw columns of a run's history as an SVG file");
  verb->add_option("DIR", arguments->folder, "folder of a run, or a CSV file")->required();
  verb->add_option("--y", arguments->y, "column to draw; may be repeated")
      ->required()
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--x", arguments->x, "column of the abscissa (default: t)");
  verb->add_option("--out", arguments->out, "SVG file (default: DIR/COLUMN.svg)");
  verb->add_option("--title", arguments->title, "title of the figure");
  verb->add_flag("--log-x", arguments->log_x, "logarithmic abscissa");
  verb->add_flag("--log-y", arguments->log_y, "logarithmic ordinate");
  verb->callback([arguments, &exit_code] {
    draw(*arguments);
    exit_code = done;
  });
}

}  // namespace percuss::cli
