// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/body.hpp"
#include "core/contact_set.hpp"

namespace percuss {

/// A smooth force law that reaches across bodies or depends on the configuration: springs, dampers, forces and torques
/// on points of moving bodies. It adds to f; its derivatives are in no tangent, so every scheme takes it as it stands
/// at the known states (explicitly). All vectors are those of the whole system.
class ForceElement {
 public:
  virtual ~ForceElement() = default;
  virtual bool depends_on_velocity() const = 0;
  virtual bool depends_on_time() const = 0;
  /// f += its forces at (t, q, v)  (nv) [N, N m]
  virtual void add_forces(double t, VecRef q, VecRef v, VecOut f) const = 0;
  /// The springs and dampers in it about q, which bound the step of explicit forces: a column of W each, rate W' v, and
  /// its law. None by default.
  virtual void push_springs(VecRef /*q*/, SparseColumns& /*W*/, std::vector<JointLaw>& /*laws*/) const {}
  /// Potential energy it stores [J].
  virtual double potential(double t, VecRef q) const = 0;
  /// Work over a step of size h that starts at (t, q), by the midpoint velocity (v_old + v_new)/2.
  virtual Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const = 0;
};

}  // namespace percuss
