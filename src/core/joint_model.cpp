// SPDX-License-Identifier: Apache-2.0
#include "core/joint_model.hpp"

#include "core/contact_list.hpp"

namespace percuss {

JointPart find_joint(const ContactModel& contacts, Index k) {
  const auto* list = dynamic_cast<const ContactList*>(&contacts);
  if (list == nullptr)
    return contacts.is_joint(k) ? JointPart{dynamic_cast<const JointModel*>(&contacts), k} : JointPart{};
  for (const auto& part : list->parts()) {
    if (k < part->size()) return find_joint(*part, k);
    k -= part->size();
  }
  return {};
}

}  // namespace percuss
