// SPDX-License-Identifier: Apache-2.0
#include "model/notch.hpp"

#include <fmt/format.h>

#include "contact/frame.hpp"
#include "contact/marker_plane.hpp"
#include "model/law_keys.hpp"
#include "model/reference.hpp"

namespace percuss {

const ParameterTable<NotchOptions>& NotchOptions::parameters() {
  static const auto table = [] {
    ParameterTable<NotchOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of a planar rigid body")
        .required();
    t.number(
         "half_length", [](auto& o) -> auto& { return o.half_length; }, "m",
         "half the length a of the slider, along the body's x axis", positive)
        .required();
    t.number(
         "half_height", [](auto& o) -> auto& { return o.half_height; }, "m",
         "half the height b of the slider, along the body's y axis", positive)
        .required();
    t.number(
        "clearance", [](auto& o) -> auto& { return o.clearance; }, "m",
        "clearance c between the slider and either wall when it stands in the middle", non_negative);
    t.numbers(
        "point", [](auto& o) -> auto& { return o.point; }, "m", "a point of the notch's middle line");
    t.numbers(
        "direction", [](auto& o) -> auto& { return o.direction; }, "",
        "direction of the notch, of any length; the wall to the left of it has corners 1 and 2");
    declare_law(t);
    return t;
  }();
  return table;
}

void add_notch(Model& model, const std::string& name, const NotchOptions& options) {
  auto faults = NotchOptions::parameters().validate(options);
  const auto [body, node] = find_node_reference(model, options.body, "first", faults);
  if (body == nullptr || node < 0) throw InputError(std::move(faults));
  if (body->motion != Marker::Motion::planar || body->is_flexible())
    faults.push_back({{},
                      "body",
                      fmt::format("`{}` is a {}, not a rigid body in the plane", body->name, body->type),
                      "a slider turns in its notch: name a planar rigid body"});
  check_components("point", options.point, 2, "the plane", faults);
  check_components("direction", options.direction, 2, "the plane", faults);
  const double length = as_vector(options.direction).stableNorm();
  if (!(length > 0.0))
    faults.push_back({{}, "direction", "the direction has no length", "give a direction, e.g. [1, 0]"});
  if (!faults.empty()) throw InputError(std::move(faults));

  const Vector3 d = as_vector(options.direction) / length, n = quarter_turn(d);
  const double half_width = options.half_height + options.clearance;
  std::vector<Wall> walls;
  for (int corner = 0; corner < 4; ++corner) {
    const double along = corner % 2 == 0 ? -1.0 : 1.0, up = corner < 2 ? 1.0 : -1.0;
    MarkerPlane::Contact contact;
    contact.name = fmt::format("{}.{}", name, corner + 1);
    contact.marker = body->marker(node, {along * options.half_length, up * options.half_height, 0.0});
    contact.plane = as_vector(options.point) + up * half_width * n;
    contact.normal = -up * n;
    contact.tangent = d;
    contact.restitution = options.restitution;
    contact.tangential_restitution = options.tangential_restitution;
    contact.friction = options.friction;
    if (along > 0.0) walls.push_back({Marker::ground(contact.plane), contact.normal, 2});
    model.contacts.last<MarkerPlane>().add(std::move(contact));
  }
  model.scenery.push_back({name, {}, std::move(walls)});
}

}  // namespace percuss
