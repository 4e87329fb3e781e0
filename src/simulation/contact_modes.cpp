// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_modes.hpp"

namespace percuss {

bool ContactModes::kept(std::size_t k, const ContactRecord& record) const {
  if (record.mode != modes_[k]) return false;
  if (record.mode != ContactMode::slides) return true;
  return record.percussion[1] * friction_[k][0] + record.percussion[2] * friction_[k][1] >= 0.0;
}

bool ContactModes::kept(std::span<const ContactRecord> records) const {
  for (std::size_t k = 0; k < modes_.size(); ++k)
    if (!kept(k, records[k])) return false;
  return true;
}

void ContactModes::take(std::span<const ContactRecord> records) {
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    modes_[k] = records[k].mode;
    friction_[k] = {records[k].percussion[1], records[k].percussion[2]};
  }
}

}  // namespace percuss
