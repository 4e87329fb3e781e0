// SPDX-License-Identifier: Apache-2.0
#include "io/plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/svg_text.hpp"

namespace percuss {

namespace {

constexpr double largest = 1e300;            // sums and differences of such numbers are still finite
constexpr double smallest = 1e-290;          // below it steps would lose their digits
constexpr double smallest_relative = 1e-12;  // a narrower interval is round-off, not a curve
constexpr double most_minor_decades = 40.0;
constexpr double offset_from = 1e4;  // numbers this much larger than their interval share their first digits

/// mantissa * 10^exponent with mantissa 1, 2 or 5: ticks are counted in whole steps, hence free of round-off.
struct Step {
  int mantissa, exponent;
  double times(double count) const {
    const double number = count * mantissa;
    return exponent < 0 ? number / std::pow(10.0, -exponent) : number * std::pow(10.0, exponent);
  }
};

Step nice_step(double interval, int num_ticks) {
  const double wanted = interval / std::max(num_ticks, 1);
  const int exponent = static_cast<int>(std::floor(std::log10(wanted)));
  const double leading = wanted / std::pow(10.0, exponent);
  if (leading <= 1.0) return {1, exponent};
  if (leading <= 2.0) return {2, exponent};
  if (leading <= 5.0) return {5, exponent};
  return {1, exponent + 1};
}

std::string with_true_minus(std::string number) {
  if (number.find_first_of("123456789") == std::string::npos && number.starts_with('-')) number.erase(0, 1);
  for (auto at = number.find('-'); at != std::string::npos; at = number.find('-')) number.replace(at, 1, minus_sign);
  return number;
}

/// Chooses which digits the labels leave out: those that all numbers share, and the power of ten.
void choose_offset_and_exponent(PlotAxis& axis, double low, double high) {
  const double interval = high - low;
  if (std::max(std::abs(low), std::abs(high)) > offset_from * interval) {
    const int digit = static_cast<int>(std::ceil(std::log10(interval)));
    const Step unit{1, digit};
    axis.offset = unit.times(std::floor(low / unit.times(1.0)));
    const int digits = static_cast<int>(std::floor(std::log10(std::abs(axis.offset)))) - digit + 1;
    axis.offset_text = fmt::format("{} {:.{}g}", axis.offset < 0.0 ? "+" : minus_sign, std::abs(axis.offset), digits);
  }
  const double size = std::max(std::abs(low - axis.offset), std::abs(high - axis.offset));
  if (size < 2e-2 || size >= 1e5) axis.exponent = 3 * static_cast<int>(std::floor(std::log10(size) / 3.0));
}

/// Marks at whole steps between two values, wherever the axis puts them.
void add_linear_ticks(PlotAxis& axis, double low, double high, int num_ticks) {
  choose_offset_and_exponent(axis, low, high);
  const auto step = nice_step(high - low, num_ticks);
  const double scale = std::pow(10.0, std::abs(axis.exponent));
  const int decimals = std::max(0, axis.exponent - step.exponent);
  // A run to 1 s often ends at 0.99999 s: a mark that lies off the end by less than one sees still belongs to it.
  const double unit = step.times(1.0), slack = 1e-3 * (high - low) / unit;
  for (double k = std::ceil(low / unit - slack); k <= std::floor(high / unit + slack); ++k) {
    const double value = step.times(k), rest = value - axis.offset;
    const double shown = axis.exponent < 0 ? rest * scale : rest / scale;
    const double place = std::clamp(axis.position(std::clamp(value, low, high)), 0.0, 1.0);
    axis.ticks.push_back({place, with_true_minus(fmt::format("{:.{}f}", shown, decimals))});
  }
}

void add_decades(PlotAxis& axis, int num_ticks) {
  const double span = axis.high - axis.low;
  const int stride = std::max(1, static_cast<int>(std::ceil(span / std::max(num_ticks, 1))));
  const int first = static_cast<int>(std::floor(axis.low)), last = static_cast<int>(std::ceil(axis.high));
  const auto add = [&](double logarithm, std::string label) {
    const double place = (logarithm - axis.low) / span;
    if (place >= -1e-9 && place <= 1.0 + 1e-9) axis.ticks.push_back({place, std::move(label)});
  };
  for (int decade = first; decade <= last; ++decade) {
    if (decade % stride == 0) add(decade, power_of_ten(decade));
    if (stride > 1) {  // with so many decades the marks between them would make a grey wall
      if (decade % stride != 0 && span < most_minor_decades) add(decade, "");
      continue;
    }
    for (int k = 2; k <= 9; ++k) {
      const bool labelled = span < 2.0 && (k == 2 || k == 5);
      add(decade + std::log10(k), labelled ? fmt::format("{}\u00B7{}", k, power_of_ten(decade)) : std::string());
    }
  }
}

}  // namespace

void DataRange::add(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

bool PlotAxis::can_show(double value, bool log) {
  return std::isfinite(value) && std::abs(value) <= largest && (!log || value >= 1.0 / largest);
}

double PlotAxis::position(double value) const { return ((log ? std::log10(value) : value) - low) / (high - low); }

std::string PlotAxis::label(std::string_view text) const {
  // The unit is the bracket at the end, "[s]" or "(s)"; factor and offset belong on either side of its opening.
  const bool bracketed = text.ends_with(']') || text.ends_with(')');
  const auto open = bracketed ? text.rfind(text.back() == ']' ? '[' : '(') : std::string_view::npos;
  const bool has_unit = open != std::string_view::npos;
  auto name = std::string(text.substr(0, has_unit ? open : text.size()));
  if (!offset_text.empty()) {
    while (name.ends_with(' ')) name.pop_back();
    name += " " + offset_text + (has_unit ? " " : "");
  }
  const auto unit = has_unit ? escaped_for_xml(text.substr(open + 1)) : std::string();
  if (exponent == 0) return escaped_for_xml(name) + (has_unit ? text[open] + unit : "");
  const bool dimensionless = unit.size() <= 1 || unit == "1]" || unit == "-]" || unit == "1)" || unit == "-)";
  const auto close = has_unit ? unit.substr(unit.size() - 1) : std::string("]");
  return escaped_for_xml(name) +
         (has_unit       ? std::string(1, text[open])
          : name.empty() ? "["
                         : " [") +
         power_of_ten(exponent, dimensionless ? close : " " + unit);
}

PlotAxis make_axis(const DataRange& data, bool log, double padding, int num_ticks) {
  PlotAxis axis;
  axis.log = log;
  axis.low = log ? std::log10(data.low) : data.low;
  axis.high = log ? std::log10(data.high) : data.high;
  const double size = std::max(std::abs(axis.low), std::abs(axis.high));
  const bool constant = axis.high - axis.low <= std::max(smallest, smallest_relative * size);
  const double middle = 0.5 * axis.low + 0.5 * axis.high;
  const double widening = !constant ? padding * (axis.high - axis.low) : log ? 0.5 : size > smallest ? 0.1 * size : 1.0;
  axis.low = (constant ? middle : axis.low) - widening;
  axis.high = (constant ? middle : axis.high) + widening;
  if (log && axis.high - axis.low >= 1.0)
    add_decades(axis, num_ticks);
  else if (log)
    add_linear_ticks(axis, std::pow(10.0, axis.low), std::pow(10.0, axis.high), num_ticks);
  else
    add_linear_ticks(axis, axis.low, axis.high, num_ticks);
  return axis;
}

}  // namespace percuss
