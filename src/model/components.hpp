// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "contact/marker.hpp"
#include "core/fault.hpp"

namespace percuss {

/// A fault with the key `key` when `x` does not hold exactly `count` numbers.
void require_count(const char* key, const std::vector<double>& x, std::size_t count, std::vector<Fault>& faults);

/// The unit vector along `x` (1 to `dimension` components, missing ones are 0, any length); a fault and zero when it
/// has too many components or no length.
Vector3 unit_vector(const char* key, const std::vector<double>& x, Index dimension, std::vector<Fault>& faults);

/// `x` with zeros for what is missing; a fault when it has more than `dimension` components.
Vector3 padded_vector(const char* key, const std::vector<double>& x, Index dimension, std::vector<Fault>& faults);

}  // namespace percuss
