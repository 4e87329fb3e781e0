// SPDX-License-Identifier: Apache-2.0
#include "model/joint_site.hpp"

#include <fmt/format.h>

#include <array>

#include "contact/frame.hpp"
#include "model/reference.hpp"
#include "model/spring_rotations.hpp"

namespace percuss {

namespace {

const char* name_of(JointKind kind) {
  static constexpr std::array names{"revolute", "prismatic", "distance", "fixed", "ball"};
  return names[static_cast<std::size_t>(kind)];
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
  body_ = marker_of(*body, node, options.point);
  to_ = Marker::ground(as_vector(options.to_point));
  if (to_body_ != nullptr) to_ = marker_of(*to_body_, find_node(to_body_->nodes, options.to_node), options.to_point);
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
    faults.push_back({{}, "to", "`ground` is reserved for the fixed frame", "give that body another name"});
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
    complain("type", fmt::format("`{}` moves on a line: it can neither rotate nor slide along an axis", body.name),
             "use a fixed or a distance joint");
  const bool can_be_held = to_.can_turn() || to_body_ == nullptr;
  if (kind_ == JointKind::revolute && in_space() && !(turns() && can_be_held))
    complain("type", fmt::format("a node of `{}` does not rotate: it has no axis", turns() ? options_.to : body.name),
             "use a ball joint");
  if ((kind_ == JointKind::fixed || kind_ == JointKind::prismatic) && turns() && !can_be_held)
    complain("to",
             fmt::format("a node of `{}` does not rotate: it cannot keep `{}` from rotating", options_.to, body.name),
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
      faults.push_back({{},
                        key,
                        fmt::format("a {} joint {} has none", name_of(kind_),
                                    in_space() ? "of a node that does not rotate" : "in the plane"),
                        remedy});
    if (!has_one || axis.empty()) return;
    check_components(key, axis, dimension_, "the motion", faults);
    if (!(as_vector(axis).stableNorm() > 0.0))
      faults.push_back({{}, key, "the direction has no length", "give a direction, e.g. [0, 1]"});
  };
  if (needed && options_.axis.empty())
    faults.push_back({{}, "axis", "a joint in space needs its axis", "give a direction, e.g. [0, 0, 1]"});
  check("axis", options_.axis, needed, "leave it out: the rotation is about z");
  check("body_axis", options_.body_axis, needed && in_space() && turns(),
        "leave it out: the axis is then fixed to the body in its initial direction");
}

/// A damper along fixed axes brakes the common rotation of two bodies, by the moment  damping |r|^2 omega,  and one
/// that turns with a rotor drives its whirl: dampers turn with the one that turns more slowly at the start.
bool JointSite::turns_with_body() const {
  constexpr double faster = 1.01;
  const auto is_shaft = [](const Marker& marker) { return marker.motion() == Marker::Motion::spinning; };
  if (is_shaft(to_) != is_shaft(body_)) return is_shaft(to_);
  const auto omega = [&](const Marker& marker) { return marker.angular_velocity(q_, model_.initial.v).norm(); };
  return turns() && omega(to_) > faster * omega(body_);
}

std::vector<Joints::Row> JointSite::force_rows() const {
  if (kind_ == JointKind::distance) return {Joints::Row::distance(length_)};
  std::vector<Joints::Row> rows;
  if (kind_ != JointKind::prismatic) {
    for (Index i = 0; i < dimension_; ++i) {
      const Vector3 n = Vector3::Unit(i);
      rows.push_back(options_.compliance == 0.0 ? Joints::Row::point(n)
                     : turns_with_body()        ? Joints::Row::at_body(n)
                                                : Joints::Row::offset(n));
    }
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
    if (options_.compliance > 0.0)
      return {Joints::Row::tilt(normals[0], body_axis_, axis_), Joints::Row::tilt(normals[1], body_axis_, axis_)};
    return {Joints::Row::turn(body_axis_, normals[0], axis_), Joints::Row::turn(body_axis_, normals[1], axis_)};
  }
  if (options_.compliance > 0.0) return spring_rotations(body_, to_, q_, in_space());
  const Matrix3 A = body_.rotation(q_).transpose(), B = to_.rotation(q_).transpose();
  if (!in_space()) return {Joints::Row::turn(A.col(0), B.col(1), B.col(0))};
  std::vector<Joints::Row> rows;  // about x, y, z
  for (Index i = 0; i < 3; ++i) {
    const Index u = (i + 1) % 3;
    rows.push_back(Joints::Row::turn(A.col(u), B.col((i + 2) % 3), B.col(u)));
  }
  return rows;
}

}  // namespace percuss
