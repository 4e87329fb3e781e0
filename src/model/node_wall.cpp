// SPDX-License-Identifier: Apache-2.0
#include "model/node_wall.hpp"

#include <fmt/format.h>

#include <cmath>

#include "contact/point_plane.hpp"
#include "model/reference.hpp"

namespace percuss {

const ParameterTable<NodeWallOptions>& NodeWallOptions::parameters() {
  static const auto table = [] {
    ParameterTable<NodeWallOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the body")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; }, "node of the body: index from 0, `first` or `last`");
    t.numbers(
        "wall", [](auto& o) -> auto& { return o.wall; }, "m", "a point of the wall; missing coordinates are 0");
    t.numbers(
        "normal", [](auto& o) -> auto& { return o.normal; }, "",
        "direction from the wall to the free side, of any length; missing components are 0");
    t.number(
        "restitution", [](auto& o) -> auto& { return o.restitution; }, "", "Newton's normal restitution eps_n",
        unit_interval);
    t.number(
        "tangential_restitution", [](auto& o) -> auto& { return o.tangential_restitution; }, "",
        "tangential restitution eps_t", unit_interval);
    t.number(
        "friction", [](auto& o) -> auto& { return o.friction; }, "", "Coulomb friction coefficient mu", non_negative);
    return t;
  }();
  return table;
}

namespace {

void check_vector(const char* key, const std::vector<double>& x, Index dimension, std::vector<Fault>& faults) {
  if (x.empty() || static_cast<Index>(x.size()) > dimension)
    faults.push_back({{},
                      key,
                      fmt::format("{} components where the node has {}", x.size(), dimension),
                      remedy_for_components(dimension)});
}

}  // namespace

void add_node_wall(Model& model, const std::string& name, const NodeWallOptions& options) {
  auto faults = NodeWallOptions::parameters().validate(options);
  const auto [body, node] = find_node_reference(model, options.body, options.node, faults);
  if (body == nullptr || node < 0) throw InputError(std::move(faults));
  const Index dimension = body->nodes.dimension;
  check_vector("wall", options.wall, dimension, faults);
  check_vector("normal", options.normal, dimension, faults);
  double length = 0.0;
  for (const double n : options.normal) length = std::hypot(length, n);
  if (!(length > 0.0)) faults.push_back({{}, "normal", "the direction has no length", "give a direction, e.g. [0, 1]"});
  if (options.friction > 0.0 && dimension == 1)
    faults.push_back({{},
                      "friction",
                      fmt::format("`{}` moves on a line: there is no direction to slide in", body->name),
                      "leave `friction` out or 0; bodies that move in the plane or in space have friction"});
  if (!faults.empty()) throw InputError(std::move(faults));

  PointPlane::Contact contact;
  contact.name = name;
  contact.dimension = dimension;
  contact.reference = body->nodes.reference(node);
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) {
    contact.q_row[i] = body->q_row(node, static_cast<Index>(i));
    contact.v_row[i] = body->v_row(node, static_cast<Index>(i));
    if (i < options.wall.size()) contact.plane[i] = options.wall[i];
    if (i < options.normal.size()) contact.normal[i] = options.normal[i] / length;
  }
  contact.restitution = options.restitution;
  contact.tangential_restitution = options.tangential_restitution;
  contact.friction = options.friction;
  model.contacts.last<PointPlane>().add(std::move(contact));
}

}  // namespace percuss
