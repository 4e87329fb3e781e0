// SPDX-License-Identifier: Apache-2.0
#include "simulation/section_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/fault.hpp"
#include "model/lattice_members.hpp"

namespace percuss {

namespace {

const Words& places() {
  static const Words words{"start", "middle", "end"};
  return words;
}

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Words with_places(Words words) {
  words.insert(words.end(), places().begin(), places().end());
  return words;
}

bool bends(const SectionStiffness& stiffness) { return stiffness.bending_z > 0.0; }
bool is_in_space(const SectionStiffness& stiffness) { return stiffness.bending_y > 0.0; }

Words forces_of(const SectionStiffness& stiffness) {
  Words words{"axial_force"};
  if (is_in_space(stiffness)) words.emplace_back("torsional_moment");
  if (bends(stiffness)) words.insert(words.end(), {"shear_force", "bending_moment"});
  return words;
}

/// An element, or the elements of a member from end to end.
using Line = std::vector<SectionElement>;
SectionForces forces_at(const Line& line, double s, VecRef q) {
  const double x = s * static_cast<double>(line.size());
  const auto e = std::min(static_cast<std::size_t>(x), line.size() - 1);
  return line[e].at(x - static_cast<double>(e), q);
}

/// Of a vector across the element, whose word is at `at`: in the plane the only component that it has.
Index component_across(const std::string& name, const Words& words, std::size_t at, const SectionStiffness& stiffness,
                       Index in_plane) {
  if (!is_in_space(stiffness)) {
    if (words.size() > at + 1) refuse_rest(name, words, at + 1);
    return in_plane;
  }
  if (words.size() == at + 1)
    refuse_name(name, "the component is missing", "end the name with .y or .z: axes across the element");
  return last_word(name, words, at + 1, {"y", "z"}, fmt::format("`{}`", words[at])) == "y" ? 1 : 2;
}

/// [PLACE.]FORCE, from the word at `at` on.
Quantity force_of(const std::string& name, const Words& words, std::size_t at, Line elements) {
  const auto line = std::make_shared<const Line>(std::move(elements));
  const auto& stiffness = line->front().stiffness();
  const auto known = forces_of(stiffness);
  const bool has_place = words.size() > at && contains(places(), words[at]);
  const double s = !has_place || words[at] == "middle" ? 0.5 : words[at] == "start" ? 0.0 : 1.0;
  if (has_place) ++at;
  if (words.size() <= at)
    refuse_name(name, "the force is missing", fmt::format("end the name with one of: {}", join(known)));
  const auto& word = words[at];
  if (!contains(known, word))
    refuse_word(name, word, has_place ? known : with_places(known), has_place ? "A place" : "An element");
  if (word == "bending_moment" && !has_place)
    refuse_name(name, "the place is missing", fmt::format("one of {} before bending_moment", join(places())));
  if (word == "axial_force" || word == "torsional_moment") {
    if (words.size() > at + 1) refuse_rest(name, words, at + 1);
    if (word == "axial_force")
      return {[line, s](const Sample& sample) { return forces_at(*line, s, sample.state.q).axial; }};
    return {[line, s](const Sample& sample) { return forces_at(*line, s, sample.state.q).moment[0]; }};
  }
  const bool shears = word == "shear_force";
  const Index axis = component_across(name, words, at, stiffness, shears ? 1 : 2);
  return {[line, s, axis, shears](const Sample& sample) {
    const auto forces = forces_at(*line, s, sample.state.q);
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
  return force_of(name, words, 3, {section_element(body, element)});
}

Quantity quantity_of_member(const ModelBody& body, const std::string& name, const Words& words) {
  const auto& members = *body.members;
  const auto& directions = members.directions();
  const auto example = fmt::format("e.g. {}.members.{}.axial_force", body.name, members.name({0}));
  if (words.size() < 3) refuse_name(name, "the direction of the member is missing", example);
  const auto found = std::find(directions.begin(), directions.end(), words[2]);
  if (found == directions.end()) refuse_word(name, words[2], directions, "Members of this lattice");
  if (words.size() < 4) refuse_name(name, "the place of the member is missing", example);
  const auto member = members.find(words[2], words[3]);
  if (!member)
    refuse_name(name, fmt::format("`{}` has no member {} at {}", body.name, words[2], words[3]),
                fmt::format("members {} are at {}, but not between pinned feet: numbers of their cells from 0 along "
                            "the axes",
                            words[2], members.places(static_cast<std::size_t>(found - directions.begin()))));
  return force_of(name, words, 4, members.elements(body, *member));
}

void names_of_element(const std::string& element, const SectionStiffness& stiffness,
                      const std::function<void(const std::string&)>& visit) {
  const auto across = [&](const std::string& name) {
    if (is_in_space(stiffness))
      for (const char* axis : {".y", ".z"}) visit(name + axis);
    else
      visit(name);
  };
  visit(element + ".axial_force");
  if (is_in_space(stiffness)) visit(element + ".torsional_moment");
  if (!bends(stiffness)) return;
  across(element + ".shear_force");
  for (const auto& place : places()) across(element + "." + place + ".bending_moment");
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
