// SPDX-License-Identifier: Apache-2.0
// Whether positions and velocities at the start fit the joint.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/joint_site.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

std::string text_of(const Vector3& x, Index dimension) {
  std::string text;
  for (Index i = 0; i < dimension; ++i) text += fmt::format("{}{:.9g}", i == 0 ? "(" : ", ", x[i]);
  return text + ")";
}

/// Speed that a point could have at most by the motion of its body; what round-off in a joint's rate is relative to.
double speed_of(const Marker& marker, double further, VecRef q, VecRef v) {
  const Marker frame = marker.frame();
  const double arm = (marker.position(q) - frame.position(q)).norm();
  return frame.velocity(q, v).norm() + frame.angular_velocity(q, v).norm() * arm + marker.velocity(q, v).norm() +
         marker.angular_velocity(q, v).norm() * further;
}

}  // namespace

double JointSite::size() const {
  return std::max({body_.position(q_).norm(), to_.position(q_).norm(), as_vector(options_.point).norm(),
                   as_vector(options_.to_point).norm()});
}

void JointSite::assemble(std::vector<Fault>& faults) {
  if (options_.to_point.empty() && kind_ != JointKind::distance &&
      (to_body_ == nullptr || (to_.can_turn() && !to_.is_elastic()))) {
    const Marker centre = to_.at(Vector3::Zero());
    to_ = to_.at(centre.rotation(q_).transpose() * (body_.position(q_) - centre.position(q_)));
  }
  if (!options_.axis.empty()) assemble_axis(faults);
  if (kind_ == JointKind::distance)
    check_distance(faults);
  else
    check_points(faults);
}

void JointSite::assemble_axis(std::vector<Fault>& faults) {
  axis_ = as_vector(options_.axis).stableNormalized();
  const Vector3 direction = to_.rotation(q_) * axis_;
  body_axis_ = body_.rotation(q_).transpose() * direction;
  if (options_.body_axis.empty()) return;
  body_axis_ = as_vector(options_.body_axis).stableNormalized();
  const Vector3 given = body_.rotation(q_) * body_axis_;
  const double angle = std::atan2(given.cross(direction).norm(), given.dot(direction));
  if (angle > joint_tolerance)
    faults.push_back(
        {{},
         "body_axis",
         fmt::format("cannot be assembled: the initial directions of the two axes differ by {:.6g} rad, {} on `{}` and "
                     "{} on `{}`",
                     angle, text_of(given, 3), options_.body, text_of(direction, 3), options_.to),
         "turn the body, or leave `body_axis` out: the axis is then fixed to the body in its initial position"});
}

void JointSite::check_points(std::vector<Fault>& faults) const {
  const Vector3 x = body_.position(q_), y = to_.position(q_);
  Vector3 apart = x - y;
  const bool prismatic = kind_ == JointKind::prismatic;
  if (prismatic) {
    const Vector3 direction = to_.rotation(q_) * axis_;
    apart -= direction.dot(apart) * direction;
  }
  if (apart.norm() <= joint_tolerance * size()) return;
  faults.push_back({{},
                    options_.to_point.empty() ? "to" : "to_point",
                    fmt::format("cannot be assembled: initially the point of `{}`, {} m, is {:.6g} m {} {} m, {}",
                                options_.body, text_of(x, dimension_), apart.norm(),
                                prismatic ? "off the axis through" : "from", text_of(y, dimension_),
                                options_.to == "ground" ? "on ground" : fmt::format("that of `{}`", options_.to)),
                    "initial positions are taken as exact: the points must coincide to within 1e-9 of the lengths"});
}

void JointSite::check_distance(std::vector<Fault>& faults) {
  const double distance = (body_.position(q_) - to_.position(q_)).norm();
  if (distance <= joint_tolerance * size())
    faults.push_back({{},
                      options_.to_point.empty() ? "to" : "to_point",
                      "the two points initially coincide: a rod of length 0 has no direction",
                      "move one of them, or use a joint that holds a point: revolute, ball or fixed"});
  length_ = options_.length > 0.0 ? options_.length : distance;
  if (std::abs(length_ - distance) > joint_tolerance * std::max(size(), length_))
    faults.push_back(
        {{},
         "length",
         fmt::format(
             "cannot be assembled: the points, {} m and {} m, are initially {:.9g} m apart, which is {:.6g} m off",
             text_of(body_.position(q_), dimension_), text_of(to_.position(q_), dimension_), distance,
             std::abs(length_ - distance)),
         "move the bodies, or leave `length` out: it is then the initial distance"});
}

void JointSite::check_velocities(const std::vector<Joints::Row>& forces, const std::vector<Joints::Row>& moments,
                                 std::vector<Fault>& faults) const {
  const auto rate_of = [this](const std::vector<Joints::Row>& rows) {
    if (rows.empty()) return 0.0;
    Joints joint;
    joint.add({"", body_, to_, rows});
    ContactSet set;
    joint.evaluate(model_.initial.t, q_, model_.system.num_v(), std::array<Index, 1>{0}, set);
    Vector gamma(set.rows());
    set.W.transpose_multiply(model_.initial.v, gamma);
    return gamma.norm();
  };
  const Vector& v = model_.initial.v;
  const double apart = (body_.position(q_) - to_.position(q_)).norm();
  const double speed = speed_of(body_, 0.0, q_, v) + speed_of(to_, apart, q_, v);
  const double turning = body_.angular_velocity(q_, v).norm() + to_.angular_velocity(q_, v).norm();
  const auto complain = [&](const char* verb, double rate, const char* unit) {
    faults.push_back(
        {{},
         "",
         fmt::format("initially `{}` {} relative to `{}` at {:.6g} {} in a direction that the joint constrains",
                     options_.body, verb, options_.to, rate, unit),
         "choose initial velocities that the joint allows"});
  };
  constexpr double round_off = 1e-14;  // of what turns about an axis through the point, and is not moved by it
  const double least = round_off * turning * size();
  if (const double rate = rate_of(forces); rate > std::max(joint_tolerance * speed, least))
    complain("moves", rate, "m/s");
  if (const double rate = rate_of(moments); rate > joint_tolerance * turning) complain("rotates", rate, "rad/s");
}

}  // namespace percuss
