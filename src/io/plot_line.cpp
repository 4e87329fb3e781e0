// SPDX-License-Identifier: Apache-2.0
#include "io/plot_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace percuss {

namespace {

constexpr std::size_t most_gaps = 500;

/// Adds the points of these indices in ascending order, each once.
void keep(std::vector<PlotPoint>& kept, std::span<const PlotPoint> line, std::vector<std::size_t> indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  for (const auto i : indices) kept.push_back(line[i]);
}

bool lower(const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; }
bool more_left(const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; }

std::vector<PlotPoint> extremes_of_columns(std::span<const PlotPoint> line, double column_width) {
  std::vector<PlotPoint> kept;
  const auto column = [&](std::size_t i) { return std::floor(line[i].x / column_width); };
  for (std::size_t first = 0, last; first < line.size(); first = last + 1) {
    std::size_t low = first, high = first;
    for (last = first; last + 1 < line.size() && column(last + 1) == column(first); ++last) {
      if (lower(line[last + 1], line[low])) low = last + 1;
      if (lower(line[high], line[last + 1])) high = last + 1;
    }
    keep(kept, line, {first, low, high, last});
  }
  return kept;
}

std::vector<PlotPoint> extremes_of_groups(std::span<const PlotPoint> line, std::size_t group_size) {
  std::vector<PlotPoint> kept;
  for (std::size_t first = 0; first < line.size(); first += group_size) {
    const auto group = line.subspan(first, std::min(group_size, line.size() - first));
    const auto [low, high] = std::minmax_element(group.begin(), group.end(), lower);
    const auto [left, right] = std::minmax_element(group.begin(), group.end(), more_left);
    std::vector<std::size_t> indices;
    for (const auto& extreme : {low, high, left, right})
      indices.push_back(first + static_cast<std::size_t>(extreme - group.begin()));
    if (first == 0) indices.push_back(0);
    if (first + group.size() == line.size()) indices.push_back(line.size() - 1);
    keep(kept, line, std::move(indices));
  }
  return kept;
}

PlotLines without_invisible_gaps(const PlotLines& lines, double column_width) {
  const auto column = [&](const PlotPoint& p) { return std::floor(p.x / column_width); };
  PlotLines joined;
  for (const auto& line : lines) {
    if (!joined.empty() && column(joined.back().back()) == column(line.front()))
      joined.back().insert(joined.back().end(), line.begin(), line.end());
    else
      joined.push_back(line);
  }
  return joined;
}

}  // namespace

std::vector<PlotPoint> reduced_line(std::span<const PlotPoint> line, double column_width, std::size_t most_points) {
  auto kept = extremes_of_columns(line, column_width);
  if (kept.size() <= most_points) return kept;
  const std::size_t groups = std::max<std::size_t>(most_points, 8) / 4 - 1;  // 4 points of each, and both ends
  return extremes_of_groups(line, line.size() / groups + 1);
}

PlotLines reduced_lines(PlotLines lines, double column_width, std::size_t most_points) {
  if (lines.size() > most_gaps) lines = without_invisible_gaps(lines, column_width);
  std::size_t points = 0;
  for (auto& line : lines) points += (line = reduced_line(line, column_width, most_points)).size();
  if (points > most_points)
    for (auto& line : lines) line = reduced_line(line, column_width, most_points / lines.size());
  return lines;
}

std::string svg_path(const PlotLines& lines) {
  std::string path;
  for (const auto& line : lines) {
    char command = 'M';
    for (const auto& point : line) {
      fmt::format_to(std::back_inserter(path), "{}{:.2f} {:.2f}", command, point.x, point.y);
      command = command == 'M' ? 'L' : ' ';  // further pairs after an L need no letter
    }
    if (line.size() == 1) path += "h0";
  }
  return path;
}

}  // namespace percuss
