// SPDX-License-Identifier: Apache-2.0
#include "scheme/most_moved.hpp"

#include <fmt/format.h>

#include <cmath>

namespace percuss {

std::string most_moved(const ContactModel& model, const ContactSet& set, VecRef dv) {
  if (set.empty()) return {};
  Index most = 0;
  double largest = -1.0;
  for (Index k = 0; k < set.size(); ++k)
    for (Index row = set.first_row(k); row < set.first_row(k) + set.num_rows(k); ++row) {
      const double moved = std::abs(set.W.column_dot(row, dv));
      if (moved <= largest || std::isnan(largest)) continue;
      largest = moved;
      most = k;
    }
  return fmt::format(", among the contacts most at `{}`", model.name(set.id[static_cast<std::size_t>(most)]));
}

}  // namespace percuss
