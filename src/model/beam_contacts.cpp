// SPDX-License-Identifier: Apache-2.0
#include "model/beam_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contact/beam_group.hpp"
#include "contact/marker_plane.hpp"
#include "model/law_keys.hpp"
#include "model/named_bodies.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

template <class Options>
void declare_radius(ParameterTable<Options>& t) {
  t.number(
       "radius", [](auto& o) -> auto& { return o.radius; }, "m",
       "radius of the round surface of all these beams; default: half the `section.diameter` of each", positive)
      .optional();
}

template <class Options>
void declare_surface(ParameterTable<Options>& t) {
  declare_law(
      t, [](auto& o) -> auto& { return o.law; });
}

/// With a line of nodes that move in the plane or in space.
constexpr BodyKind beams_only{
    [](const ModelBody& body) { return body.is_flexible() && body.length > 0.0 && body.nodes.dimension >= 2; },
    "a beam"};

/// They move in the same plane or space, and have a radius.
void check_beams(const std::vector<const ModelBody*>& beams, double radius, std::vector<Fault>& faults) {
  for (const auto* const body : beams) {
    if (body->nodes.dimension != beams.front()->nodes.dimension)
      faults.push_back(
          {{},
           "bodies",
           fmt::format("`{}` and `{}` do not move in the same plane or space", beams.front()->name, body->name),
           "name beams of one kind"});
    if (!(radius > 0.0) && !(body->outer_radius > 0.0)) {
      faults.push_back({{},
                        "radius",
                        fmt::format("`{}` is not a circle or tube of one diameter", body->name),
                        "give the radius of the round surface that it has for this contact"});
      return;
    }
  }
}

double radius_of(const ModelBody& body, double given) { return given > 0.0 ? given : body.outer_radius; }

std::vector<BeamGroup::Beam> beams_of(const std::vector<const ModelBody*>& bodies, double radius, int side) {
  std::vector<BeamGroup::Beam> beams;
  for (const auto* const body : bodies) {
    beams.push_back({body->name, {}, radius_of(*body, radius), side});
    for (Index i = 0; i < body->nodes.count; ++i) beams.back().nodes.push_back(body->marker(i));
  }
  return beams;
}

}  // namespace

const ParameterTable<BeamGroupOptions>& BeamGroupOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BeamGroupOptions> t;
    t.text(
        "bodies", [](auto& o) -> auto& { return o.bodies; },
        "names of beams, separated by commas; default: all beams of the model, but those of `others`");
    t.text(
        "others", [](auto& o) -> auto& { return o.others; },
        "names of the beams that those of `bodies` meet, separated by commas; default: they meet each other");
    declare_radius(t);
    declare_surface(t);
    return t;
  }();
  return table;
}

const ParameterTable<BeamPlaneOptions>& BeamPlaneOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BeamPlaneOptions> t;
    t.text(
        "bodies", [](auto& o) -> auto& { return o.bodies; },
        "names of beams, separated by commas; default: all beams of the model");
    declare_radius(t);
    t.numbers(
        "point", [](auto& o) -> auto& { return o.point; }, "m",
        "a point of the line or plane; missing coordinates are 0");
    t.numbers(
        "normal", [](auto& o) -> auto& { return o.normal; }, "",
        "direction from the line or plane to the free side, of any length; missing components are 0");
    declare_surface(t);
    return t;
  }();
  return table;
}

void add_beam_group(Model& model, const std::string& name, const BeamGroupOptions& options) {
  auto faults = BeamGroupOptions::parameters().validate(options);
  std::vector<std::string> seen;
  const bool two_sides = !options.others.empty();
  auto named = options.bodies.empty() ? names_of(model, beams_only) : split_names(options.bodies);
  const auto other_names = two_sides ? split_names(options.others) : std::vector<std::string>{};
  if (options.bodies.empty())  // all the rest
    std::erase_if(named, [&](const auto& n) {
      return std::find(other_names.begin(), other_names.end(), n) != other_names.end();
    });
  auto beams = find_bodies(model, beams_only, "bodies", named, seen, faults);
  const auto others = find_bodies(model, beams_only, "others", other_names, seen, faults);
  if (faults.empty() && (two_sides ? beams.empty() || others.empty() : beams.size() < 2))
    faults.push_back(
        {{},
         "bodies",
         beams.empty() ? "there is no beam" : "one beam alone meets no other",
         "name two or more bodies of type beam, beam_planar, floating_beam, floating_beam_planar or shaft, or those "
         "that it meets as `others`"});
  const std::size_t count = beams.size();
  beams.insert(beams.end(), others.begin(), others.end());
  if (faults.empty()) check_beams(beams, options.radius, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  auto all =
      beams_of({beams.begin(), beams.begin() + static_cast<std::ptrdiff_t>(count)}, options.radius, two_sides ? 1 : 0);
  for (auto& beam : beams_of(others, options.radius, 2)) all.push_back(std::move(beam));
  model.contacts.add(std::make_unique<BeamGroup>(name, std::move(all), options.law));
}

void add_beam_plane(Model& model, const std::string& name, const BeamPlaneOptions& options) {
  auto faults = BeamPlaneOptions::parameters().validate(options);
  std::vector<std::string> seen;
  const auto beams =
      find_bodies(model, beams_only, "bodies",
                  options.bodies.empty() ? names_of(model, beams_only) : split_names(options.bodies), seen, faults);
  if (faults.empty() && beams.empty())
    faults.push_back({{},
                      "bodies",
                      "there is no beam",
                      "name bodies of type beam, beam_planar, floating_beam, floating_beam_planar or shaft"});
  if (faults.empty()) check_beams(beams, options.radius, faults);
  const Index dimension = beams.empty() ? 3 : beams.front()->nodes.dimension;
  check_components("point", options.point, dimension, "a beam", faults);
  check_components("normal", options.normal, dimension, "a beam", faults);
  if (!(as_vector(options.normal).stableNorm() > 0.0))
    faults.push_back({{}, "normal", "the direction has no length", "give a direction, e.g. [0, 1]"});
  if (!faults.empty()) throw InputError(std::move(faults));

  MarkerPlane::Contact contact;
  contact.plane = as_vector(options.point);
  contact.normal = as_vector(options.normal).stableNormalized();
  contact.restitution = options.law.restitution;
  contact.tangential_restitution = options.law.tangential_restitution;
  contact.friction = options.law.friction;
  model.scenery.push_back({name, {}, {{Marker::ground(contact.plane), contact.normal, dimension}}});
  auto& contacts = model.contacts.last<MarkerPlane>();
  Index number = 0;
  for (const auto* const body : beams)
    for (Index i = 0; i < body->nodes.count; ++i) {
      contact.name = fmt::format("{}.{}", name, ++number);
      contact.marker = body->marker(i);
      contact.radius = radius_of(*body, options.radius);
      contacts.add(contact);
    }
}

}  // namespace percuss
