// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/contact_model.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// How a step takes the springs and dampers of joints that give way: with percussions  x = s lambda  and
///
///   -lambda = stiffness (g + h (a gamma_0 + b gamma)) + damping ((1 - w) gamma_0 + w gamma),
///
/// g at the configuration of the contact problem, gamma_0 known and gamma what the problem is solved for. The scheme's
/// own a, b hold for springs that the step resolves. One much faster than the step can only be a constraint: undamped
/// it would hand every disturbance on for ever, as +-, so that it takes a_stiff, b_stiff, whose disturbances end within
/// a step or two. With  z = h^2 stiffness W' A^-1 W,  the square of the row's circular frequency times h, the first
/// hold for z <= 1, the second for z >= 100, and between them the mean weighted smoothly by log z. Dampers have the
/// scheme's own weight w at small  y = h damping W' A^-1 W  and are implicit at large ones: (w + y)/(1 + y).
struct SpringLaw {
  double h = 0.0, s = 0.0;              // [s]
  double a = 0.0, b = 1.0;              // [1]
  double a_stiff = 0.0, b_stiff = 1.0;  // [1]
  double w = 1.0;                       // [1]

  /// Springs as they stand at the end of a time tau (implicit Euler), whatever their stiffness.
  static SpringLaw at_end_of(double tau, double s) { return {tau, s}; }
  /// The mean force of a step  q' = q + h ((1 - theta) v + theta v'),  gamma_0 being that of v and g taken `ahead` h v
  /// beyond q. From theta = 1/2 on springs follow the theta rule, as bodies do; below it, where that makes oscillations
  /// grow,  lambda = -(g + h ((3/4 - theta) gamma_0 + gamma/4))/compliance  neither makes nor takes energy. Stable
  /// at any step.
  static SpringLaw theta_rule(double h, double theta, double ahead);
  /// The force at the start of a step of the trapezoidal rule  v_1 = v + h a,  gamma_0 being that of v: that of g + h^2
  /// g''/4, which makes the explicit rule stable at any step and keeps it free of damping.
  static SpringLaw start_of_trapezoid(double h) { return {h, h, -0.25, 0.25, 0.0, 1.0, 0.0}; }
  /// The same at its end, where  v' = v_0 + h a'/2,  gamma_0 being that of v_0.
  static SpringLaw end_of_trapezoid(double h) { return {h, 0.5 * h, -0.5, 0.5, 0.0, 1.0}; }
};

/// The rows of joints that give way in one contact problem. Divided by  B = stiffness h b + damping w,  their law is
///   gamma + (stiffness h a + damping (1 - w))/B gamma_0 + stiffness g/B + x/(s B) = 0:
/// what they add to c and to the diagonal of G.
class SpringRows {
 public:
  /// Fills `set.regularisation`. `factor` is that of A.
  void soften(const SpringLaw& law, const ContactModel& model, double t, VecRef q, std::span<const Index> closed,
              const BlockFactor& factor, ContactSet& set);
  /// A share of gamma_0 = W' v.
  void start_from(double share, VecRef v, const ContactSet& set);
  /// gamma - W' v  instead of gamma in what the springs' deflection grows by: the law about the iterate v, at whose
  /// configuration g stands.
  void linearise_about(VecRef v, const ContactSet& set);
  void add_to(VecOut c) const { c += bias_.head(c.size()); }

  /// W' A^-1 W of one row.
  double mobility(const BlockFactor& factor, const SparseColumns& W, Index row);

 private:
  Vector bias_;                              // (rows): what is known of the law [m/s]
  Vector share_of_start_, share_of_spring_;  // (rows): of gamma_0; stiffness h b/B
  Vector work_;                              // (nv of one body)
};

}  // namespace percuss
