// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// The planar slider-crank of the papers; the standards are those of [HETS, Table 1].
struct SliderCrankOptions {
  struct Link {
    double length, mass, inertia;  ///< l [m], m [kg], J about its centre [kg m^2], all > 0
  };
  Link crank{0.153, 0.038, 7.4e-5};
  Link rod{0.306, 0.038, 5.9e-4};
  struct {
    double mass = 0.076, inertia = 2.7e-6;           ///< [kg], [kg m^2]
    double half_length = 0.05, half_height = 0.025;  ///< a, b: its corners in the guide [m]
  } slider;
  std::vector<double> angles{0.0, 0.0, 0.0};     ///< theta at the start [rad]
  std::vector<double> rates{150.0, -75.0, 0.0};  ///< omega at the start [1/s]

  static const ParameterTable<SliderCrankOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// The slider-crank in minimal coordinates: the absolute angles q = (theta1, theta2, theta3) of crank, rod and slider,
/// counter-clockwise from +x, crank at the origin, slider hinged to the rod's end (x3, y3):
///
///   M = [J1 + l1^2 (m1/4 + m2 + m3),  l1 l2 cos(theta1 - theta2) (m2/2 + m3),  0;  ., J2 + l2^2 (m2/4 + m3), 0;  ., .,
///   J3] f = h of [HETS (23), (24)]: centrifugal terms and gravity
///
/// Nothing guides the slider: that is a contact or joint (contact/slider_guide.hpp).
class SliderCrank final : public Body {
 public:
  explicit SliderCrank(const SliderCrankOptions& options = {});
  /// Adds uniform gravity (g_x, g_y) [m/s^2].
  void add_gravity(double x, double y);

  double crank_length() const { return l1_; }
  double rod_length() const { return l2_; }
  double half_length() const { return a_; }
  double half_height() const { return b_; }

  Index num_q() const override { return 3; }
  Index num_v() const override { return 3; }
  bool has_constant_tangent() const override { return false; }
  bool has_symmetric_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override;
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  Energy energy(double t, VecRef q, VecRef v) const override;
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;

 private:
  double l1_, l2_, a_, b_;
  double m11_, m22_, m33_, coupling_;  // M_12 = coupling cos(theta1 - theta2)
  double static1_, static2_;           // mass times length that gravity turns at the crank and at the rod [kg m]
  double g_x_ = 0.0, g_y_ = 0.0;
};

/// Throws InputError with every fault of the options.
BuiltBody make_slider_crank(const SliderCrankOptions& options);

}  // namespace percuss
