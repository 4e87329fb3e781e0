// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace percuss {

/// `*` stands for any characters, dots among them, `?` for one.
bool is_pattern(std::string_view text);
bool matches(std::string_view pattern, std::string_view text);

/// The quantities of the model (quantity.hpp) that a pattern matches, in the order of the model: contacts, joints,
/// bodies with their nodes by number, energies, solver. Of contacts each by itself, not the sums of a group; of joints
/// sizes and inertial components. Throws InputError (message and remedy, no place) when there is none, or more than
/// `most_matches`.
std::vector<std::string> matching_quantities(const Model& model, const std::string& pattern);
inline constexpr std::size_t most_matches = 1000;

}  // namespace percuss
