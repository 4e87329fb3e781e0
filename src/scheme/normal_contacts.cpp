// SPDX-License-Identifier: Apache-2.0
#include "scheme/normal_contacts.hpp"

namespace percuss {

void NormalContacts::append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  all_rows_.clear(set.W.rows());
  model_.append(t, q, closed, first, all_rows_);
  for (Index k = 0; k < all_rows_.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const bool joint = all_rows_.cone[i] == Cone::bilateral;
    const double sign = joint ? 1.0 : sign_;
    const Index rows = joint ? all_rows_.num_rows(k) : 1;
    for (Index row = all_rows_.first_row(k); row < all_rows_.first_row(k) + rows; ++row) {
      for (Index entry = all_rows_.W.begin(row); entry < all_rows_.W.end(row); ++entry)
        set.W.push(all_rows_.W.row(entry), sign * all_rows_.W.value(entry));
      set.W.finish_column();
    }
    set.finish_contact(all_rows_.id[i], joint ? Cone::bilateral : Cone::unilateral, rows, 0.0, 0.0, 0.0);
  }
}

}  // namespace percuss
