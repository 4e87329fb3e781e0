// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/linear/block_pattern.hpp"

namespace percuss {

/// In which order the block rows of a matrix are eliminated, and the pattern of U that this leaves; that of L is U's
/// turned over. Taken as if the matrix had the pattern of A + A'.
class Elimination {
 public:
  /// Finds an order of little fill: approximate minimum degree (Amestoy, Davis and Duff 1996) or, where that fills much
  /// and CHOLMOD is built in, nested dissection, whichever costs less. False, and nothing of use, when U would take
  /// more than `most_blocks` blocks beside its diagonal.
  bool find(const BlockPattern& pattern, Index most_blocks);
  /// The same fill in postorder: what is eliminated into a row comes right before it, subtree by subtree.
  void take_postorder();

  std::vector<std::int32_t> order, place;  ///< the block row taken at a place, and the inverse
  std::vector<std::int32_t> start, col;    ///< of U beside its diagonal: per place the later places, ascending
  double products = 0.0;                   ///< of blocks, which the factors of a matrix take

 private:
  bool fill(const BlockPattern& both, Index most_blocks);
};

namespace backends {
#ifdef PERCUSS_HAVE_CHOLMOD
/// SuiteSparse's nested dissection (METIS and constrained minimum degree) of a symmetric pattern. False, and `order` as
/// it was, where it is not built in or fails.
bool dissect(const BlockPattern& both, std::vector<std::int32_t>& order);
#endif
}  // namespace backends

}  // namespace percuss
