// SPDX-License-Identifier: Apache-2.0
#include "model/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/components.hpp"
#include "model/marker_reference.hpp"
#include "model/point_force.hpp"
#include "model/reference.hpp"

namespace percuss {

const ParameterTable<ForceOptions>& ForceOptions::parameters() {
  static const auto table = [] {
    ParameterTable<ForceOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the body")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; }, "node of the body: index from 0, `first` or `last`");
    t.numbers(
        "point", [](auto& o) -> auto& { return o.point; }, "m",
        "point of a rigid body or beam at which the force acts, in the body's axes; missing coordinates are 0");
    t.numbers(
        "direction", [](auto& o) -> auto& { return o.direction; }, "",
        "direction of a positive force, fixed in space, of any length; missing components are 0");
    LoadValue::declare(t, "force", "N");
    return t;
  }();
  return table;
}

const ParameterTable<GravityOptions>& GravityOptions::parameters() {
  static const auto table = [] {
    ParameterTable<GravityOptions> t;
    t.numbers(
         "acceleration", [](auto& o) -> auto& { return o.acceleration; }, "m/s^2",
         "acceleration of gravity along the coordinates of the nodes; missing components are 0")
        .required();
    t.text(
        "body", [](auto& o) -> auto& { return o.body; }, "name of the body it acts on; all bodies when absent");
    return t;
  }();
  return table;
}

namespace {

/// The load as the body's own: forces on the rows of its coordinates, which stay in its constant equations of motion.
void add_force_on_rows(const ModelBody& body, Index node, const Vector3& direction, const ForceOptions& options) {
  for (Index i = 0; i < body.nodes.dimension; ++i) {
    if (direction[i] == 0.0) continue;
    body.add_force(body.v_row(node, i) - body.v_offset, options.function().scaled(direction[i]));
  }
}

}  // namespace

void add_force(Model& model, const ForceOptions& options) {
  auto faults = ForceOptions::parameters().validate(options);
  const auto [body, node] = find_node_of(model, {options.body, options.node, {}}, {}, faults);
  const auto marker =
      body == nullptr ? std::nullopt : find_marker(model, {options.body, options.node, options.point}, {}, faults);
  options.check("force", faults);
  const auto direction =
      unit_vector("direction", options.direction, body == nullptr ? 3 : body->nodes.dimension, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  model.note_load(options.function());
  if (body->add_force && body->count == 1 && options.point.empty())
    add_force_on_rows(*body, node, direction, options);
  else
    model.system.add(std::make_unique<PointForce>(*marker, direction, options.function()));
}

void add_gravity(Model& model, const GravityOptions& options) {
  auto faults = GravityOptions::parameters().validate(options);
  if (!options.body.empty() && model.find_body(options.body) == nullptr)
    faults.push_back({{},
                      "body",
                      fmt::format("there is no body `{}`", options.body),
                      remedy_for_unknown(options.body, model.body_names(), "`body`")});
  const auto acts_on = [&](const ModelBody& body) { return options.body.empty() || body.name == options.body; };
  for (const auto& body : model.bodies) {
    if (!acts_on(body)) continue;
    if (!body.add_gravity) {
      faults.push_back({{},
                        "body",
                        fmt::format("the gravity of `{}`, a {}, is one of its own parameters", body.name, body.type),
                        fmt::format("set it in the body `{}`, and name the `body` that this load acts on", body.name)});
      continue;
    }
    const auto given = static_cast<Index>(options.acceleration.size());
    if (given == 0 || given > body.nodes.dimension)
      faults.push_back(
          {{},
           "acceleration",
           fmt::format("{} components where the nodes of `{}` have {}", given, body.name, body.nodes.dimension),
           remedy_for_components(body.nodes.dimension) + ", or name another `body`"});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  std::array<double, 3> acceleration{};
  std::copy(options.acceleration.begin(), options.acceleration.end(), acceleration.begin());
  for (const auto& body : model.bodies)
    if (acts_on(body)) body.add_gravity(acceleration);
}

}  // namespace percuss
