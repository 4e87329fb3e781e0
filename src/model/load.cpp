// SPDX-License-Identifier: Apache-2.0
#include "model/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
        "direction", [](auto& o) -> auto& { return o.direction; }, "",
        "direction of a positive force, of any length; missing components are 0");
    t.number(
        "value", [](auto& o) -> auto& { return o.value; }, "N", "constant force; give this or `history`");
    t.table(
        "history", [](auto& o) -> auto& { return o.history; }, "s, N",
        "force over time as [t, F] pairs, linear between them and held outside");
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

void add_force(Model& model, const ForceOptions& options) {
  auto faults = ForceOptions::parameters().validate(options);
  const auto [body, node] = find_node_reference(model, options.body, options.node, faults);
  if (options.value != 0.0 && !options.history.empty())
    faults.push_back({{}, "history", "both `value` and `history` are given", "give one of them"});
  if (options.value == 0.0 && options.history.empty())
    faults.push_back({{}, "value", "the force is zero at all times", "give a `value` other than 0, or a `history`"});
  double length = 0.0;
  for (const double d : options.direction) length = std::hypot(length, d);
  if (!(length > 0.0))
    faults.push_back({{}, "direction", "the direction has no length", "give a direction, e.g. [0, 1]"});
  if (body != nullptr && static_cast<Index>(options.direction.size()) > body->nodes.dimension)
    faults.push_back(
        {{},
         "direction",
         fmt::format("{} components where the node has {}", options.direction.size(), body->nodes.dimension),
         remedy_for_components(body->nodes.dimension)});
  if (!faults.empty()) throw InputError(std::move(faults));
  for (std::size_t i = 0; i < options.direction.size(); ++i) {
    const double share = options.direction[i] / length;
    if (share == 0.0) continue;
    Table scaled = options.history;
    for (auto& entry : scaled) entry.second *= share;
    body->add_force(body->v_row(node, static_cast<Index>(i)) - body->v_offset,
                    scaled.empty() ? TimeFunction(options.value * share) : TimeFunction(scaled));
  }
}

void add_gravity(Model& model, const GravityOptions& options) {
  auto faults = GravityOptions::parameters().validate(options);
  if (!options.body.empty() && model.find_body(options.body) == nullptr)
    faults.push_back({{},
                      "body",
                      fmt::format("there is no body `{}`", options.body),
                      remedy_for_unknown(options.body, model.body_names(), "`body`")});
  for (const auto& body : model.bodies) {
    if (!options.body.empty() && body.name != options.body) continue;
    const auto given = static_cast<Index>(options.acceleration.size());
    if (given == 0 || given > body.nodes.dimension) {
      faults.push_back(
          {{},
           "acceleration",
           fmt::format("{} components where the nodes of `{}` have {}", given, body.name, body.nodes.dimension),
           remedy_for_components(body.nodes.dimension) + ", or name another `body`"});
      continue;
    }
    if (!faults.empty()) continue;
    std::array<double, 3> acceleration{};
    std::copy(options.acceleration.begin(), options.acceleration.end(), acceleration.begin());
    body.add_gravity(acceleration);
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace percuss
