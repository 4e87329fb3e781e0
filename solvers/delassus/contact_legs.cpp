// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/contact_legs.hpp"

#include <algorithm>

namespace percuss {

bool ContactLegs::same_pattern(const ContactSet& contacts) const {
  const auto& W = contacts.W;
  if (contacts_seen_ != contacts.start || static_cast<Index>(row_seen_.size()) != W.non_zeros() ||
      static_cast<Index>(start_seen_.size()) != W.cols())
    return false;
  for (Index j = 0; j < W.cols(); ++j)
    if (start_seen_[static_cast<std::size_t>(j)] != W.begin(j)) return false;
  for (Index e = 0; e < W.non_zeros(); ++e)
    if (row_seen_[static_cast<std::size_t>(e)] != W.row(e)) return false;
  return true;
}

bool ContactLegs::update(const MechanicalSystem& system, const ContactSet& contacts) {
  const auto& W = contacts.W;
  const bool same = !contact_start_.empty() && same_pattern(contacts) &&
                    static_cast<Index>(body_start_.size()) == system.num_bodies() + 1;
  if (!same) {
    contacts_seen_ = contacts.start;
    start_seen_.clear();
    row_seen_.clear();
    for (Index j = 0; j < W.cols(); ++j) start_seen_.push_back(W.begin(j));
    for (Index e = 0; e < W.non_zeros(); ++e) row_seen_.push_back(W.row(e));
    find_legs(system, contacts);
    split_columns(system, contacts);
  }
  for (std::size_t e = 0; e < value_.size(); ++e) value_[e] = W.value(source_[e]);
  return !same;
}

void ContactLegs::reserve(const ContactLegs& other) {
  legs_.reserve(other.legs_.capacity());
  found_.reserve(other.found_.capacity());
  value_.reserve(other.value_.capacity());
  for (const auto member :
       {&ContactLegs::body_start_, &ContactLegs::contact_start_, &ContactLegs::of_contact_, &ContactLegs::column_start_,
        &ContactLegs::row_, &ContactLegs::source_, &ContactLegs::body_of_entry_, &ContactLegs::start_seen_,
        &ContactLegs::row_seen_, &ContactLegs::contacts_seen_})
    (this->*member).reserve((other.*member).capacity());
}

/// Contact after contact first, then sorted by bodies, which keeps the order of the contacts.
void ContactLegs::find_legs(const MechanicalSystem& system, const ContactSet& contacts) {
  const auto& W = contacts.W;
  found_.clear();
  body_of_entry_.resize(static_cast<std::size_t>(W.non_zeros()));
  body_start_.assign(static_cast<std::size_t>(system.num_bodies()) + 1, 0);
  Index body = 0;
  for (Index k = 0; k < contacts.size(); ++k) {
    const auto first_leg = static_cast<std::ptrdiff_t>(found_.size());
    const Index first = contacts.first_row(k), rows = contacts.num_rows(k);
    for (Index e = W.begin(first); e < (rows > 0 ? W.end(first + rows - 1) : W.begin(first)); ++e) {
      const Index row = W.row(e);
      if (row < system.v_offset(body) || row >= system.v_offset(body) + system.body(body).num_v())
        body = system.body_of_row(row);
      body_of_entry_[static_cast<std::size_t>(e)] = body;
      const auto known =
          std::find_if(found_.begin() + first_leg, found_.end(), [body](const Leg& leg) { return leg.body == body; });
      if (known != found_.end()) continue;
      found_.push_back({k, body, first, rows, 0});
      ++body_start_[static_cast<std::size_t>(body) + 1];
    }
  }
  for (std::size_t b = 1; b < body_start_.size(); ++b) body_start_[b] += body_start_[b - 1];
  legs_.resize(found_.size());
  for (const auto& leg : found_)
    legs_[static_cast<std::size_t>(body_start_[static_cast<std::size_t>(leg.body)]++)] = leg;
  std::copy_backward(body_start_.begin(), body_start_.end() - 1, body_start_.end());
  body_start_[0] = 0;
  contact_start_.assign(static_cast<std::size_t>(contacts.size()) + 1, 0);
  for (const auto& leg : legs_) ++contact_start_[static_cast<std::size_t>(leg.contact) + 1];
  for (std::size_t k = 1; k < contact_start_.size(); ++k) contact_start_[k] += contact_start_[k - 1];
  of_contact_.resize(legs_.size());
  for (std::size_t i = 0; i < legs_.size(); ++i)
    of_contact_[static_cast<std::size_t>(contact_start_[static_cast<std::size_t>(legs_[i].contact)]++)] =
        static_cast<Index>(i);
  std::copy_backward(contact_start_.begin(), contact_start_.end() - 1, contact_start_.end());
  contact_start_[0] = 0;
}

void ContactLegs::split_columns(const MechanicalSystem& system, const ContactSet& contacts) {
  const auto& W = contacts.W;
  column_start_.assign(1, 0);
  row_.clear();
  source_.clear();
  Index column = 0;
  for (auto& leg : legs_) {
    leg.column = column;
    const Index offset = system.v_offset(leg.body);
    for (Index j = leg.row; j < leg.row + leg.rows; ++j, ++column) {
      for (Index e = W.begin(j); e < W.end(j); ++e)
        if (body_of_entry_[static_cast<std::size_t>(e)] == leg.body) {
          row_.push_back(W.row(e) - offset);
          source_.push_back(e);
        }
      column_start_.push_back(static_cast<Index>(row_.size()));
    }
  }
  value_.resize(row_.size());
}

}  // namespace percuss
