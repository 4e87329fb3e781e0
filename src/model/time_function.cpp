// SPDX-License-Identifier: Apache-2.0
#include "model/time_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace percuss {

TimeFunction::TimeFunction(Table table) : kind_(Kind::table), table_(std::move(table)) {
  if (table_.empty()) throw std::invalid_argument("TimeFunction: the table is empty");
  for (std::size_t i = 1; i < table_.size(); ++i)
    if (!(table_[i].first > table_[i - 1].first))
      throw std::invalid_argument("TimeFunction: the times do not increase");
  areas_.assign(table_.size(), 0.0);
  for (std::size_t i = 1; i < table_.size(); ++i)
    areas_[i] =
        areas_[i - 1] + 0.5 * (table_[i].first - table_[i - 1].first) * (table_[i].second + table_[i - 1].second);
}

TimeFunction TimeFunction::polynomial(std::vector<double> coefficients) {
  TimeFunction f;
  f.kind_ = Kind::polynomial;
  f.coefficients_ = std::move(coefficients);
  return f;
}

TimeFunction TimeFunction::harmonic(double amplitude, double frequency, double phase) {
  TimeFunction f(amplitude);
  f.kind_ = Kind::harmonic;
  f.circular_ = 2.0 * std::numbers::pi * frequency;
  f.phase_ = phase;
  return f;
}

double TimeFunction::operator()(double t) const {
  if (kind_ == Kind::constant) return value_;
  if (kind_ == Kind::table) return at_table(t);
  if (kind_ == Kind::harmonic) return value_ * std::sin(circular_ * t + phase_);
  double sum = 0.0;
  for (std::size_t i = coefficients_.size(); i-- > 0;) sum = sum * t + coefficients_[i];
  return sum;
}

double TimeFunction::at_table(double t) const {
  const auto after = std::upper_bound(table_.begin(), table_.end(), t,
                                      [](double time, const auto& entry) { return time < entry.first; });
  if (after == table_.begin()) return after->second;
  if (after == table_.end()) return table_.back().second;
  const auto& [t0, y0] = *(after - 1);
  const auto& [t1, y1] = *after;
  return y0 + (t - t0) / (t1 - t0) * (y1 - y0);
}

double TimeFunction::size(double t) const {
  if (kind_ == Kind::polynomial) {
    double sum = 0.0;
    for (std::size_t i = coefficients_.size(); i-- > 0;) sum = sum * std::abs(t) + std::abs(coefficients_[i]);
    return sum;
  }
  return std::abs(kind_ == Kind::table ? at_table(t) : value_);
}

double TimeFunction::derivative(double t) const {
  if (kind_ == Kind::constant) return 0.0;
  if (kind_ == Kind::harmonic) return value_ * circular_ * std::cos(circular_ * t + phase_);
  if (kind_ == Kind::table) {
    const auto after = std::upper_bound(table_.begin(), table_.end(), t,
                                        [](double time, const auto& entry) { return time < entry.first; });
    if (after == table_.begin() || after == table_.end()) return 0.0;
    const auto& [t0, y0] = *(after - 1);
    const auto& [t1, y1] = *after;
    return (y1 - y0) / (t1 - t0);
  }
  double sum = 0.0;
  for (std::size_t i = coefficients_.size(); i-- > 1;) sum = sum * t + static_cast<double>(i) * coefficients_[i];
  return sum;
}

double TimeFunction::period() const {
  if (kind_ != Kind::harmonic || circular_ == 0.0) return std::numeric_limits<double>::infinity();
  return 2.0 * std::numbers::pi / std::abs(circular_);
}

std::vector<double> TimeFunction::kinks() const {
  constexpr double round_off = 1e-12;  // of the slopes: points on a line are no kinks
  std::vector<double> times;
  double before = 0.0;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const bool last = i + 1 == table_.size();
    const double after =
        last ? 0.0 : (table_[i + 1].second - table_[i].second) / (table_[i + 1].first - table_[i].first);
    if (std::abs(after - before) > round_off * (std::abs(after) + std::abs(before))) times.push_back(table_[i].first);
    before = after;
  }
  return times;
}

double TimeFunction::integral(double t) const {
  if (kind_ == Kind::constant) return value_ * t;
  if (kind_ == Kind::table) return area(t) - area(0.0);
  if (kind_ == Kind::harmonic)  // cos a - cos b without losing digits at small t, and at frequency 0
    return circular_ == 0.0
               ? value_ * std::sin(phase_) * t
               : 2.0 * value_ / circular_ * std::sin(0.5 * circular_ * t + phase_) * std::sin(0.5 * circular_ * t);
  double sum = 0.0;
  for (std::size_t i = coefficients_.size(); i-- > 0;) sum = (sum + coefficients_[i] / static_cast<double>(i + 1)) * t;
  return sum;
}

double TimeFunction::area(double t) const {
  const auto after = std::upper_bound(table_.begin(), table_.end(), t,
                                      [](double time, const auto& entry) { return time < entry.first; });
  if (after == table_.begin()) return (t - table_.front().first) * table_.front().second;
  const auto& [t0, y0] = *(after - 1);
  const double before = areas_[static_cast<std::size_t>(after - 1 - table_.begin())];
  return before + 0.5 * (t - t0) * (y0 + at_table(t));
}

TimeFunction TimeFunction::scaled(double factor) const {
  TimeFunction f = *this;
  f.value_ *= factor;
  for (auto& entry : f.table_) entry.second *= factor;
  for (auto& area : f.areas_) area *= factor;
  for (auto& c : f.coefficients_) c *= factor;
  return f;
}

bool LoadValue::is_zero() const {
  const auto all_zero = [](const std::vector<double>& x) {
    return std::all_of(x.begin(), x.end(), [](double c) { return c == 0.0; });
  };
  const auto at_rest = [](const auto& entry) { return entry.second == 0.0; };
  const bool swings = !harmonic.empty() && harmonic[0] != 0.0 &&
                      (harmonic[1] != 0.0 || (harmonic.size() > 2 && std::sin(harmonic[2]) != 0.0));
  return value == 0.0 && all_zero(polynomial) && std::all_of(history.begin(), history.end(), at_rest) && !swings;
}

void LoadValue::check(const std::string& what, std::vector<Fault>& faults) const {
  std::vector<std::string> given;
  if (value != 0.0) given.emplace_back("value");
  if (!history.empty()) given.emplace_back("history");
  if (!polynomial.empty()) given.emplace_back("polynomial");
  if (!harmonic.empty()) given.emplace_back("harmonic");
  if (given.size() > 1)
    faults.push_back(
        {{}, given[1], fmt::format("both `{}` and `{}` are given", given[0], given[1]), "give one of them"});
  const bool right_size = harmonic.empty() || harmonic.size() == 2 || harmonic.size() == 3;
  if (!right_size)
    faults.push_back({{},
                      "harmonic",
                      fmt::format("{} numbers", harmonic.size()),
                      "give [amplitude, frequency] or [amplitude, frequency, phase]"});
  if (right_size && given.size() < 2 && is_zero())
    faults.push_back({{},
                      given.empty() ? "value" : given[0],
                      fmt::format("the {} is zero at all times", what),
                      "give a `value` other than 0, or a `history`, `polynomial` or `harmonic` that is not 0"});
}

TimeFunction LoadValue::function() const {
  if (!history.empty()) return TimeFunction(history);
  if (!polynomial.empty()) return TimeFunction::polynomial(polynomial);
  if (!harmonic.empty())
    return TimeFunction::harmonic(harmonic[0], harmonic[1], harmonic.size() > 2 ? harmonic[2] : 0.0);
  return TimeFunction(value);
}

}  // namespace percuss
