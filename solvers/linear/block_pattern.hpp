// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Which blocks of a square block matrix are stored: per block row the block columns, ascending, its diagonal included.
struct BlockPattern {
  std::vector<std::int32_t> start{0};  ///< (n+1)
  std::vector<std::int32_t> col;
  Index size() const { return static_cast<Index>(start.size()) - 1; }
};

/// Doubles from one block of `width` x `width` numbers to the next, and from one of its rows to the next: rows of three
/// are padded to four, which is what the processor likes.
inline constexpr Index block_row_stride(Index width) { return width == 3 ? 4 : width; }
inline constexpr Index block_stride(Index width) { return width * block_row_stride(width); }

}  // namespace percuss
