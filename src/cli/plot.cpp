// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/csv_heading.hpp"
#include "io/svg_plot.hpp"
#include "simulation/column_units.hpp"

namespace percuss::cli {

namespace {

struct PlotArguments {
  std::vector<std::string> tables, y;
  std::string out, x = "t", title, y_label;
  bool log_x = false, log_y = false;
};

std::string bracketed(const std::string& unit) { return unit.empty() ? "" : "[" + unit + "]"; }

/// "COLUMN [UNIT]", or the column alone when neither the table nor its name tells a unit.
std::string with_unit(const CsvTable& table, const std::string& column) {
  return heading_text(heading_of(column).name, unit_of_column(table, column));
}

/// The units of the columns, each once: one y-axis for each.
std::vector<std::string> y_units(const CsvTable& table, const std::vector<std::string>& columns) {
  std::vector<std::string> found;
  for (const auto& column : columns)
    if (const auto unit = unit_of_column(table, column); std::find(found.begin(), found.end(), unit) == found.end())
      found.push_back(unit);
  if (found.size() <= 2) return found;
  std::vector<std::string> words;
  for (const auto& unit : found) words.push_back(unit.empty() ? "no unit" : unit);
  throw input_error("--y", fmt::format("the columns have {} units: {}", found.size(), join(words)),
                    "a figure has two y-axes: draw columns of one or two units");
}

/// The CSV file of a folder of a run, or the file itself.
std::filesystem::path csv_of(const std::string& table) {
  const std::filesystem::path given(table);
  if (!std::filesystem::exists(given))
    throw input_error("", "no such file or folder", "expected a folder written by `percuss run`, or a CSV file",
                      {table, 0, 0});
  if (!std::filesystem::is_directory(given)) {
    const auto kind = given.extension();
    if (kind == ".yaml" || kind == ".yml")
      throw input_error(
          "", "this is a model, not results of one",
          fmt::format("run it, then plot what it wrote: `percuss run {0}`, `percuss plot {1}.out --y ...`", table,
                      given.stem().string()),
          {table, 0, 0});
    if (kind == ".h5" || kind == ".json")
      throw input_error("", "this is not the table of a run",
                        fmt::format("name the folder of the run: `percuss plot {} --y ...`",
                                    given.has_parent_path() ? given.parent_path().string() : "."),
                        {table, 0, 0});
    return given;
  }
  if (!std::filesystem::exists(given / "history.csv"))
    throw input_error("", "there is no history.csv in this folder", "expected a folder written by `percuss run`",
                      {table, 0, 0});
  return given / "history.csv";
}

/// What the legend calls a table: the folder's name without `.out`, the file's without `.csv`.
std::string label_of(const std::string& table) {
  auto name = std::filesystem::path(table).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();  // "bar.out/"
  const auto end = name.extension();
  return (end == ".out" || end == ".csv" ? name.stem() : name.filename()).string();
}

std::vector<CsvTable> read_tables(const std::vector<std::string>& given) {
  std::vector<CsvTable> tables;
  for (const auto& name : given) {
    tables.push_back(read_csv(csv_of(name).string()));
    if (!tables.back().left_out.empty()) fmt::print(stderr, "{}\n", tables.back().left_out);
  }
  return tables;
}

/// Curves of one axis have one unit.
void check_unit(const CsvTable& first, const CsvTable& other, const std::string& column) {
  const auto unit = unit_of_column(first, column), others = unit_of_column(other, column);
  if (unit == others || unit.empty() || others.empty()) return;
  throw input_error(column, fmt::format("its unit is {}, but {} in {}", others, unit, first.file),
                    "draw columns of one unit, or each table by itself", {other.file, 0, 0});
}

/// One table: its columns. Several: each by its own name, and that of the column where there are several, too. Columns
/// of the second unit belong to the axis at the right, and the legend tells the unit of each.
std::vector<Series> series_of(const PlotArguments& arguments, const std::vector<CsvTable>& tables,
                              const std::vector<std::string>& axes) {
  std::vector<Series> series;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto label = label_of(arguments.tables[i]);
    for (const auto& name : arguments.y) {
      check_unit(tables.front(), tables[i], name);
      const auto column = axes.size() > 1 ? with_unit(tables.front(), name) : heading_of(name).name;
      series.push_back({tables.size() == 1        ? column
                        : arguments.y.size() == 1 ? label
                                                  : label + ": " + column,
                        tables[i].column(arguments.x), tables[i].column(name),
                        axes.size() > 1 && unit_of_column(tables.front(), name) == axes[1]});
    }
  }
  return series;
}

/// Somebody who asks for an image of pixels would find SVG text in it.
void refuse_other_formats(const std::string& out) {
  static const std::vector<std::string> others{".png",  ".jpg",  ".jpeg", ".gif", ".bmp", ".tif",
                                               ".tiff", ".webp", ".pdf",  ".eps", ".ps"};
  auto kind = std::filesystem::path(out).extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(others.begin(), others.end(), kind) == others.end()) return;
  throw input_error("--out", fmt::format("`{}`: plots are written as SVG only", out),
                    fmt::format("name it {}", std::filesystem::path(out).replace_extension(".svg").string()));
}

void draw(const PlotArguments& arguments) {
  refuse_other_formats(arguments.out);
  const auto tables = read_tables(arguments.tables);
  const auto& first_table = tables.front();  // whose units count
  const auto axes = y_units(first_table, arguments.y);
  const auto series = series_of(arguments, tables, axes);
  PlotOptions options;
  options.title = arguments.title;
  options.x_label = with_unit(first_table, arguments.x);
  options.y_label = !arguments.y_label.empty() ? arguments.y_label
                    : arguments.y.size() == 1  ? with_unit(first_table, arguments.y.front())
                                               : bracketed(axes.front());
  if (axes.size() > 1) options.right_label = bracketed(axes[1]);
  options.log_x = arguments.log_x;
  options.log_y = arguments.log_y;
  const auto file_name = heading_of(arguments.y.front()).name + ".svg";
  const auto& first = arguments.tables.front();
  const auto out = !arguments.out.empty() ? arguments.out
                   : arguments.tables.size() == 1 && std::filesystem::is_directory(first)
                       ? (std::filesystem::path(first) / file_name).string()
                       : file_name;
  const auto text = svg_plot(series, options);
  std::ofstream file(out);
  file << text;
  file.close();
  if (!file) throw input_error("--out", fmt::format("cannot write `{}`", out), "name a file that can be written");
  fmt::print("{}\n", out);
}

}  // namespace

void add_plot(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<PlotArguments>();
  auto* verb = app.add_subcommand("plot", "draw columns of the history of runs as an SVG file");
  verb->add_option("DIR", arguments->tables, "folders of runs, or CSV files; several share one figure")->required();
  verb->add_option("--y", arguments->y, "column to draw; may be repeated; columns of two units get two y-axes")
      ->required()
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--x", arguments->x, "x-axis column (default: t)");
  verb->add_option("--out", arguments->out, "SVG file (default: DIR/COLUMN.svg; of several, COLUMN.svg)");
  verb->add_option("--title", arguments->title, "title of the figure");
  verb->add_option("--y-label", arguments->y_label, "label of the y-axis (default: the column and its unit)");
  verb->add_flag("--log-x", arguments->log_x, "logarithmic x-axis");
  verb->add_flag("--log-y", arguments->log_y, "logarithmic y-axis");
  verb->callback([arguments, &exit_code] {
    draw(*arguments);
    exit_code = done;
  });
}

}  // namespace percuss::cli
