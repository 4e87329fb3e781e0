// SPDX-License-Identifier: Apache-2.0
#include "model/joint_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/frame.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

std::string text_of(const Vector3& x, Index dimension) {
  std::string text;
  for (Index i = 0; i < dimension; ++i) text += fmt::format("{}{:.9g}", i == 0 ? "(" : ", ", x[i]);
  return text + ")";
}

const char* name_of(JointKind kind) {
  static constexpr std::array names{"revolute", "prismatic", "distance", "fixed", "ball"};
  return names[static_cast<std::size_t>(kind)];
}

/// Speed that a point could have at most by the motion of its body; what round-off in a joint's rate is relative to.
double speed_of(const Marker& marker, double further, VecRef q, VecRef v) {
  const Marker centre = marker.at(Vector3::Zero());
  const double arm = (marker.position(q) - centre.position(q)).norm() + further;
  return centre.velocity(q, v).norm() + marker.angular_velocity(q, v).norm() * arm;
}

}  // namespace

JointSite::JointSite(const Model& model, JointKind kind, const JointOptions& options, std::vector<Fault>& faults)
    : model_(model), q_(model.initial.q), kind_(kind), options_(options) {
  const auto before = faults.size();
  const auto [body, node] = find_node_reference(model, options.body, options.node, faults);
  find_to(faults);
  if (body == nullptr || node < 0 || faults.size() > before) return;
  dimension_ = body->nodes.dimension;
  check_point("point", options.point, *body, faults);
  if (to_body_ == nullptr && !options.to_point.empty())
    check_components("to_point", options.to_point, dimension_, fmt::format("`{}`", body->name), faults);
  if (to_body_ != nullptr) check_point("to_point", options.to_point, *to_body_, faults);
  body_ = body->marker(node, as_vector(options.point));
  to_ = Marker::ground(as_vector(options.to_point));
  if (to_body_ != nullptr)
    to_ = to_body_->marker(find_node(to_body_->nodes, options.to_node), as_vector(options.to_point));
  check_turning(*body, faults);
  check_axes(faults);
}

void JointSite::find_to(std::vector<Fault>& faults) {
  const bool there = model_.find_body(options_.to) != nullptr;
  if (options_.to != "ground") {
    auto names = model_.body_names();
    names.emplace_back("ground");
    if (there)
      to_body_ = find_node_reference(model_, options_.to, options_.to_node, faults, "to", "to_node").body;
    else
      faults.push_back({{},
                        "to",
                        fmt::format("there is no body `{}`", options_.to),
                        remedy_for_unknown(options_.to, names, "`to`")});
  } else if (there) {
    faults.push_back({{}, "to", "a body is named `ground` too", "give that body another name"});
  }
}

void JointSite::check_turning(const ModelBody& body, std::vector<Fault>& faults) const {
  const auto complain = [&](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  const bool needs_plane = kind_ == JointKind::revolute || kind_ == JointKind::prismatic;
  if (kind_ == JointKind::ball && dimension_ < 3)
    complain("type", fmt::format("`{}` does not move in space", body.name),
             dimension_ == 2 ? "in the plane a revolute joint holds a point" : "use a fixed or a distance joint");
  if (needs_plane && dimension_ == 1)
    complain("type", fmt::format("`{}` moves on a line: there is nothing to turn or to slide along", body.name),
             "use a fixed or a distance joint");
  const bool can_be_held = to_.can_turn() || to_body_ == nullptr;
  if (kind_ == JointKind::revolute && in_space() && !(turns() && can_be_held))
    complain("type", fmt::format("a node of `{}` does not turn: it has no axis", turns() ? options_.to : body.name),
             "use a ball joint");
  if ((kind_ == JointKind::fixed || kind_ == JointKind::prismatic) && turns() && !can_be_held)
    complain("to",
             fmt::format("a node of `{}` does not turn: it cannot keep `{}` from turning", options_.to, body.name),
             in_space() ? "use a ball joint, or a rigid body" : "use a revolute joint, or a rigid body");
  if (to_body_ == nullptr) return;
  if (to_body_->nodes.dimension != dimension_)
    complain("to",
             fmt::format("`{}` has {} coordinates and `{}` {}", options_.to, to_body_->nodes.dimension, body.name,
                         dimension_),
             "join bodies that move in the same space");
  if (to_body_ == &body && (turns() || options_.node == options_.to_node))
    complain("to", "a body cannot be joined to itself", "name another body or `ground`");
}

void JointSite::check_axes(std::vector<Fault>& faults) const {
  const bool needed = kind_ == JointKind::prismatic || (kind_ == JointKind::revolute && in_space());
  const auto check = [&](const char* key, const std::vector<double>& axis, bool has_one, const char* remedy) {
    if (!has_one && !axis.empty())
      faults.push_back({{}, key, fmt::format("a {} joint in the plane has none", name_of(kind_)), remedy});
    if (!has_one || axis.empty()) return;
    check_components(key, axis, dimension_, "the motion", faults);
    if (!(as_vector(axis).stableNorm() > 0.0))
      faults.push_back({{}, key, "the direction has no length", "give a direction, e.g. [0, 1]"});
  };
  if (needed && options_.axis.empty())
    faults.push_back({{}, "axis", "a joint in space needs its axis", "give a direction, e.g. [0, 0, 1]"});
  check("axis", options_.axis, needed, "leave it out: it turns about z");
  check("body_axis", options_.body_axis, needed && in_space() && turns(),
        "leave it out: the body keeps the direction it has at the start");
}

double JointSite::size() const {
  return std::max({body_.position(q_).norm(), to_.position(q_).norm(), as_vector(options_.point).norm(),
                   as_vector(options_.to_point).norm()});
}

void JointSite::assemble(std::vector<Fault>& faults) {
  if (options_.to_point.empty() && kind_ != JointKind::distance && (to_body_ == nullptr || to_.can_turn())) {
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
    faults.push_back({{},
                      "body_axis",
                      fmt::format("cannot be assembled: the two axes make an angle of {:.6g} rad at the start, {} on "
                                  "`{}` and {} on `{}`",
                                  angle, text_of(given, 3), options_.body, text_of(direction, 3), options_.to),
                      "turn the body, or leave `body_axis` out: the axis is then fixed to the body as it stands"});
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
                    fmt::format("cannot be assembled: at the start the point of `{}`, {} m, is {:.6g} m {} {} m, {}",
                                options_.body, text_of(x, dimension_), apart.norm(),
                                prismatic ? "off the axis through" : "from", text_of(y, dimension_),
                                options_.to == "ground" ? "on ground" : fmt::format("that of `{}`", options_.to)),
                    "positions at the start are taken as they are: let the points meet there, within 1e-9 of the "
                    "lengths"});
}

void JointSite::check_distance(std::vector<Fault>& faults) {
  const double distance = (body_.position(q_) - to_.position(q_)).norm();
  if (distance <= joint_tolerance * size())
    faults.push_back({{},
                      options_.to_point.empty() ? "to" : "to_point",
                      "the two points coincide at the start: a rod without length has no direction",
                      "move one of them, or use a joint that holds a point: revolute, ball or fixed"});
  length_ = options_.length > 0.0 ? options_.length : distance;
  if (std::abs(length_ - distance) > joint_tolerance * std::max(size(), length_))
    faults.push_back({{},
                      "length",
                      fmt::format("cannot be assembled: the points, {} m and {} m, are {:.9g} m apart at the start, "
                                  "which is {:.6g} m off",
                                  text_of(body_.position(q_), dimension_), text_of(to_.position(q_), dimension_),
                                  distance, std::abs(length_ - distance)),
                      "move the bodies, or leave `length` out: it is then what it is at the start"});
}

std::vector<Joints::Row> JointSite::force_rows() const {
  if (kind_ == JointKind::distance) return {Joints::Row::distance(length_)};
  std::vector<Joints::Row> rows;
  if (kind_ != JointKind::prismatic) {
    for (Index i = 0; i < dimension_; ++i) rows.push_back(Joints::Row::point(Vector3::Unit(i)));
  } else if (in_space()) {
    for (const auto& n : tangents_of(axis_)) rows.push_back(Joints::Row::offset(n));
  } else {
    rows.push_back(Joints::Row::offset(quarter_turn(axis_)));
  }
  return rows;
}

std::vector<Joints::Row> JointSite::moment_rows() const {
  const bool axis_only = kind_ == JointKind::revolute && in_space();
  const bool all = kind_ == JointKind::prismatic || kind_ == JointKind::fixed;
  if (!turns() || !(axis_only || all)) return {};
  if (axis_only) {
    const auto normals = tangents_of(axis_);
    return {Joints::Row::turn(body_axis_, normals[0]), Joints::Row::turn(body_axis_, normals[1])};
  }
  const Matrix3 A = body_.rotation(q_).transpose(), B = to_.rotation(q_).transpose();
  if (!in_space()) return {Joints::Row::turn(A.col(0), B.col(1))};
  std::vector<Joints::Row> rows;  // about x, y, z of the start
  for (Index i = 0; i < 3; ++i) rows.push_back(Joints::Row::turn(A.col((i + 1) % 3), B.col((i + 2) % 3)));
  return rows;
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
    faults.push_back({{},
                      "",
                      fmt::format("at the start `{}` {} against `{}` at {:.6g} {} in a direction that the joint holds",
                                  options_.body, verb, options_.to, rate, unit),
                      "give the bodies initial velocities that the joint allows"});
  };
  if (const double rate = rate_of(forces); rate > joint_tolerance * speed) complain("moves", rate, "m/s");
  if (const double rate = rate_of(moments); rate > joint_tolerance * turning) complain("turns", rate, "rad/s");
}

}  // namespace percuss
