// SPDX-License-Identifier: Apache-2.0
#include "model/circle_in_circle.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "contact/circle_in_circle.hpp"
#include "contact/frame.hpp"
#include "model/law_keys.hpp"
#include "model/marker_reference.hpp"
#include "model/reference.hpp"
#include "model/shape_options.hpp"

namespace percuss {

const ParameterTable<CircleInCircleOptions>& CircleInCircleOptions::parameters() {
  static const auto table = [] {
    ParameterTable<CircleInCircleOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the body with the inner circle, the journal")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; }, "node of that body: index from 0, `first` or `last`");
    t.numbers(
         "point", [](auto& o) -> auto& { return o.point; }, "m",
         "centre of the journal on a rigid body or beam, in its axes; default: the body's reference point or the node")
        .optional();
    t.number(
         "radius", [](auto& o) -> auto& { return o.radius; }, "m",
         "radius of the journal; only a `disc` or `discs` has one by default, its own", positive)
        .optional();
    t.text(
        "to", [](auto& o) -> auto& { return o.to; }, "name of the body with the outer circle, the ring, or `ground`");
    t.node(
        "to_node", [](auto& o) -> auto& { return o.to_node; }, "node of `to`");
    t.numbers(
         "to_point", [](auto& o) -> auto& { return o.to_point; }, "m",
         "centre of the ring in the axes of `to`; default: its reference point or node, the origin for `ground`")
        .optional();
    t.number(
         "ring_radius", [](auto& o) -> auto& { return o.ring_radius; }, "m", "inner radius of the ring, above `radius`",
         positive)
        .required();
    t.numbers(
         "axis", [](auto& o) -> auto& { return o.axis; }, "",
         "in space, required: direction normal to the plane of the ring, in the axes of `to`, of any length")
        .optional();
    declare_law(
        t, [](auto& o) -> auto& { return o.law; });
    return t;
  }();
  return table;
}

namespace {

/// The journal's radius, for a disc its own by default; a fault where there is none.
double find_radius(const CircleInCircleOptions& options, const ModelBody& body, Index node,
                   std::vector<Fault>& faults) {
  if (std::isfinite(options.radius)) return options.radius;
  if (!body.radii.empty()) return body.radii[static_cast<std::size_t>(node)];
  faults.push_back({{},
                    "radius",
                    fmt::format("`{}` of type {} has no radius of its own", body.name, body.type),
                    "give the radius of the journal"});
  return options.radius;
}

void check_bodies(const Model& model, const CircleInCircleOptions& options, const ModelBody& body,
                  std::vector<Fault>& faults) {
  const Index dimension = body.nodes.dimension;
  if (dimension < 2)
    faults.push_back({{},
                      "body",
                      fmt::format("`{}` moves on a line: there is no plane for a circle", body.name),
                      "name a body that moves in the plane or in space"});
  if (is_ground(model, options.to)) {
    if (static_cast<Index>(options.to_point.size()) > dimension)
      check_components("to_point", options.to_point, dimension, fmt::format("`{}`", body.name), faults);
    return;
  }
  const auto* const other = model.find_body(options.to);
  if (other == &body)
    faults.push_back({{}, "to", "journal and ring are on the same body", "name another body, or `ground`"});
  else if (other != nullptr && other->nodes.count > 0 && other->nodes.dimension != dimension)
    faults.push_back(
        {{},
         "to",
         fmt::format("`{}` has {} coordinates and `{}` {}", other->name, other->nodes.dimension, body.name, dimension),
         "bodies that touch move in the same plane or space"});
}

void check_axis(const std::vector<double>& axis, Index dimension, std::vector<Fault>& faults) {
  if (dimension < 3) {
    if (!axis.empty()) faults.push_back({{}, "axis", "in the plane the axis is z", "leave `axis` out"});
    return;
  }
  if (axis.empty()) {
    faults.push_back({{}, "axis", "a circle in space needs the axis of its plane", "give a direction, e.g. [1, 0, 0]"});
    return;
  }
  check_components("axis", axis, dimension, "the motion", faults);
  if (!(as_vector(axis).stableNorm() > 0.0))
    faults.push_back({{}, "axis", "the direction has no length", "give a direction, e.g. [1, 0, 0]"});
}

}  // namespace

void add_circle_in_circle(Model& model, const std::string& name, const CircleInCircleOptions& options) {
  auto faults = CircleInCircleOptions::parameters().validate(options);
  CircleInCircle::Contact contact;
  const auto journal = find_marker(model, {options.body, options.node, options.point}, {}, faults);
  const auto ring = find_marker_or_ground(model, {options.to, options.to_node, options.to_point},
                                          {"to", "to_node", "to_point"}, faults);
  if (journal) {
    const auto& body = *model.find_body(options.body);
    contact.radius = find_radius(options, body, find_node(body.nodes, options.node), faults);
    check_bodies(model, options, body, faults);
    check_axis(options.axis, body.nodes.dimension, faults);
    if (std::isfinite(contact.radius) && options.ring_radius > 0.0 &&
        !(contact.radius < options.ring_radius && std::isfinite(options.ring_radius)))
      faults.push_back(
          {{},
           "ring_radius",
           fmt::format("{:.6g} m is not above the journal's radius {:.6g} m", options.ring_radius, contact.radius),
           "the ring is the larger circle: give it a radius above `radius`"});
  }
  if (!faults.empty()) throw InputError(std::move(faults));

  contact.name = name;
  contact.journal = *journal;
  contact.ring = *ring;
  contact.ring_radius = options.ring_radius;
  if (!options.axis.empty()) contact.axis = as_vector(options.axis).stableNormalized();
  contact.law = options.law;
  constexpr Index corners = 48;
  const auto [x, y] = journal->dimension() == 2 ? std::array<Vector3, 2>{Vector3::UnitX(), Vector3::UnitY()}
                                                : tangents_of(contact.axis);
  DrawnShape drawn;
  drawn.add(DrawnShape::Kind::polygon, circle_about(*ring, options.ring_radius, x, y, corners));
  model.scenery.push_back({name, std::move(drawn), {}});
  model.contacts.last<CircleInCircle>().add(std::move(contact));
}

}  // namespace percuss
