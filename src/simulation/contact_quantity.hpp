// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/contact_model.hpp"
#include "simulation/quantity.hpp"
#include "simulation/quantity_words.hpp"

namespace percuss {

/// The contacts whose names begin with `group` and a dot, or the one of just that name, ascending. Empty: none.
std::vector<std::size_t> contacts_called(const ContactModel& contacts, const std::string& group);

/// Names of contacts and groups of contacts, each once, in their order.
Words contact_names(const ContactModel& contacts);

/// What stands behind a contact's name, or a group's.
const Words& contact_words();

/// The quantity of a contact or a group that `contacts_called` has found under the first word of `words`.
Quantity find_contact_quantity(const ContactModel& contacts, const std::string& name, const Words& words,
                               std::vector<std::size_t> called);

/// Columns of contacts in a history for which none were asked: gap, force and percussion of every contact, or of the
/// group where there are more than eight in one; the components of the reactions of joints.
Words standard_contact_quantities(const ContactModel& contacts);

/// All that can be told of every contact that is no joint, of a group each by itself; of friction where there is some.
Words all_contact_quantities(const ContactModel& contacts);

}  // namespace percuss
