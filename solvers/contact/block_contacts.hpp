// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/linear/block_lu.hpp"

namespace percuss {

/// A contact problem as sparse blocks, one block row per contact, in the units of scaled_units.hpp:
///
///   y = s x,  G^_ij = G_ij / (s_i s_j),  c^ = c / s.
///
/// All contacts have `width` rows here, the most that one of them has: what is filled up has y = 0, c^ = 0 and 1 on the
/// diagonal. Buffers only grow, and the pattern is kept as long as G and the contacts have theirs.
class BlockContacts {
 public:
  /// Copies G and c; keeps a reference to the contacts until the next load. `problem.G.rows()` must be there.
  /// True when the pattern is another than before.
  bool load(const ContactProblem& problem);
  Index contacts() const { return set_->size(); }
  Index width() const { return width_; }
  Index size() const { return contacts() * width_; }  ///< rows with those filled up
  const ContactSet& set() const { return *set_; }
  const BlockPattern& pattern() const { return pattern_; }
  /// Entry e of the pattern: `width` rows, block_row_stride apart.
  const double* block(std::int32_t e) const { return values_.data() + static_cast<Index>(e) * block_stride(width_); }
  VecView c() const { return {c_.data(), size()}; }
  /// y = s x  and back.
  void scaled(VecRef x, VecOut y) const;
  void unscaled(VecRef y, VecOut x) const;
  /// gamma = G^ y + c^
  void velocity(VecRef y, VecOut gamma) const;
  /// The rows of one contact of G^ d.
  std::array<double, 3> product_at(Index contact, VecRef d) const;
  /// The natural residual [m/s] of y with its gamma.
  double residual(VecRef gamma, VecRef y) const;
  /// What rounding alone leaves of the residual: gamma cannot be had more exactly [m/s].
  double rounding(VecRef y) const;

 private:
  bool same_pattern(const ContactProblem& problem) const;
  void find_pattern(const ContactProblem& problem);
  void put_ones(const ContactProblem& problem, VecRef diagonal, Index k);
  template <Index width>
  void multiply(const double* y, double* gamma) const;

  const ContactSet* set_ = nullptr;
  Index width_ = 1;
  BlockPattern pattern_;
  std::vector<double> values_;
  Vector c_, s_;                              // workspaces
  std::vector<Index> start_, col_, first_;    // of the G and the contacts that the pattern holds for
  std::vector<std::int64_t> slot_;            // where an entry of G goes in values_
  std::vector<std::int32_t> contact_, seen_;  // of a row; the last block row that has had a block column
};

}  // namespace percuss
