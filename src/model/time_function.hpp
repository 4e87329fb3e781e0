// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"

namespace percuss {

/// A value over time: constant, or given by [time, value] pairs, linear between them and held constant outside.
class TimeFunction {
 public:
  TimeFunction() = default;
  explicit TimeFunction(double value) : value_(value) {}
  /// Throws std::invalid_argument when the table is empty or its times do not increase.
  explicit TimeFunction(Table table);
  double operator()(double t) const;
  bool is_constant() const { return table_.empty(); }

 private:
  double value_ = 0.0;
  Table table_;
};

}  // namespace percuss
