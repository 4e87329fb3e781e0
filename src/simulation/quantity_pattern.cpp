// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity_pattern.hpp"

#include <fmt/format.h>

#include <functional>

#include "core/fault.hpp"
#include "simulation/contact_quantity.hpp"
#include "simulation/quantity.hpp"
#include "simulation/section_quantity.hpp"

namespace percuss {

namespace {

using Visit = std::function<void(const std::string&)>;

/// NAME, NAME.x, NAME.y, NAME.z: those that there are not drop out later.
void with_components(const std::string& name, const Visit& visit) {
  visit(name);
  for (const char* axis : {".x", ".y", ".z"}) visit(name + axis);
}

void names_of_contact(const ContactModel& contacts, Index k, const Visit& visit) {
  const auto& name = contacts.name(k);
  for (const auto& word : contact_words()) visit(name + "." + word);
}

/// Nodes and components have second names (`first`, `last`, `body`): those are for patterns that say them.
bool says(std::string_view pattern, std::string_view word) { return pattern.find(word) != std::string_view::npos; }

/// Parts of a joint are contacts of their own, JOINT.1, JOINT.2, with `rows` in all.
void names_of_joint(const std::string& joint, Index rows, std::string_view pattern, const Visit& visit) {
  const auto words = {".force", ".moment", ".percussion", ".moment_percussion"};
  for (const char* word : words) with_components(joint + word, visit);
  if (says(pattern, ".body"))
    for (const char* word : {".force.body", ".moment.body"}) with_components(joint + word, visit);
  for (Index row = 1; row <= rows; ++row)
    for (const char* word : words) visit(fmt::format("{}.rows.{}{}", joint, row, word));
}

void names_of_body(const ModelBody& body, std::string_view pattern, const Visit& visit) {
  const auto named = [&](const std::string& of) {
    for (const auto* names : {&body.q_names, &body.v_names})
      for (const auto& name : *names) visit(of + "." + name);
  };
  if (body.count == 1) named(body.name);
  for (const char* word : {".mean_position", ".mean_velocity", ".momentum"}) with_components(body.name + word, visit);
  const auto names_of_node = [&](const std::string& of) {
    if (!body.is_flexible()) named(of);
    for (const char* word : {".displacement", ".position", ".velocity", ".deflection", ".rotation", ".omega", ".angle"})
      with_components(of + word, visit);
  };
  for (Index node = 0; node < body.nodes.count; ++node) names_of_node(fmt::format("{}.nodes.{}", body.name, node));
  for (const char* end : {".first", ".last"})
    if (body.nodes.count > 0 && says(pattern, end)) names_of_node(body.name + ".nodes" + end);
  names_of_sections(body, visit);
}

/// All that `find_quantity` may know, and some that it does not.
void candidates(const Model& model, std::string_view pattern, const Visit& visit) {
  const auto& contacts = model.contacts;
  const auto joint_of = [&](Index k) { return contacts.name(k).substr(0, contacts.name(k).find('.')); };
  for (Index k = 0; k < contacts.size();) {
    if (!contacts.is_joint(k)) {
      names_of_contact(contacts, k++, visit);
      continue;
    }
    const auto joint = joint_of(k);
    Index rows = 0;
    for (; k < contacts.size() && contacts.is_joint(k) && joint_of(k) == joint; ++k) rows += contacts.num_rows(k);
    names_of_joint(joint, rows, pattern, visit);
  }
  for (const auto& body : model.bodies) names_of_body(body, pattern, visit);
  for (const auto& word : energy_words()) visit("energy." + word);
  for (const auto& word : solver_words()) visit("solver." + word);
}

bool is_quantity(const Model& model, const std::string& name) {
  try {
    find_quantity(model, name);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

bool is_pattern(std::string_view text) { return text.find_first_of("*?") != std::string_view::npos; }

/// Of two stars the first takes as little as it can: then the second may take the rest.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<std::string> matching_quantities(const Model& model, const std::string& pattern) {
  std::vector<std::string> found;
  std::size_t count = 0;
  candidates(model, pattern, [&](const std::string& name) {
    if (!matches(pattern, name) || !is_quantity(model, name)) return;
    if (++count <= most_matches) found.push_back(name);
  });
  if (count == 0)
    throw input_error("", fmt::format("`{}` matches no quantity of the model", pattern),
                      "`*` stands for any characters, `?` for one: *.gap, rod.nodes.*.position.x, pins.*.force");
  if (count > most_matches)
    throw input_error("", fmt::format("`{}` matches {} quantities", pattern, count),
                      fmt::format("choose one that matches {} or fewer; states (`outputs.states_every`) hold all "
                                  "coordinates and velocities",
                                  most_matches));
  return found;
}

}  // namespace percuss
