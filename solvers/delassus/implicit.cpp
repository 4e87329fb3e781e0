// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/implicit.hpp"

namespace percuss {

void ImplicitDelassus::update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) {
  if (stamp_.holds_for(factor) && law_ == law.W && force_ == force.W && regularisation_ == law.regularisation) return;
  stamp_.take(factor);
  factor_ = &factor;
  law_ = law.W;
  force_ = force.W;
  regularisation_ = law.regularisation;
  global_ = {&factor, &law_, &force_, regularisation_};
  work_.resize(factor.system().num_v());
  size_ = law.rows();
  response_diagonal_.take(factor.system(), law, force);
  workspace(diagonal_, size_);
  has_diagonal_ = false;
}

VecView ImplicitDelassus::diagonal() const {
  if (!has_diagonal_) {
    auto diagonal = diagonal_.head(size_);
    response_diagonal_.find(*factor_, diagonal);
    for (std::size_t i = 0; i < regularisation_.size(); ++i) diagonal[static_cast<Index>(i)] += regularisation_[i];
  }
  has_diagonal_ = true;
  return {diagonal_.data(), size_};
}

void ImplicitDelassus::respond(VecRef x) const {
  work_.setZero();
  for (Index j = 0; j < force_.cols(); ++j) force_.add_column(j, x[j], work_);
  factor_->solve_in_place(work_);
}

void ImplicitDelassus::apply(VecRef x, VecOut y) const {
  respond(x);
  law_.transpose_multiply(work_, y);
  for (std::size_t i = 0; i < regularisation_.size(); ++i)
    y[static_cast<Index>(i)] += regularisation_[i] * x[static_cast<Index>(i)];
}

void ImplicitDelassus::add_response(VecRef x, VecOut v) const {
  if (x.isZero(0.0)) return;
  respond(x);
  v += work_;
}

}  // namespace percuss
