// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace percuss {

/// A point of the drawing [px], y downwards.
struct PlotPoint {
  double x, y;
  bool operator==(const PlotPoint&) const = default;
};

/// Stretches of one curve; between them it is broken.
using PlotLines = std::vector<std::vector<PlotPoint>>;

/// A line with fewer points that looks the same: of each run of points within one pixel column of this width the
/// first, the lowest, the highest and the last stay, in their order, so no spike vanishes. A line that runs to and fro
/// may still be long; beyond `most_points` it keeps the extremes in x and y of equal groups of points instead.
std::vector<PlotPoint> reduced_line(std::span<const PlotPoint> line, double column_width, std::size_t most_points);

/// The same for a broken curve, of at most about `most_points` in all. Where gaps come in hundreds, those that begin
/// and end in the same pixel column are closed, since nobody sees them.
PlotLines reduced_lines(PlotLines lines, double column_width, std::size_t most_points);

/// The lines as the `d` of an SVG path, to 0.01 px; a line of one point becomes a dot (drawn by round line ends).
std::string svg_path(const PlotLines& lines);

}  // namespace percuss
