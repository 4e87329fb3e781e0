// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/mechanical_system.hpp"

namespace percuss {

/// Products with the mass matrix, for stages that iterate on  f - M(q) a = 0. Forms M where it changes, keeps it where
/// it does not, in storage that is reused.
class Inertia {
 public:
  /// Keeps a reference to `system`.
  explicit Inertia(const MechanicalSystem& system) : system_(system) {}
  /// f -= M(q) a  [N, N m]
  void subtract(double t, const Vector& q, const Vector& v, const Vector& a, Vector& f);

 private:
  const MechanicalSystem& system_;
  std::vector<SparseMatrix> mass_;  // per body
};

}  // namespace percuss
