// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace percuss {

/// A mark on an axis: where (0 at its low end, 1 at its high end) and what it says (SVG markup; empty: a minor mark).
struct PlotTick {
  double position;
  std::string label;
};

/// The interval that data cover; empty until the first add().
struct DataRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool empty() const { return low > high; }
  void add(double value);
};

/// One axis of a plot. Linear axes carry marks at 1, 2 or 5 times a power of ten; very large or small numbers are
/// written in units of 10^exponent (a multiple of 3), and numbers that differ only in late digits by their distance
/// from `offset`; label() says both. Logarithmic axes carry the decades, or marks as above when they span less than
/// one.
struct PlotAxis {
  bool log = false;
  double low = 0.0, high = 1.0;  ///< ends; decimal logarithms when `log`
  double offset = 0.0;           ///< what the written numbers leave out
  std::string offset_text;       ///< with sign, "" when there is none
  int exponent = 0;
  std::vector<PlotTick> ticks;

  /// True when a value has a place on such an axis: finite, at most 1e300 in size, and positive on a logarithmic one.
  static bool can_show(double value, bool log);
  /// Where a value stands, 0 to 1 for values within the data.
  double position(double value) const;
  /// The axis label as SVG markup: "t [s]" becomes "t [10^-3 s]" and, with an offset, "E - 1.25 [10^-9 J]".
  std::string label(std::string_view text) const;
};

/// An axis over `data` (which must not be empty), widened by the fraction `padding` at both ends, with about
/// `num_ticks` marks. Data of a single value get an interval around it.
PlotAxis make_axis(const DataRange& data, bool log, double padding, int num_ticks);

}  // namespace percuss
