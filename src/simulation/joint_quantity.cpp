// SPDX-License-Identifier: Apache-2.0
#include "simulation/joint_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>

#include "core/fault.hpp"
#include "core/joint_model.hpp"

namespace percuss {

namespace {

using Parts = std::vector<std::size_t>;

const Words axis_names{"x", "y", "z"};

/// Of all parts of a joint.
ReactionForm form_of(const ContactModel& contacts, const Parts& parts) {
  ReactionForm all;
  for (const auto k : parts) {
    const auto form = find_joint(contacts, static_cast<Index>(k)).form();
    all.force = std::max(all.force, form.force);
    all.moment = std::max(all.moment, form.moment);
  }
  return all;
}

/// Summed over the parts; not a number where the sample has been made without joints.
Eigen::Vector3d vector_of(const Sample& sample, const Parts& parts, bool percussion, bool moment) {
  if (sample.joints.empty()) return Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const auto k : parts) {
    const auto& reaction = percussion ? sample.joints[k].percussion : sample.joints[k].force;
    sum += moment ? reaction.moment : reaction.force;
  }
  return sum;
}

/// The words behind `force`, `moment`, ...: nothing, a component, or `body` and a component.
Quantity component_quantity(const std::string& name, const Words& words, const Parts& parts, Index components) {
  const bool moment = words[1].starts_with("moment"), percussion = words[1].ends_with("percussion");
  const bool about_z = components == 1 && moment;
  std::size_t at = 2;
  const bool body_axes = words.size() > at && words[at] == "body" && !percussion;
  if (body_axes) ++at;
  Words known;
  for (Index i = 0; i < components; ++i) known.push_back(axis_names[static_cast<std::size_t>(about_z ? 2 : i)]);
  if (words.size() <= at && !body_axes) {
    if (about_z) return {[=](const Sample& s) { return vector_of(s, parts, percussion, true)[2]; }, false, true};
    return {[=](const Sample& s) { return vector_of(s, parts, percussion, moment).norm(); }, false, true};
  }
  auto accepted = known;
  if (!percussion && !body_axes) accepted.emplace_back("body");
  const auto& word = last_word(name, words, at, accepted, fmt::format("`{}`", join(std::span(words).first(at), ".")));
  const auto axis = std::find(axis_names.begin(), axis_names.end(), word) - axis_names.begin();
  if (!body_axes) return {[=](const Sample& s) { return vector_of(s, parts, percussion, moment)[axis]; }, false, true};
  return {[=](const Sample& s) {
            const auto vector = vector_of(s, parts, false, moment);
            return s.joints.empty() ? vector[0] : s.joints[parts.front()].axes.col(axis).dot(vector);
          },
          false, true};
}

/// `rows.NUMBER.force`: one row, with its sign.
Quantity row_quantity(const ContactModel& contacts, const std::string& name, const Words& words, const Parts& parts) {
  Index count = 0;
  for (const auto k : parts) count += contacts.num_rows(static_cast<Index>(k));
  Index number = 0;
  const auto word = words.size() > 2 ? words[2] : std::string();
  const auto* last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  if (word.empty() || end != last || error != std::errc() || number < 1 || number > count)
    refuse_name(name, word.empty() ? "the row is missing" : fmt::format("`{}` has no row {}", words[0], word),
                fmt::format("its rows are 1 to {}", count));
  Index row = number - 1;
  std::size_t part = parts.front();
  for (const auto k : parts) {
    part = k;
    if (row < contacts.num_rows(static_cast<Index>(k))) break;
    row -= contacts.num_rows(static_cast<Index>(k));
  }
  const auto r = static_cast<std::size_t>(row);
  const bool moment = find_joint(contacts, static_cast<Index>(part)).form().is_moment[r];
  const Words known = moment ? Words{"moment", "moment_percussion"} : Words{"force", "percussion"};
  if (last_word(name, words, 3, known, fmt::format("Row {} of `{}`", number, words[0])) == known[0])
    return {[part, r](const Sample& s) { return s.contacts[part].force[r]; }};
  return {[part, r](const Sample& s) { return s.percussions[part][r]; }};
}

}  // namespace

Quantity find_joint_quantity(const ContactModel& contacts, const std::string& name, const Words& words,
                             const std::vector<std::size_t>& called) {
  const auto form = form_of(contacts, called);
  Words known;
  if (form.force > 0) known.insert(known.end(), {"force", "percussion"});
  if (form.moment > 0) known.insert(known.end(), {"moment", "moment_percussion"});
  known.emplace_back("rows");
  const auto word = words.size() > 1 ? words[1] : std::string();
  if (std::find(known.begin(), known.end(), word) == known.end())
    refuse_word(name, word, known, fmt::format("The joint `{}`", words[0]));
  if (word == "rows") return row_quantity(contacts, name, words, called);
  return component_quantity(name, words, called, word.starts_with("moment") ? form.moment : form.force);
}

Words standard_joint_quantities(const ContactModel& contacts, const std::string& joint,
                                const std::vector<std::size_t>& called) {
  const auto form = form_of(contacts, called);
  Words names;
  for (Index i = 0; i < form.force; ++i) names.push_back(joint + ".force." + axis_names[static_cast<std::size_t>(i)]);
  if (form.moment == 1) names.push_back(joint + ".moment");
  for (Index i = 0; form.moment == 3 && i < 3; ++i)
    names.push_back(joint + ".moment." + axis_names[static_cast<std::size_t>(i)]);
  return names;
}

}  // namespace percuss
