// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "model/model.hpp"
#include "simulation/quantity.hpp"
#include "simulation/quantity_words.hpp"

namespace percuss {

/// Forces within an element of a bar or beam, or a member of a lattice (model/section_forces.hpp):
///   BODY.elements.ELEMENT.FORCE             ELEMENT: index, `first` or `last`
///   BODY.members.DIRECTION.PLACE.FORCE      see model/lattice_members.hpp
///   FORCE: axial_force, shear_force (in space .y .z)                    [N]
///          torsional_moment (in space)                                  [N m]
///          PLACE.bending_moment (in space .y .z)                        [N m]
///          PLACE.axial_force and so on; PLACE: start | middle | end, the others are those in the middle without
/// The words are those of a quantity whose second is `elements` or `members`; throws InputError (message and remedy, no
/// place) when there is no such force.
Quantity find_section_quantity(const ModelBody& body, const std::string& name, const Words& words);

/// `elements` or `members` where the body has them, else "".
std::string section_word(const ModelBody& body);

/// All names that `find_section_quantity` knows.
void names_of_sections(const ModelBody& body, const std::function<void(const std::string&)>& visit);

}  // namespace percuss
