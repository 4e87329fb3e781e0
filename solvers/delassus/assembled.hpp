// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/delassus/delassus_operator.hpp"
#include "solvers/delassus/factor_stamp.hpp"
#include "solvers/delassus/response.hpp"

namespace percuss {

/// G formed row by row from U = A^-1 W. Costs one solve per contact row and touched body when W or A change, nothing
/// otherwise; products and velocity updates then cost no solve.
class AssembledDelassus final : public DelassusOperator {
 public:
  void update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) override;
  Index size() const override { return size_; }
  void apply(VecRef x, VecOut y) const override;
  void add_response(VecRef x, VecOut v) const override { response_.add(x, v); }
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return {diagonal_.data(), size_}; }
  const BlockRows* rows() const override { return &rows_; }
  const GlobalForm* global() const override { return &global_; }

 private:
  void find_coupled(const MechanicalSystem& system, const ContactSet& law, const ContactSet& force);
  void form_rows(const ContactSet& law);

  Response response_;
  BlockRows rows_;
  Index size_ = 0;
  Vector diagonal_;  // workspace: the first size_ entries count
  FactorStamp stamp_;
  SparseColumns law_, force_;  // what rows_ and response_ were made from
  std::vector<Index> law_start_;
  std::vector<double> regularisation_;
  GlobalForm global_;
  bool all_coupled_ = false;                 // one body: every contact with every other, and no lists
  std::vector<std::vector<Index>> coupled_;  // per contact: those whose forces act on a body that its law sees
  std::vector<std::vector<Index>> on_body_;  // per body: the contacts whose forces act on it
};

}  // namespace percuss
