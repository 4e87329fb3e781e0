// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/delassus/body_blocks.hpp"
#include "solvers/delassus/delassus_operator.hpp"
#include "solvers/delassus/factor_stamp.hpp"
#include "solvers/delassus/response.hpp"

namespace percuss {

/// G formed row by row, only the blocks of contacts that couple; every body its cheapest way (`BodyWay`). Costs nothing
/// when neither W nor A has changed, and products never cost a solve.
class AssembledDelassus final : public DelassusOperator {
 public:
  void update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) override;
  Index size() const override { return size_; }
  void apply(VecRef x, VecOut y) const override;
  void add_response(VecRef x, VecOut v) const override {
    if (plain_)
      response_.add(x, v);
    else
      blocks_.add_response(x, v);
  }
  bool keeps_response() const override { return plain_ || blocks_.keeps_response(); }
  VecView diagonal() const override { return {diagonal_.data(), size_}; }
  const BlockRows* rows() const override { return &rows_; }
  const GlobalForm* global() const override { return &global_; }

  std::string description() const override;

 private:
  bool is_plain(const BlockFactor& factor, const ContactSet& force) const;
  void make_rows();

  bool plain_ = true;
  Response response_;  // where plain_
  BodyBlocks blocks_;  // else
  BlockRows rows_;
  Index size_ = 0;
  Vector diagonal_;  // workspace: the first size_ entries count
  FactorStamp stamp_;
  SparseColumns law_, force_;  // what rows_ and response_ were made from
  std::vector<Index> law_start_;
  std::vector<double> regularisation_;
  GlobalForm global_;
};

}  // namespace percuss
