// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/delassus/delassus_operator.hpp"
#include "solvers/delassus/factor_stamp.hpp"
#include "solvers/delassus/response_diagonal.hpp"

namespace percuss {

/// G as a recipe: scatter by W, solve with the factor, gather by What. One solve per product and no matrix; the
/// diagonal (`ResponseDiagonal`) is found when it is asked for the first time after W or A have changed.
class ImplicitDelassus final : public DelassusOperator {
 public:
  void update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) override;
  Index size() const override { return size_; }
  void apply(VecRef x, VecOut y) const override;
  void add_response(VecRef x, VecOut v) const override;
  bool keeps_response() const override { return false; }
  VecView diagonal() const override;
  const GlobalForm* global() const override { return &global_; }
  std::string description() const override { return "implicit, one solve per product"; }

 private:
  void respond(VecRef x) const;  // work_ = A^-1 W x

  const BlockFactor* factor_ = nullptr;
  SparseColumns law_, force_;
  std::vector<double> regularisation_;
  GlobalForm global_;
  FactorStamp stamp_;
  Index size_ = 0;
  mutable ResponseDiagonal response_diagonal_;
  mutable bool has_diagonal_ = false;
  mutable Vector diagonal_;  // workspace: the first size_ entries count
  mutable Vector work_;
};

}  // namespace percuss
