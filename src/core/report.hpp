// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace percuss {

enum class Status { ok, not_converged, singular, not_finite };

/// What a solver says of its work. A solver never throws on numerical failure and never hides it: it returns this.
struct Report {
  Status status = Status::ok;
  int iterations = 0;
  double residual = 0.0;         ///< natural-map residual of a contact problem [m/s]; 0 for linear solves
  std::string message;           ///< empty when all is well
  double complementarity = 0.0;  ///< max |x_N (G x + c)_N| of a contact problem [J]

  bool loose = false;  ///< a contact problem that misses its tolerance, but not by much: it counts as solved

  bool ok() const { return status == Status::ok; }
  static Report failure(Status status, std::string message) { return {status, 0, 0.0, std::move(message), 0.0, false}; }
};

}  // namespace percuss
