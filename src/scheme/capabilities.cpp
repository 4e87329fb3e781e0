// SPDX-License-Identifier: Apache-2.0
#include "scheme/capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scheme/scheme_registry.hpp"

namespace percuss {

namespace {

/// The first contact that `asks`, or -1.
template <class Asks>
Index first_contact(const ContactModel& contacts, Asks&& asks) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (asks(k)) return k;
  return -1;
}

template <class Asks>
bool some_body(const MechanicalSystem& system, Asks&& asks) {
  for (Index i = 0; i < system.num_bodies(); ++i)
    if (asks(system.body(i))) return true;
  return false;
}

}  // namespace

std::vector<std::string> lacking(const Capabilities& scheme, const MechanicalSystem& system,
                                 const ContactModel& contacts) {
  std::vector<std::string> lacks;
  const Index rubs = first_contact(contacts, [&](Index k) { return contacts.has_friction(k); });
  if (!scheme.friction && rubs >= 0)
    lacks.push_back(fmt::format("friction, which contact `{}` has", contacts.name(rubs)));
  const Index joint = first_contact(contacts, [&](Index k) { return contacts.is_joint(k); });
  if (!scheme.joints && joint >= 0) lacks.push_back(fmt::format("joints, as `{}` is", contacts.name(joint)));
  const Index soft = first_contact(contacts, [&](Index k) { return contacts.gives_way(k); });
  if (!scheme.compliance && soft >= 0)
    lacks.push_back(fmt::format("compliant joints, as `{}` is", contacts.name(soft)));
  const Index driven = first_contact(contacts, [&](Index k) { return contacts.is_driven(k); });
  if (!scheme.drives && driven >= 0) lacks.push_back(fmt::format("motors, as `{}` is", contacts.name(driven)));
  if (!scheme.varying_mass && some_body(system, [](const Body& b) { return !b.has_constant_mass(); }))
    lacks.push_back("bodies whose mass matrix depends on the configuration");
  if (!scheme.kinematics && some_body(system, [](const Body& b) { return b.num_q() != b.num_v(); }))
    lacks.push_back("bodies with a quaternion");
  if (system.num_v() > scheme.most_unknowns)
    lacks.push_back(fmt::format("{} unknowns (at most {})", system.num_v(), scheme.most_unknowns));
  return lacks;
}

void refuse_incapable(const SchemeType& scheme, const MechanicalSystem& system, const ContactModel& contacts) {
  const auto lacks = lacking(scheme.capabilities, system, contacts);
  if (lacks.empty()) return;
  std::vector<std::string> fitting;
  for (const auto& other : scheme_types())
    if (lacking(other.capabilities, system, contacts).empty()) fitting.push_back(other.name);
  throw input_error("simulation.scheme", fmt::format("{} does not support {}", scheme.name, join(lacks, "; nor ")),
                    "schemes that can run this model: " + join(fitting));
}

std::string capability_matrix() {
  const auto word = [](bool can) { return can ? "yes" : "no"; };
  std::string table =
      "| Scheme | friction | joints | compliant joints | motors | M(q) | q' = Y(q) v | flexible bodies |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const auto& type : scheme_types()) {
    const auto& can = type.capabilities;
    table +=
        fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", type.name, word(can.friction), word(can.joints),
                    word(can.compliance), word(can.drives), word(can.varying_mass), word(can.kinematics),
                    can.flexible() ? std::string("yes") : fmt::format("up to {} unknowns", can.most_unknowns));
  }
  return table;
}

}  // namespace percuss
