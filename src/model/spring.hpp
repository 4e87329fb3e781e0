// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "core/force_element.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// Length or angle of a spring that is unstressed as it stands at the start.
inline constexpr double as_at_start = std::numeric_limits<double>::infinity();

/// A spring and a damper between two points of bodies, or a point of a body and ground. Explicit in every scheme: it
/// is in no tangent, and the step must be small enough for it (scheme/explicit_springs.hpp).
struct SpringOptions {
  std::string body, node = "last";
  std::vector<double> point;  ///< of a rigid body, in its axes [m]
  std::string to = "ground";  ///< another body, or ground
  std::string to_node = "first";
  std::vector<double> to_point;  ///< of a rigid body in its axes; of ground its position [m]
  double stiffness = 0.0;        ///< k >= 0 [N/m]
  double damping = 0.0;          ///< d >= 0 [N s/m]
  double length = as_at_start;   ///< natural length l0 >= 0 [m]
  bool implicit = false;         ///< a row of a joint, stable at any step, instead of a force element

  static const ParameterTable<SpringOptions>& parameters();
};

/// With r = x_b - x_a, l = |r|, n = r/l: the force k (l - l0) + d l' along n pulls the points together. Potential
/// k/2 (l - l0)^2. While the points coincide n does not exist: a spring with l0 = 0 needs none for its elastic force;
/// anything else gives none at that instant.
class Spring final : public ForceElement {
 public:
  Spring(const Marker& a, const Marker& b, double stiffness, double damping, double length)
      : a_(a), b_(b), stiffness_(stiffness), damping_(damping), length_(length) {}
  bool depends_on_velocity() const override { return damping_ > 0.0; }
  bool depends_on_time() const override { return false; }
  void add_forces(double t, VecRef q, VecRef v, VecOut f) const override;
  /// Along the line, and what its tension T does besides: T/l across the line, and the moments of bodies that turn it.
  void push_springs(VecRef q, SparseColumns& W, std::vector<JointLaw>& laws) const override;
  double potential(double t, VecRef q) const override;
  /// damping = h d l'^2 with the rate l' at the middle of the step.
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;

 private:
  Marker a_, b_;
  double stiffness_, damping_, length_;
};

/// Puts the spring into the model. Throws InputError with every fault, keys relative to the load.
void add_spring(Model& model, const std::string& name, const SpringOptions& options);

}  // namespace percuss
