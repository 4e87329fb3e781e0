// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_modes.hpp"

namespace percuss {

namespace {

/// Its direction counts: that of the percussion, or of the force of schemes that have it apart.
std::array<double, 2> friction_of(const ContactRecord& record) {
  const auto& rows = record.percussion != std::array<double, 3>{} ? record.percussion : record.force;
  return {rows[1], rows[2]};
}

}  // namespace

bool ContactModes::kept(std::size_t k, const ContactRecord& record) const {
  if (record.mode != modes_[k]) return false;
  if (record.mode != ContactMode::slides) return true;
  const auto friction = friction_of(record);
  return friction[0] * friction_[k][0] + friction[1] * friction_[k][1] >= 0.0;
}

bool ContactModes::kept(std::span<const ContactRecord> records) const {
  for (std::size_t k = 0; k < modes_.size(); ++k)
    if (!kept(k, records[k])) return false;
  return true;
}

void ContactModes::take(std::span<const ContactRecord> records) {
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    modes_[k] = records[k].mode;
    friction_[k] = friction_of(records[k]);
  }
}

}  // namespace percuss
