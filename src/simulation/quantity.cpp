// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity.hpp"

#include <fmt/format.h>

#include "core/fault.hpp"
#include "simulation/body_quantity.hpp"
#include "simulation/contact_quantity.hpp"
#include "simulation/joint_quantity.hpp"
#include "simulation/quantity_words.hpp"

namespace percuss {

namespace {

Quantity energy_quantity(const std::string& name, const Words& words) {
  const auto& word = last_word(name, words, 1, energy_words(), "`energy`");
  if (word == "kinetic") return of_state({[](const Sample& s) { return s.energy.kinetic; }, true});
  if (word == "potential") return of_state({[](const Sample& s) { return s.energy.potential; }, true});
  if (word == "total") return of_state({[](const Sample& s) { return s.energy.total(); }, true});
  if (word == "scheme") return {[](const Sample& s) { return s.ledger.scheme(s.energy.total()); }, true};
  if (word == "applied") return {[](const Sample& s) { return s.ledger.applied; }};
  if (word == "damping") return {[](const Sample& s) { return s.ledger.damping; }};
  if (word == "friction") return {[](const Sample& s) { return s.ledger.friction; }};
  return {[](const Sample& s) { return s.ledger.impact; }};
}

Quantity solver_quantity(const std::string& name, const Words& words) {
  const auto& word = last_word(name, words, 1, solver_words(), "`solver`");
  if (word == "residual") return {[](const Sample& s) { return s.certificates.residual; }};
  if (word == "complementarity") return {[](const Sample& s) { return s.certificates.complementarity; }};
  if (word == "min_gap") return {[](const Sample& s) { return s.certificates.min_gap(); }};
  return {[](const Sample& s) { return s.certificates.drift; }};
}

}  // namespace

const Words& energy_words() {
  static const Words words{"kinetic", "potential", "total", "applied", "damping", "friction", "impact", "scheme"};
  return words;
}

const Words& solver_words() {
  static const Words words{"residual", "complementarity", "min_gap", "drift"};
  return words;
}

Quantity find_quantity(const Model& model, const std::string& name) {
  const auto words = split_name(name);
  if (words[0] == "energy") return energy_quantity(name, words);
  if (words[0] == "solver") return solver_quantity(name, words);
  if (auto called = contacts_called(model.contacts, words[0]); !called.empty())
    return model.contacts.is_joint(static_cast<Index>(called.front()))
               ? find_joint_quantity(model.contacts, name, words, called)
               : find_contact_quantity(model.contacts, name, words, std::move(called));
  if (const auto* body = model.find_body(words[0])) return of_state(find_body_quantity(model, *body, name, words));
  auto names = model.body_names();
  const auto contacts = contact_names(model.contacts);
  names.insert(names.end(), contacts.begin(), contacts.end());
  names.insert(names.end(), {"energy", "solver"});
  refuse_name(name, fmt::format("there is no contact or body `{}`", words[0]),
              remedy_for_unknown(words[0], names, "The first word"));
}

std::vector<std::string> standard_quantities(const Model& model) {
  auto names = standard_contact_quantities(model.contacts);
  names.push_back("energy.total");
  return names;
}

}  // namespace percuss
