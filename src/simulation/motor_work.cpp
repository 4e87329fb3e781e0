// SPDX-License-Identifier: Apache-2.0
#include "simulation/motor_work.hpp"

namespace percuss {

MotorWork::MotorWork(const ContactModel& contacts, bool forces) : contacts_(&contacts), forces_(forces) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_driven(k)) driven_.push_back(k);
  force_.assign(driven_.size(), 0.0);
}

double MotorWork::work(double t, double h, std::span<const ContactRecord> records) {
  double sum = 0.0;
  for (std::size_t i = 0; i < driven_.size(); ++i) {
    const auto& record = records[static_cast<std::size_t>(driven_[i])];
    const double before = contacts_->drive_rate(driven_[i], t), after = contacts_->drive_rate(driven_[i], t + h);
    if (!forces_) {
      sum += 0.5 * record.percussion[0] * (before + after);
      continue;
    }
    const double first = known_ ? force_[i] : record.force[0];
    sum += 0.5 * h * (first * before + record.force[0] * after) + record.percussion[0] * after;
    force_[i] = record.force[0];
  }
  known_ = true;
  return sum;
}

}  // namespace percuss
