// SPDX-License-Identifier: Apache-2.0
#include "model/node_wall.hpp"

#include <fmt/format.h>

#include "contact/marker_plane.hpp"
#include "contact/point_plane.hpp"
#include "model/law_keys.hpp"
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
         "point", [](auto& o) -> auto& { return o.point; }, "m",
         "point of a rigid body or beam in its axes; default: the body's reference point, or the node of a beam")
        .optional();
    t.numbers(
        "wall", [](auto& o) -> auto& { return o.wall; }, "m", "a point of the wall; missing coordinates are 0");
    t.numbers(
        "normal", [](auto& o) -> auto& { return o.normal; }, "",
        "direction from the wall to the free side, of any length; missing components are 0");
    declare_law(t);
    return t;
  }();
  return table;
}

namespace {

/// A point that never turns: its W is constant.
PointPlane::Contact point_contact(const ModelBody& body, Index node, const Vector3& wall, const Vector3& normal) {
  PointPlane::Contact contact;
  contact.dimension = body.nodes.dimension;
  contact.reference = body.nodes.reference(node);
  for (Index i = 0; i < contact.dimension; ++i) {
    const auto at = static_cast<std::size_t>(i);
    contact.q_row[at] = body.q_row(node, i);
    contact.v_row[at] = body.v_row(node, i);
    contact.plane[at] = wall[i];
    contact.normal[at] = normal[i];
  }
  return contact;
}

MarkerPlane::Contact marker_contact(const Marker& marker, const Vector3& wall, const Vector3& normal) {
  MarkerPlane::Contact contact;
  contact.marker = marker;
  contact.plane = wall;
  contact.normal = normal;
  return contact;
}

/// Gives the contact its name and law, and puts it among others of its kind.
template <class Contacts, class Contact>
void add_with_law(Model& model, const std::string& name, const NodeWallOptions& options, Contact contact) {
  contact.name = name;
  contact.restitution = options.restitution;
  contact.tangential_restitution = options.tangential_restitution;
  contact.friction = options.friction;
  model.contacts.last<Contacts>().add(std::move(contact));
}

}  // namespace

void add_node_wall(Model& model, const std::string& name, const NodeWallOptions& options) {
  auto faults = NodeWallOptions::parameters().validate(options);
  const auto [body, node] = find_node_reference(model, options.body, options.node, faults);
  if (body == nullptr || node < 0) throw InputError(std::move(faults));
  const Index dimension = body->nodes.dimension;
  check_point("point", options.point, *body, faults);
  check_components("wall", options.wall, dimension, "the node", faults);
  check_components("normal", options.normal, dimension, "the node", faults);
  const double length = as_vector(options.normal).stableNorm();
  if (!(length > 0.0)) faults.push_back({{}, "normal", "the direction has no length", "give a direction, e.g. [0, 1]"});
  if (options.friction > 0.0 && dimension == 1)
    faults.push_back({{},
                      "friction",
                      fmt::format("`{}` moves on a line: there is no direction to slide in", body->name),
                      "leave `friction` out or 0; bodies that move in the plane or in space have friction"});
  if (!faults.empty()) throw InputError(std::move(faults));

  const Vector3 wall = as_vector(options.wall), normal = as_vector(options.normal) / length;
  model.scenery.push_back({name, {}, {{Marker::ground(wall), normal, dimension}}});
  if (body->motion == Marker::Motion::translation)
    add_with_law<PointPlane>(model, name, options, point_contact(*body, node, wall, normal));
  else
    add_with_law<MarkerPlane>(model, name, options,
                              marker_contact(marker_of(*body, node, options.point), wall, normal));
}

}  // namespace percuss
