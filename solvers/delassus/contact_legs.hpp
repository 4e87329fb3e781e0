// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/contact_set.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// W split by bodies. A leg is what one contact has on one body: as many columns as the contact has rows, their entries
/// by the body's own rows. Legs stand side by side body after body, on each in the order of the contacts.
class ContactLegs {
 public:
  struct Leg {
    Index contact, body;
    Index row, rows;  ///< of the contact among all rows
    Index column;     ///< number of its first column here
  };

  /// Takes the set; false when only the values of W differ from those of the last call, so that all numbers still hold.
  bool update(const MechanicalSystem& system, const ContactSet& contacts);

  /// Room for what `other` holds.
  void reserve(const ContactLegs& other);

  std::span<const Leg> all() const { return legs_; }
  /// Numbers of the legs on one body: first, and one past the last.
  Index body_begin(Index body) const { return body_start_[static_cast<std::size_t>(body)]; }
  Index body_end(Index body) const { return body_start_[static_cast<std::size_t>(body) + 1]; }
  /// Numbers of the legs of one contact, bodies ascending.
  std::span<const Index> of_contact(Index k) const {
    const auto begin = static_cast<std::size_t>(contact_start_[static_cast<std::size_t>(k)]);
    const auto end = static_cast<std::size_t>(contact_start_[static_cast<std::size_t>(k) + 1]);
    return std::span(of_contact_).subspan(begin, end - begin);
  }
  Index num_contacts() const { return static_cast<Index>(contacts_seen_.size()) - 1; }
  Index first_row(Index k) const { return contacts_seen_[static_cast<std::size_t>(k)]; }
  Index num_rows(Index k) const { return contacts_seen_[static_cast<std::size_t>(k) + 1] - first_row(k); }
  const Leg& leg(Index i) const { return legs_[static_cast<std::size_t>(i)]; }
  /// Entries of a column.
  Index begin(Index column) const { return column_start_[static_cast<std::size_t>(column)]; }
  Index end(Index column) const { return column_start_[static_cast<std::size_t>(column) + 1]; }
  Index row(Index entry) const { return row_[static_cast<std::size_t>(entry)]; }
  double value(Index entry) const { return value_[static_cast<std::size_t>(entry)]; }
  const Index* row_data() const { return row_.data(); }
  const double* value_data() const { return value_.data(); }
  Index entries() const { return static_cast<Index>(row_.size()); }

 private:
  bool same_pattern(const ContactSet& contacts) const;
  void find_legs(const MechanicalSystem& system, const ContactSet& contacts);
  void split_columns(const MechanicalSystem& system, const ContactSet& contacts);

  std::vector<Leg> legs_, found_;
  std::vector<Index> body_start_, contact_start_, of_contact_;
  std::vector<Index> column_start_, row_, source_;  // source_: the entry of W that an entry here comes from
  std::vector<double> value_;
  std::vector<Index> body_of_entry_;
  std::vector<Index> start_seen_, row_seen_, contacts_seen_;  // the pattern of W and of the contacts' rows last taken
};

}  // namespace percuss
