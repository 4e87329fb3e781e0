// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// Column j of G is that of  (1 - s_j) What' A^-1 W + s_j What' B^-1 W:  percussions that act through two factors at
/// once, as where a velocity jump by M also moves positions, on which an implicit stage answers by its tangent. A is
/// the factor of `update`, and the responses are A's.
class BlendedDelassus final : public DelassusOperator {
 public:
  /// `automatic`: assembled.
  explicit BlendedDelassus(DelassusKind kind) : main_(make_part(kind)), other_(make_part(kind)) {}

  /// To be called before `update`; keeps the pointer to B. Null: A alone. s_j = share in tangential rows of contacts
  /// and, with `all_rows`, in the others too, else 0 there.
  void blend(const BlockFactor* other, double share, bool all_rows) {
    factor_ = other;
    share_ = share;
    all_rows_ = all_rows;
  }
  void update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) override;
  Index size() const override { return main_->size(); }
  void apply(VecRef x, VecOut y) const override;
  void add_response(VecRef x, VecOut v) const override { main_->add_response(x, v); }
  bool keeps_response() const override { return main_->keeps_response(); }
  VecView diagonal() const override;
  const BlockRows* rows() const override;
  std::string description() const override { return main_->description(); }

 private:
  static std::unique_ptr<DelassusOperator> make_part(DelassusKind kind) {
    return make_delassus(kind == DelassusKind::automatic ? DelassusKind::assembled : kind);
  }
  void add_rows(bool other, const BlockRows& rows, Index row);

  std::unique_ptr<DelassusOperator> main_, other_;
  const BlockFactor* factor_ = nullptr;
  double share_ = 0.0;
  bool all_rows_ = true;
  Vector shares_;  // s_j
  BlockRows rows_;
  std::vector<Index> place_;  // of a column in the row under construction, -1: none
  mutable Vector diagonal_, part_, work_;
};

}  // namespace percuss
