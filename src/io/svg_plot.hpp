// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace percuss {

/// One curve. A point that is not finite (or not positive, on a logarithmic axis) breaks the line.
struct Series {
  std::string name;
  std::vector<double> x, y;
  bool right = false;  ///< belongs to the y-axis at the right
};

/// Labels are plain text; a unit in brackets at the end, "t [s]", is where a power of ten goes.
struct PlotOptions {
  std::string title, x_label, y_label;
  std::string right_label;        ///< of the y-axis at the right, which is there when a series belongs to it
  int width = 900, height = 450;  ///< [px]; drawn no smaller than 240 x 180
  bool log_x = false, log_y = false;
  bool marks = false;  ///< a dot at every point, for curves through a few
};

/// A line plot as the text of an SVG file: white ground, grid, a legend when there is more than one series, colours
/// that the colour-blind can tell apart (dashes from the eighth series on). Long series are reduced to what can be
/// seen, at most 16000 points each (some 200 kB), without losing a spike. Says "no data" where there is nothing to
/// draw. The same data give the same text, byte for byte. Throws std::invalid_argument when a series' x and y differ in
/// length.
std::string svg_plot(std::span<const Series> series, const PlotOptions& options);

}  // namespace percuss
