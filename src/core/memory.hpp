// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace percuss {

/// Memory that this process may still take [bytes]: what the machine has free, or what is left below the limit of the
/// process's control group or of `ulimit -v`, whichever is less. Systems that promise more memory than they have end a
/// process that believes them, so a model is measured against this before it is built. The largest number when unknown.
std::int64_t available_memory();

/// Throws InputError with the key `of` when a mesh of so many elements, or of what `of` says, needs more than that.
void require_memory_for(Index elements, double bytes_per_element, const char* of = "elements");

}  // namespace percuss
