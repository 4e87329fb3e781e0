// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"

namespace percuss {

/// A value over time: constant, given by [time, value] pairs (linear between them and held constant outside), a
/// polynomial or a harmonic.
class TimeFunction {
 public:
  TimeFunction() = default;
  explicit TimeFunction(double value) : value_(value) {}
  /// Throws std::invalid_argument when the table is empty or its times do not increase.
  explicit TimeFunction(Table table);
  /// c_0 + c_1 t + c_2 t^2 + ...
  static TimeFunction polynomial(std::vector<double> coefficients);
  /// amplitude sin(2 pi frequency t + phase)
  static TimeFunction harmonic(double amplitude, double frequency, double phase);
  double operator()(double t) const;
  /// The sum of moduli that its value at t is made of: what its round-off is relative to.
  double size(double t) const;
  /// Its derivative; of a table the slope of the piece that begins at t or holds it.
  double derivative(double t) const;
  /// Its integral from 0 to t, exact.
  double integral(double t) const;
  /// Where its derivative jumps, ascending.
  std::vector<double> kinks() const;
  /// Of a harmonic; else infinite [s].
  double period() const;
  bool is_constant() const { return kind_ == Kind::constant; }
  /// The same times `factor`.
  TimeFunction scaled(double factor) const;

 private:
  enum class Kind { constant, table, polynomial, harmonic };
  double at_table(double t) const;
  /// From the first time of the table.
  double area(double t) const;

  Kind kind_ = Kind::constant;
  double value_ = 0.0;  // or the amplitude
  double circular_ = 0.0, phase_ = 0.0;
  Table table_;
  std::vector<double> areas_;  // up to each time of the table
  std::vector<double> coefficients_;
};

/// A load's value over time as the model file gives it: exactly one of the four.
struct LoadValue {
  double value = 0.0;              ///< constant [N, N m]
  Table history;                   ///< [t, value] pairs, linear between, held outside [s, N or N m]
  std::vector<double> polynomial;  ///< c_0, c_1, ... of c_0 + c_1 t + ...  [N s^-i or N m s^-i]
  std::vector<double> harmonic;    ///< amplitude [N, N m], frequency [Hz], phase [rad] (may be left out)

  /// Declares the four keys; `what` is for the documentation ("force"), `unit` that of the value.
  template <class Options>
  static void declare(ParameterTable<Options>& t, const std::string& what, const std::string& unit) {
    t.number(
        "value", [](auto& o) -> auto& { return o.value; }, unit,
        "constant " + what + "; give this or one of `history`, `polynomial`, `harmonic`");
    t.table(
        "history", [](auto& o) -> auto& { return o.history; }, "s, " + unit,
        what + " over time as [t, value] pairs, interpolated linearly and held constant outside");
    t.numbers(
        "polynomial", [](auto& o) -> auto& { return o.polynomial; }, unit + " s^-i",
        what + " c_0 + c_1 t + c_2 t^2 + ... by its coefficients");
    t.numbers(
        "harmonic", [](auto& o) -> auto& { return o.harmonic; }, unit + ", Hz, rad",
        what + " A sin(2 pi f t + phase) by [A, f] or [A, f, phase]");
  }
  /// What is wrong with it: none or several are given, one is not what it should be, or is zero at all times.
  void check(const std::string& what, std::vector<Fault>& faults) const;
  /// Once checked.
  TimeFunction function() const;

 private:
  bool is_zero() const;  // at all times, where at most one is given
};

}  // namespace percuss
