// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/types.hpp"

namespace percuss {

/// Index of a standard container, which counts from 0 in another type.
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace percuss
