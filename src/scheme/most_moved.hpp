// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/contact_model.hpp"

namespace percuss {

/// For the message of an iteration that does not settle: ", among the contacts most at `NAME`", with the contact or
/// joint of the set whose relative velocity the change `dv` of v alters most; nothing where the set is empty.
std::string most_moved(const ContactModel& model, const ContactSet& set, VecRef dv);

}  // namespace percuss
