// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

double tangential_size(const std::array<double, 3>& rows) { return std::hypot(rows[1], rows[2]); }

const Words& known_words() {
  static const Words known{"gap", "force", "friction_force", "percussion", "friction_percussion", "closed"};
  return known;
}

/// `NAME` of `NAME.1`; the whole name of a contact that stands alone.
std::string group_of(const std::string& contact) { return contact.substr(0, contact.find('.')); }

Quantity quantity_of_one(const std::string& name, std::size_t contact, const Words& words, std::size_t at) {
  const auto& word = last_word(name, words, at, known_words(), "A contact");
  if (word == "gap") return {[contact](const Sample& s) { return s.contacts[contact].gap; }};
  if (word == "force") return {[contact](const Sample& s) { return s.contacts[contact].force[0]; }};
  if (word == "friction_force")
    return {[contact](const Sample& s) { return tangential_size(s.contacts[contact].force); }};
  if (word == "percussion") return {[contact](const Sample& s) { return s.percussions[contact][0]; }};
  if (word == "friction_percussion")
    return {[contact](const Sample& s) { return tangential_size(s.percussions[contact]); }};
  return {[contact](const Sample& s) { return s.contacts[contact].closed ? 1.0 : 0.0; }};
}

/// A quantity of contact `k` of a sample, summed over `group`.
template <class Value>
Quantity sum_over(std::vector<std::size_t> group, Value value) {
  return {[group = std::move(group), value](const Sample& s) {
    double sum = 0.0;
    for (const auto k : group) sum += value(s, k);
    return sum;
  }};
}

Quantity quantity_of_group(const std::string& word, std::vector<std::size_t> group) {
  if (word == "gap")
    return {[group = std::move(group)](const Sample& s) {
      double smallest = std::numeric_limits<double>::infinity();
      for (const auto k : group) smallest = std::min(smallest, s.contacts[k].gap);
      return smallest;
    }};
  if (word == "force")
    return sum_over(std::move(group), [](const Sample& s, std::size_t k) { return s.contacts[k].force[0]; });
  if (word == "friction_force")
    return sum_over(std::move(group),
                    [](const Sample& s, std::size_t k) { return tangential_size(s.contacts[k].force); });
  if (word == "percussion")
    return sum_over(std::move(group), [](const Sample& s, std::size_t k) { return s.percussions[k][0]; });
  if (word == "friction_percussion")
    return sum_over(std::move(group), [](const Sample& s, std::size_t k) { return tangential_size(s.percussions[k]); });
  return sum_over(std::move(group), [](const Sample& s, std::size_t k) { return s.contacts[k].closed ? 1.0 : 0.0; });
}

}  // namespace

std::vector<std::size_t> contacts_called(const ContactModel& contacts, const std::string& group) {
  std::vector<std::size_t> called;
  for (Index k = 0; k < contacts.size(); ++k)
    if (group_of(contacts.name(k)) == group) called.push_back(static_cast<std::size_t>(k));
  return called;
}

Words contact_names(const ContactModel& contacts) {
  Words names;
  for (Index k = 0; k < contacts.size(); ++k)
    if (auto group = group_of(contacts.name(k)); names.empty() || names.back() != group)
      names.push_back(std::move(group));  // contacts of one entry are neighbours
  return names;
}

Quantity find_contact_quantity(const ContactModel& contacts, const std::string& name, const Words& words,
                               std::vector<std::size_t> called) {
  if (contacts.name(static_cast<Index>(called[0])) == words[0]) return quantity_of_one(name, called[0], words, 1);
  const auto word = words.size() > 1 ? words[1] : std::string();
  for (const auto k : called)
    if (contacts.name(static_cast<Index>(k)) == words[0] + "." + word) return quantity_of_one(name, k, words, 2);
  const auto& first = contacts.name(static_cast<Index>(called.front()));
  const auto& last = contacts.name(static_cast<Index>(called.back()));
  if (!word.empty() && word.find_first_not_of("0123456789") == std::string::npos)
    refuse_name(name, fmt::format("`{}` has no contact {}", words[0], word),
                fmt::format("its contacts are `{}` to `{}`", first, last));
  const auto whole = fmt::format("`{}`, and each of its contacts `{}` to `{}`,", words[0], first, last);
  return quantity_of_group(last_word(name, words, 1, known_words(), whole), std::move(called));
}

Words standard_contact_quantities(const ContactModel& contacts) {
  constexpr std::size_t many = 8;
  Words names;
  for (const auto& group : contact_names(contacts)) {
    const auto called = contacts_called(contacts, group);
    Words shown{group};
    if (called.size() <= many) {
      shown.clear();
      for (const auto k : called) shown.push_back(contacts.name(static_cast<Index>(k)));
    }
    for (const auto& contact : shown)
      for (const char* quantity : {".gap", ".force", ".percussion"}) names.push_back(contact + quantity);
  }
  return names;
}

}  // namespace percuss
