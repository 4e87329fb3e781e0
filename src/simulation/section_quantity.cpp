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

bool bends(const SectionStiffness& stiffness) { return stiffness.bending_z > 0.0; }
bool is_in_space(const SectionStiffness& stiffness) { return stiffness.bending_y > 0.0; }

Words forces_of(const SectionStiffness& stiffness) {
  Words words{"axial_force"};
  if (is_in_space(stiffness)) words.emplace_back("torsional_moment");
  if (!bends(stiffness)) return words;
  words.emplace_back("shear_force");
  words.insert(words.end(), places().begin(), places().end());
  return words;
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

Quantity moment_at(const std::string& name, const Words& words, std::size_t at,
                   const std::shared_ptr<const SectionElement>& element) {
  if (words.size() == at + 1) refuse_name(name, "the force is missing", "end the name with .bending_moment");
  if (words[at + 1] != "bending_moment") refuse_word(name, words[at + 1], {"bending_moment"}, "A place");
  const Index axis = component_across(name, words, at + 1, element->stiffness(), 2);
  const double s = words[at] == "start" ? 0.0 : words[at] == "end" ? 1.0 : 0.5;
  return {[element, axis, s](const Sample& sample) { return element->at(s, sample.state.q).moment[axis]; }};
}

/// The force of one element that the words from `at` on are.
Quantity force_of(const std::string& name, const Words& words, std::size_t at, const SectionElement& its) {
  const auto known = forces_of(its.stiffness());
  if (words.size() <= at)
    refuse_name(name, "the force is missing", fmt::format("end the name with one of: {}", join(known)));
  const auto element = std::make_shared<const SectionElement>(its);
  const auto& word = words[at];
  if (std::find(known.begin(), known.end(), word) == known.end()) refuse_word(name, word, known, "An element");
  if (std::find(places().begin(), places().end(), word) != places().end()) return moment_at(name, words, at, element);
  if (word == "shear_force") {
    const Index axis = component_across(name, words, at, its.stiffness(), 1);
    return {[element, axis](const Sample& s) { return element->at(0.5, s.state.q).shear[axis]; }};
  }
  if (words.size() > at + 1) refuse_rest(name, words, at + 1);
  if (word == "torsional_moment") return {[element](const Sample& s) { return element->at(0.5, s.state.q).moment[0]; }};
  return {[element](const Sample& s) { return element->at(0.5, s.state.q).axial; }};
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
  return force_of(name, words, 3, section_element(body, element));
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
                fmt::format("members {} are at {}: numbers of their cells from 0 along the axes", words[2],
                            members.places(static_cast<std::size_t>(found - directions.begin()))));
  return force_of(name, words, 4, members.element(body, *member));
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
