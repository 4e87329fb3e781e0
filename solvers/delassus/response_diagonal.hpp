// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/delassus/contact_legs.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// The diagonal of What' A^-1 W without G. Where a factor is banded, the inverse between the rows that contacts touch
/// comes from one pass over it (`InverseChain`), and a contact reads its own few; elsewhere one solve per column.
class ResponseDiagonal {
 public:
  /// Takes the sets over.
  void take(const MechanicalSystem& system, const ContactSet& law, const ContactSet& force);
  /// diagonal_i = What_i' A^-1 W_i  (nl)
  void find(const BlockFactor& factor, VecOut diagonal);

 private:
  void add_through_chain(const BlockFactor& factor, Index body, VecOut diagonal);
  void add_by_solves(const BlockFactor& factor, Index body, VecOut diagonal);
  /// call(leg of the law, leg of the force) for every contact that has both on this body.
  template <class Call>
  void for_legs(Index body, Call&& call) const;
  const ContactLegs& force() const { return separate_ ? force_ : law_; }

  ContactLegs law_, force_;
  bool separate_ = false;
  InverseChain chain_;
  std::vector<Index> touched_, position_;  // rows of a body; by row: number among the touched
  std::vector<double> w_, t_;              // by touched row
  Vector column_;
};

}  // namespace percuss
