// SPDX-License-Identifier: Apache-2.0
#include "simulation/section_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/fault.hpp"
#include "model/lattice_members.hpp"

namespace percuss {

namespace {

using Stiffness = SectionStiffness;
using Line = std::vector<SectionElement>;

std::optional<SectionPlace> place_of(const std::string& word) {
  if (word == "start") return SectionPlace::start;
  if (word == "middle") return SectionPlace::middle;
  if (word == "end") return SectionPlace::end;
  return std::nullopt;
}

bool stretches(const Stiffness& stiffness) { return stiffness.axial > 0.0; }
bool bends(const Stiffness& stiffness) { return stiffness.bending_z > 0.0; }
bool is_in_space(const Stiffness& stiffness) { return stiffness.bending_y > 0.0; }

/// The forces of a section; moments that bend with a place where none is named before.
Words forces_of(const Stiffness& stiffness, bool has_place) {
  Words words;
  if (stretches(stiffness)) words.emplace_back("axial_force");
  if (is_in_space(stiffness)) words.emplace_back("torsional_moment");
  if (!bends(stiffness)) return words;
  words.emplace_back("shear_force");
  for (const char* place : {"start.", "middle.", "end."})
    if (!has_place) words.push_back(place + std::string("bending_moment"));
  if (has_place) words.emplace_back("bending_moment");
  return words;
}

/// Of a vector across the element, whose word is at `at`: in the plane the only component that it has.
Index component_across(const std::string& name, const Words& words, std::size_t at, const Stiffness& stiffness,
                       Index in_plane) {
  if (!is_in_space(stiffness)) {
    if (words.size() > at + 1) refuse_rest(name, words, at + 1);
    return in_plane;
  }
  if (words.size() == at + 1)
    refuse_name(name, "the component is missing", "end the name with .y or .z: axes across the element");
  return last_word(name, words, at + 1, {"y", "z"}, fmt::format("`{}`", words[at])) == "y" ? 1 : 2;
}

/// [PLACE.]FORCE, from the word at `at` on, of `what` has it.
Quantity force_of(const std::string& name, const Words& words, std::size_t at, const char* what, Line elements) {
  const auto line = std::make_shared<const Line>(std::move(elements));
  const auto& stiffness = line->front().stiffness();
  const auto named = words.size() > at ? place_of(words[at]) : std::nullopt;
  const auto place = named.value_or(SectionPlace::middle);
  if (named) ++at;
  const auto known = forces_of(stiffness, named.has_value());
  if (words.size() <= at)
    refuse_name(name, "the force is missing", fmt::format("end the name with one of: {}", join(known)));
  const auto& word = words[at];
  if (word == "bending_moment" && bends(stiffness) && !named)
    refuse_name(name, "the place is missing", "one of start, middle, end before bending_moment");
  if (std::find(known.begin(), known.end(), word) == known.end()) refuse_word(name, word, known, what);
  if (word == "axial_force" || word == "torsional_moment") {
    if (words.size() > at + 1) refuse_rest(name, words, at + 1);
    if (word == "axial_force")
      return {[line, place](const Sample& s) { return forces_within(*line, place, s.state.q).axial; }};
    return {[line, place](const Sample& s) { return forces_within(*line, place, s.state.q).moment[0]; }};
  }
  const bool shears = word == "shear_force";
  const Index axis = component_across(name, words, at, stiffness, shears ? 1 : 2);
  return {[line, place, axis, shears](const Sample& s) {
    const auto forces = forces_within(*line, place, s.state.q);
    return (shears ? forces.shear : forces.moment)[axis];
  }};
}

Quantity quantity_of_element(const ModelBody& body, const std::string& name, const Words& words) {
  if (words.size() < 3)
    refuse_name(name, "the element is missing", fmt::format("e.g. {}.elements.first.axial_force", body.name));
  Nodes elements;
  elements.count = body.nodes.count - 1;
  const Index element = find_node(elements, words[2]);
  if (element < 0)
    refuse_name(name, fmt::format("`{}` has no element {}", body.name, words[2]),
                fmt::format("its elements are 0 to {}; `first` and `last` follow the mesh", elements.count - 1));
  return force_of(name, words, 3, "An element", {section_element(body, element)});
}

Quantity quantity_of_member(const ModelBody& body, const std::string& name, const Words& words) {
  const auto& members = *body.members;
  const auto& directions = members.directions();
  const auto example = fmt::format("e.g. {}.members.{}.axial_force", body.name, members.name({0}));
  if (words.size() < 3) refuse_name(name, "the direction of the member is missing", example);
  const auto found = std::find(directions.begin(), directions.end(), words[2]);
  if (found == directions.end())
    refuse_name(name, fmt::format("`{}` has no members along `{}`", body.name, words[2]),
                fmt::format("its members are along {}", join(directions)));
  if (words.size() < 4) refuse_name(name, "the place of the member is missing", example);
  const auto member = members.find(words[2], words[3]);
  if (!member)
    refuse_name(name, fmt::format("`{}` has no member {} at {}", body.name, words[2], words[3]),
                fmt::format("members {} are at {}: numbers of their cells from 0 along the axes{}", words[2],
                            members.places(static_cast<std::size_t>(found - directions.begin())),
                            members.leave_out_feet() ? "; there are none between pinned feet" : ""));
  return force_of(name, words, 4, "A member", members.elements(body, *member));
}

void names_of_element(const std::string& element, const Stiffness& stiffness,
                      const std::function<void(const std::string&)>& visit) {
  for (const auto& force : forces_of(stiffness, false)) {
    const bool is_across = is_in_space(stiffness) && force != "axial_force" && force != "torsional_moment";
    if (!is_across) visit(element + "." + force);
    for (const char* axis : {".y", ".z"})
      if (is_across) visit(element + "." + force + axis);
  }
}

}  // namespace

std::string section_word(const ModelBody& body) { return body.sections ? "elements" : body.members ? "members" : ""; }

Quantity find_section_quantity(const ModelBody& body, const std::string& name, const Words& words) {
  return body.members ? quantity_of_member(body, name, words) : quantity_of_element(body, name, words);
}

void names_of_sections(const ModelBody& body, const std::function<void(const std::string&)>& visit) {
  if (body.sections)
    for (Index e = 0; e + 1 < body.nodes.count; ++e)
      names_of_element(fmt::format("{}.elements.{}", body.name, e), body.sections(e), visit);
  if (body.members)
    body.members->for_all([&](const LatticeMembers::Member& member) {
      names_of_element(fmt::format("{}.members.{}", body.name, body.members->name(member)),
                       body.members->stiffness(member), visit);
    });
}

}  // namespace percuss
