// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/joint_quantity.hpp"

namespace percuss {

namespace {

double tangential_size(const std::array<double, 3>& rows) { return std::hypot(rows[1], rows[2]); }

/// `NAME` of `NAME.1`; the whole name of a contact that stands alone.
std::string group_of(const std::string& contact) { return contact.substr(0, contact.find('.')); }

/// `contact` is `name`, or one of the group `name`.
bool is_called(const std::string& contact, const std::string& name) {
  return contact.starts_with(name) && (contact.size() == name.size() || contact[name.size()] == '.');
}

Quantity quantity_of_one(const std::string& name, std::size_t contact, const Words& words, std::size_t at) {
  const auto& word = last_word(name, words, at, contact_words(), "A contact");
  if (word == "gap") return of_state({[contact](const Sample& s) { return s.contacts[contact].gap; }});
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
    return of_state({[group = std::move(group)](const Sample& s) {
      double smallest = std::numeric_limits<double>::infinity();
      for (const auto k : group) smallest = std::min(smallest, s.contacts[k].gap);
      return smallest;
    }});
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

const Words& contact_words() {
  static const Words words{"gap", "force", "friction_force", "percussion", "friction_percussion", "closed"};
  return words;
}

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
  const auto name_of = [&](std::size_t k) -> const std::string& { return contacts.name(static_cast<Index>(k)); };
  std::string group = words[0];
  std::size_t at = 1;  // the word behind `group`
  while (name_of(called[0]) != group) {
    const auto word = at < words.size() ? words[at] : std::string();
    std::vector<std::size_t> deeper;  // `box.left` of `box`, `box.left.3` of `box.left`
    for (const auto k : called)
      if (is_called(name_of(k), group + "." + word)) deeper.push_back(k);
    if (!deeper.empty()) {
      called = std::move(deeper);
      group += "." + word;
      ++at;
      continue;
    }
    const auto &first = name_of(called.front()), &last = name_of(called.back());
    if (!word.empty() && word.find_first_not_of("0123456789") == std::string::npos)
      refuse_name(name, fmt::format("`{}` has no contact {}", group, word),
                  fmt::format("its contacts are `{}` to `{}`", first, last));
    const auto whole = fmt::format("`{}`, and each of its contacts `{}` to `{}`,", group, first, last);
    return quantity_of_group(last_word(name, words, at, contact_words(), whole), std::move(called));
  }
  return quantity_of_one(name, called[0], words, at);
}

Words standard_contact_quantities(const ContactModel& contacts) {
  constexpr std::size_t many = 8;
  Words names;
  for (const auto& group : contact_names(contacts)) {
    const auto called = contacts_called(contacts, group);
    if (contacts.is_joint(static_cast<Index>(called.front()))) {
      const auto reactions = standard_joint_quantities(contacts, group, called);
      names.insert(names.end(), reactions.begin(), reactions.end());
      continue;
    }
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

Words all_contact_quantities(const ContactModel& contacts) {
  Words names;
  for (Index k = 0; k < contacts.size(); ++k) {
    if (contacts.is_joint(k)) continue;
    for (const auto& word : contact_words())
      if (contacts.has_friction(k) || !word.starts_with("friction_")) names.push_back(contacts.name(k) + "." + word);
  }
  return names;
}

}  // namespace percuss
