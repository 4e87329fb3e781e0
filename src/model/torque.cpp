// SPDX-License-Identifier: Apache-2.0
#include "model/torque.hpp"

#include <fmt/format.h>

#include "model/components.hpp"
#include "model/load.hpp"
#include "model/marker_reference.hpp"

namespace percuss {

const ParameterTable<TorqueOptions>& TorqueOptions::parameters() {
  static const auto table = [] {
    ParameterTable<TorqueOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the rigid body or beam")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; },
        "which body of a group, or node of a beam: index from 0, `first` or `last`");
    t.numbers(
        "axis", [](auto& o) -> auto& { return o.axis; }, "",
        "axis of a positive torque in space, of any length; omitted in the plane, where it is z");
    t.choice(
        "axes", [](auto& o) -> auto& { return o.axes; },
        std::vector<std::pair<std::string, Axes>>{{"absolute", Axes::absolute}, {"body", Axes::body}},
        "whether `axis` is fixed in space or turns with the body");
    LoadValue::declare(t, "torque", "N m");
    return t;
  }();
  return table;
}

void Torque::add_forces(double t, VecRef q, VecRef, VecOut f) const { body_.add_torque(q, value_(t) * axis(q), f); }

Work Torque::work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const {
  // R(q) omega changes with omega alone, and so does its component along a body axis: nothing to correct for half a
  // step.
  const Vector3 omega = 0.5 * (body_.angular_velocity(q, v_old) + body_.angular_velocity(q, v_new));
  return {h * value_(t + 0.5 * h) * axis(q).dot(omega), 0.0};
}

void add_torque(Model& model, const TorqueOptions& options) {
  auto faults = TorqueOptions::parameters().validate(options);
  options.check("torque", faults);
  const auto marker = find_marker(model, {options.body, options.node, {}}, {}, faults);
  Vector3 axis = Vector3::UnitZ();
  if (marker && !marker->can_turn())
    faults.push_back(
        {{},
         "body",
         fmt::format("`{}` is a {}: its nodes do not rotate", options.body, model.find_body(options.body)->type),
         "torques act on rigid bodies and beams; use a pair of forces instead"});
  else if (marker && marker->dimension() == 3)
    axis = unit_vector("axis", options.axis, 3, faults);
  else if (marker && !options.axis.empty())
    faults.push_back({{},
                      "axis",
                      fmt::format("`{}` moves in the plane and rotates about z only", options.body),
                      "leave `axis` out; the sign of the torque is that of its value"});
  if (!faults.empty()) throw InputError(std::move(faults));
  model.note_load(options.function());
  model.system.add(std::make_unique<Torque>(*marker, axis, options.axes, options.function()));
}

}  // namespace percuss
