// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// G that is given as a matrix, symmetric or not: problems read from files, and those that a scheme linearises to. No
/// bodies stand behind it, so that percussions change no velocities and `update` does nothing.
class GivenDelassus final : public DelassusOperator {
 public:
  GivenDelassus() = default;
  explicit GivenDelassus(const Eigen::Ref<const Matrix>& G) { assign(G); }
  GivenDelassus(const SparseMatrix& G, const ContactSet& contacts) { assign(G, contacts); }

  /// Room for a dense G of that many rows: `assign` then allocates nothing.
  void reserve(Index rows);
  /// Every contact coupled with every other. Throws std::invalid_argument when G is not square.
  void assign(const Eigen::Ref<const Matrix>& G);
  /// Contacts coupled where G stores an entry between their rows; their own blocks always are. Throws
  /// std::invalid_argument when G does not have one row and one column per row of the contacts.
  void assign(const SparseMatrix& G, const ContactSet& contacts);

  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return size_; }
  void apply(VecRef x, VecOut y) const override;
  void add_response(VecRef, VecOut) const override {}
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return {diagonal_.data(), size_}; }
  const BlockRows* rows() const override { return &rows_; }

 private:
  void clear(Index rows);

  Index size_ = 0;
  Vector diagonal_;  // workspace: the first size_ entries count
  BlockRows rows_;
};

}  // namespace percuss
