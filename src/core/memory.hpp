// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace percuss {

/// Memory that this process may still take [bytes]: what the machine has free, or what is left below the limit of the
/// process's control group or of `ulimit -v`, whichever is less. Systems that promise more memory than they have end a
/// process that believes them, so a model is measured against this before it is built. The largest number when unknown.
std::int64_t available_memory();

}  // namespace percuss
