// SPDX-License-Identifier: Apache-2.0
#include "model/torsion_spring.hpp"

#include <fmt/format.h>

#include <optional>

#include "contact/joints.hpp"
#include "model/marker_reference.hpp"
#include "model/reference.hpp"

namespace percuss {

const ParameterTable<TorsionSpringOptions>& TorsionSpringOptions::parameters() {
  static const auto table = [] {
    ParameterTable<TorsionSpringOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of a planar rigid body")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; },
        "which body of a group, or node of a beam: index from 0, `first` or `last`");
    t.text(
        "to", [](auto& o) -> auto& { return o.to; }, "name of another planar rigid body, or `ground`");
    t.node(
        "to_node", [](auto& o) -> auto& { return o.to_node; },
        "which body of that group: index from 0, `first` or `last`");
    t.number(
        "stiffness", [](auto& o) -> auto& { return o.stiffness; }, "N m/rad", "rotational stiffness", non_negative);
    t.number(
        "damping", [](auto& o) -> auto& { return o.damping; }, "N m s/rad",
        "coefficient of a rotational damper parallel to the spring", non_negative);
    t.number(
         "angle", [](auto& o) -> auto& { return o.angle; }, "rad",
         "unstressed angle of `to` minus angle of `body`; default: the initial one")
        .optional();
    t.boolean(
        "implicit", [](auto& o) -> auto& { return o.implicit; },
        "take spring and damper implicitly, as a joint of this name that gives way: stable at any step");
    return t;
  }();
  return table;
}

void TorsionSpring::add_forces(double, VecRef q, VecRef v, VecOut f) const {
  double moment = stiffness_ * (turn(q) - angle_);
  if (damping_ > 0.0) moment += damping_ * rate(q, v);
  a_.add_torque(q, {0.0, 0.0, moment}, f);
  b_.add_torque(q, {0.0, 0.0, -moment}, f);
}

void TorsionSpring::push_springs(VecRef q, SparseColumns& W, std::vector<JointLaw>& laws) const {
  b_.push_angular_velocity(q, Vector3::UnitZ(), W);
  a_.push_angular_velocity(q, -Vector3::UnitZ(), W);
  W.finish_column();
  laws.push_back({stiffness_, damping_});
}

double TorsionSpring::potential(double, VecRef q) const {
  const double twist = turn(q) - angle_;
  return 0.5 * stiffness_ * twist * twist;
}

Work TorsionSpring::work(double, double h, VecRef q, VecRef v_old, VecRef v_new) const {
  const double mean = 0.5 * (rate(q, v_old) + rate(q, v_new));
  return {0.0, h * damping_ * mean * mean};
}

namespace {

std::optional<Marker> find_end(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                               std::vector<Fault>& faults) {
  const auto [body, node] = find_node_of(model, name, keys, faults);
  if (body == nullptr) return std::nullopt;
  const Marker marker = body->marker(node);
  if (marker.can_turn() && marker.dimension() == 2) return marker;
  faults.push_back({{},
                    keys.body,
                    fmt::format("`{}` is a {}: it has no angle", body->name, body->type),
                    "torsion springs are for planar rigid bodies and beams"});
  return std::nullopt;
}

}  // namespace

void add_torsion_spring(Model& model, const std::string& name, const TorsionSpringOptions& options) {
  auto faults = TorsionSpringOptions::parameters().validate(options);
  if (options.stiffness == 0.0 && options.damping == 0.0)
    faults.push_back({{}, "stiffness", "neither spring nor damper", "give a `stiffness` or a `damping` above 0"});
  const auto a = find_end(model, {options.body, options.node, {}}, {}, faults);
  const auto b = is_ground(model, options.to)
                     ? std::optional(Marker::ground(Vector3::Zero()))
                     : find_end(model, {options.to, options.to_node, {}}, {"to", "to_node", "", true}, faults);
  const auto* const body = options.to == options.body ? model.find_body(options.body) : nullptr;
  const bool one_body =
      body != nullptr && find_node(body->nodes, options.node) == find_node(body->nodes, options.to_node);
  if (a && b && one_body) faults.push_back({{}, "to", "both ends are the same body", "name another body, or `ground`"});
  const bool implicit = options.implicit || model.implicit_springs;
  if (implicit) check_new_joint(model, name, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  const double at_start = b->angle(model.initial.q) - a->angle(model.initial.q);
  const double angle = options.angle == as_at_start ? at_start : options.angle;
  if (implicit)
    return model.contacts.last<Joints>().add(
        {name, *a, *b, {Joints::Row::angle(-angle)}, {{options.stiffness, options.damping}}});
  model.system.add(std::make_unique<TorsionSpring>(*a, *b, options.stiffness, options.damping, angle));
}

}  // namespace percuss
