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
#include "simulation/unit.hpp"

namespace percuss::cli {

namespace {

struct Arguments {
  std::string folder, out, x = "t", title;
  std::vector<std::string> y;
  bool log_x = false, log_y = false;
};

/// " [UNIT]" for an axis; nothing when the column's name does not tell.
std::string bracketed_unit(std::string_view column) {
  const auto unit = unit_of(column);
  return unit.empty() ? "" : " [" + unit + "]";
}

/// One column: its name and unit. Several, which the legend names: the unit on which they agree.
std::string y_label(const std::vector<std::string>& columns) {
  const auto unit = bracketed_unit(columns.front());
  if (columns.size() == 1) return columns.front() + unit;
  const bool agree =
      std::all_of(columns.begin(), columns.end(), [&](const auto& c) { return bracketed_unit(c) == unit; });
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
  options.x_label = arguments.x + bracketed_unit(arguments.x);
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
