// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/force_element.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A torque on a rigid body, constant or over time: about z in the plane, about an axis in space.
struct TorqueOptions : LoadValue {
  enum class Axes { absolute, body };
  std::string body;
  std::string node = "first";  ///< which body of a group
  std::vector<double> axis;    ///< of a positive torque in space, any length; none in the plane
  Axes axes = Axes::absolute;  ///< what the axis is fixed to

  static const ParameterTable<TorqueOptions>& parameters();
};

/// f = (d omega / d v)' T(t) n: a torque T about the axis n, fixed in space or in the body.
class Torque final : public ForceElement {
 public:
  /// `axis` has unit length.
  Torque(const Marker& body, const Vector3& axis, TorqueOptions::Axes axes, TimeFunction value)
      : body_(body), axis_(axis), turns_(axes == TorqueOptions::Axes::body), value_(std::move(value)) {}
  bool depends_on_velocity() const override { return false; }
  bool depends_on_time() const override { return !value_.is_constant(); }
  void add_forces(double t, VecRef q, VecRef v, VecOut f) const override;
  double potential(double, VecRef) const override { return 0.0; }
  /// applied = h T(t + h/2) n . omega_m  with the midpoint velocity.
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;

 private:
  Vector3 axis(VecRef q) const { return turns_ ? Vector3(body_.rotation(q) * axis_) : axis_; }

  Marker body_;
  Vector3 axis_;
  bool turns_;
  TimeFunction value_;
};

/// Puts the load on the model. Throws InputError with every fault, keys relative to the load.
void add_torque(Model& model, const TorqueOptions& options);

}  // namespace percuss
