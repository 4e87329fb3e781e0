// SPDX-License-Identifier: Apache-2.0
#include "model/point_face.hpp"

#include <fmt/format.h>

#include <cmath>

#include "contact/frame.hpp"
#include "contact/point_face.hpp"
#include "model/law_keys.hpp"
#include "model/reference.hpp"

namespace percuss {

const ParameterTable<PointFaceOptions>& PointFaceOptions::parameters() {
  static const auto table = [] {
    ParameterTable<PointFaceOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the body with the point")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; }, "node of that body: index from 0, `first` or `last`");
    t.numbers(
         "point", [](auto& o) -> auto& { return o.point; }, "m",
         "point of a rigid body or beam in its axes; default: the body's reference point or the node")
        .optional();
    t.text(
         "other", [](auto& o) -> auto& { return o.other; }, "name of the rigid body with the face")
        .required();
    t.numbers(
        "face", [](auto& o) -> auto& { return o.face; }, "m",
        "a point of the face in the axes of `other`, its middle if the face is bounded; missing coordinates are 0");
    t.numbers(
         "normal", [](auto& o) -> auto& { return o.normal; }, "",
         "direction from the face to the free side, in the axes of `other`, of any length")
        .required();
    t.number(
         "half_length", [](auto& o) -> auto& { return o.half_length; }, "m",
         "half the length of a bounded face, in the plane; unbounded by default", positive)
        .optional();
    t.number(
         "depth", [](auto& o) -> auto& { return o.depth; }, "m",
         "a point that is first seen deeper than this below the face is behind it, not in contact; a tenth of "
         "half_length when absent, without ends no limit. Points that pass an end below the face are behind it always, "
         "but for 5e-4 of half_length and twice what contacts of the same bodies have sunk in; by as much a face ends "
         "earlier for corners that are level with what holds the two bodies apart there, later for those that are held "
         "back from its end",
         positive)
        .optional();
    declare_law(t);
    return t;
  }();
  return table;
}

namespace {

/// The body that has the face, or null and faults.
const ModelBody* find_carrier(const Model& model, const PointFaceOptions& options, std::vector<Fault>& faults) {
  if (options.other == "ground" && model.find_body("ground") == nullptr) {
    faults.push_back(
        {{}, "other", "`ground` is the fixed frame, not a body", "a contact of type `node_wall` is a face of ground"});
    return nullptr;
  }
  const auto* const other = find_node_reference(model, options.other, "first", faults, "other", "other").body;
  if (other == nullptr || other->nodes.count == 0) return nullptr;
  const bool turns = other->motion == Marker::Motion::planar || other->motion == Marker::Motion::spatial;
  if (!turns || other->is_flexible() || !other->radii.empty()) {
    faults.push_back({{},
                      "other",
                      fmt::format("`{}` of type {} has no straight faces", other->name, other->type),
                      "name a rigid body"});
    return nullptr;
  }
  if (other->name == options.body) {
    faults.push_back({{}, "other", "a body cannot touch itself", "name another body"});
    return nullptr;
  }
  return other;
}

void check_face(const PointFaceOptions& options, const ModelBody& body, const ModelBody& other,
                std::vector<Fault>& faults) {
  const Index dimension = other.nodes.dimension;
  check_components("face", options.face, dimension, fmt::format("`{}`", other.name), faults);
  check_components("normal", options.normal, dimension, fmt::format("`{}`", other.name), faults);
  if (!options.normal.empty() && !(as_vector(options.normal).stableNorm() > 0.0))
    faults.push_back({{}, "normal", "the direction has no length", "give a direction, e.g. [0, 1]"});
  if (body.nodes.dimension != dimension)
    faults.push_back(
        {{},
         "other",
         fmt::format("`{}` has {} coordinates and `{}` {}", other.name, dimension, body.name, body.nodes.dimension),
         "bodies that touch move in the same plane or space"});
  if (dimension == 3 && std::isfinite(options.half_length))
    faults.push_back({{}, "half_length", "a face in space has no ends here", "leave `half_length` out"});
}

}  // namespace

void add_point_face(Model& model, const std::string& name, const PointFaceOptions& options) {
  auto faults = PointFaceOptions::parameters().validate(options);
  const auto [body, node] = find_node_reference(model, options.body, options.node, faults);
  const auto* const other = find_carrier(model, options, faults);
  if (body != nullptr && node >= 0) check_point("point", options.point, *body, faults);
  if (body != nullptr && other != nullptr) check_face(options, *body, *other, faults);
  if (!faults.empty()) throw InputError(std::move(faults));

  PointFace::Contact contact;
  contact.name = name;
  contact.marker = marker_of(*body, node, options.point);
  contact.carrier = other->marker(0);
  contact.face = as_vector(options.face);
  contact.normal = as_vector(options.normal).stableNormalized();
  contact.half_length = options.half_length;
  contact.depth = std::isfinite(options.depth) ? options.depth : 0.1 * options.half_length;
  contact.restitution = options.restitution;
  contact.tangential_restitution = options.tangential_restitution;
  contact.friction = options.friction;
  model.scenery.push_back({name, {}, {}});
  if (std::isfinite(contact.half_length)) {
    const Vector3 t = contact.half_length * quarter_turn(contact.normal);
    model.scenery.back().shape.add(DrawnShape::Kind::line,
                                   {other->marker(0, contact.face - t), other->marker(0, contact.face + t)});
  } else {
    model.scenery.back().walls.push_back({other->marker(0, contact.face), contact.normal, other->nodes.dimension});
  }
  model.contacts.last<PointFace>().add(std::move(contact));
}

}  // namespace percuss
