// SPDX-License-Identifier: Apache-2.0
#include "scheme/impact_list.hpp"

namespace percuss {

void ImpactList::add(const ContactImpact& impact) {
  auto& place = place_[static_cast<std::size_t>(impact.contact)];
  if (place == 0) {
    impacts_.push_back(impact);
    place = impacts_.size();
    return;
  }
  auto& known = impacts_[place - 1];
  for (std::size_t row = 0; row < known.percussion.size(); ++row) known.percussion[row] += impact.percussion[row];
  known.after = impact.after;
  known.to = impact.to;
  known.energy_lost += impact.energy_lost;
}

void ImpactList::clear() {
  for (const auto& impact : impacts_) place_[static_cast<std::size_t>(impact.contact)] = 0;
  impacts_.clear();
}

}  // namespace percuss
