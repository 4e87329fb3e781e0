// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "contact/marker.hpp"
#include "core/force_element.hpp"
#include "core/parameters.hpp"
#include "model/spring.hpp"

namespace percuss {

/// A torsion spring and damper between the angles of two planar rigid bodies or sections of
/// beams, or of one and ground. Explicit in every
/// scheme, and unknown to its stability limit, as `SpringOptions`.
struct TorsionSpringOptions {
  std::string body, node = "first";
  std::string to = "ground", to_node = "first";
  double stiffness = 0.0;      ///< k >= 0 [N m/rad]
  double damping = 0.0;        ///< d >= 0 [N m s/rad]
  double angle = as_at_start;  ///< phi_to - phi_body without stress [rad]
  bool implicit = false;       ///< a row of a joint, stable at any step, instead of a force element

  static const ParameterTable<TorsionSpringOptions>& parameters();
};

/// With alpha = phi_b - phi_a (0 for ground) the moment k (alpha - alpha0) + d alpha' turns a after b, and b back.
/// Potential k/2 (alpha - alpha0)^2; turns are counted, not folded into one circle.
class TorsionSpring final : public ForceElement {
 public:
  /// Points whose bodies or sections turn in the plane, or ground.
  TorsionSpring(Marker a, Marker b, double stiffness, double damping, double angle)
      : a_(std::move(a)), b_(std::move(b)), stiffness_(stiffness), damping_(damping), angle_(angle) {}
  bool depends_on_velocity() const override { return damping_ > 0.0; }
  bool depends_on_time() const override { return false; }
  void add_forces(double t, VecRef q, VecRef v, VecOut f) const override;
  void push_springs(VecRef q, SparseColumns& W, std::vector<JointLaw>& laws) const override;
  double potential(double t, VecRef q) const override;
  /// damping = h d alpha'_m^2
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;

 private:
  double turn(VecRef q) const { return b_.angle(q) - a_.angle(q); }
  double rate(VecRef q, VecRef v) const { return b_.angular_velocity(q, v)[2] - a_.angular_velocity(q, v)[2]; }

  Marker a_, b_;
  double stiffness_, damping_, angle_;
};

/// Puts the spring into the model. Throws InputError with every fault, keys relative to the load.
void add_torsion_spring(Model& model, const std::string& name, const TorsionSpringOptions& options);

}  // namespace percuss
