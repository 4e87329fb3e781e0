// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/joints.hpp"
#include "model/joint.hpp"

namespace percuss {

/// A joint under construction: its two points where they stand at the start, and the rows that follow. Lives as long as
/// the model and the options do.
class JointSite {
 public:
  /// Finds the bodies and checks what the kind of joint asks of them.
  JointSite(const Model& model, JointKind kind, const JointOptions& options, std::vector<Fault>& faults);

  /// Fills in what the start tells (point on `to`, axis on the body, length); faults when the positions do not fit.
  void assemble(std::vector<Fault>& faults);
  std::vector<Joints::Row> force_rows() const;
  std::vector<Joints::Row> moment_rows() const;
  /// A fault when the initial velocities break the joint.
  void check_velocities(const std::vector<Joints::Row>& forces, const std::vector<Joints::Row>& moments,
                        std::vector<Fault>& faults) const;
  const Marker& body() const { return body_; }
  const Marker& to() const { return to_; }

 private:
  void find_to(std::vector<Fault>& faults);
  void check_turning(const ModelBody& body, std::vector<Fault>& faults) const;
  void check_axes(std::vector<Fault>& faults) const;
  void check_points(std::vector<Fault>& faults) const;
  void check_distance(std::vector<Fault>& faults);
  void assemble_axis(std::vector<Fault>& faults);
  /// The largest length of the joint: what its tolerance is relative to [m].
  double size() const;
  bool turns() const { return body_.can_turn(); }
  bool turns_with_body() const;
  bool in_space() const { return dimension_ == 3; }

  const Model& model_;
  const Vector& q_;
  JointKind kind_;
  const JointOptions& options_;
  Index dimension_ = 0;
  Marker body_ = Marker::ground(Vector3::Zero()), to_ = body_;
  const ModelBody* to_body_ = nullptr;                  // null: ground
  Vector3 axis_ = Vector3::Zero(), body_axis_ = axis_;  // unit, in the axes of `to` and of the body
  double length_ = 0.0;
};

}  // namespace percuss
