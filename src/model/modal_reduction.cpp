// SPDX-License-Identifier: Apache-2.0
#include "model/modal_reduction.hpp"

#include <algorithm>
#include <cmath>

#include "model/modal_basis.hpp"

namespace percuss {

ModalReduction::ModalReduction(std::shared_ptr<const ModalBasis> basis, std::shared_ptr<const ModalProblem> problem)
    : basis_(std::move(basis)), problem_(std::move(problem)) {
  const auto& kept = problem_->frame.kept();
  shapes_.resize(static_cast<Index>(kept.size()), basis_->size());
  for (Index i = 0; i < shapes_.rows(); ++i) shapes_.row(i) = basis_->shapes().row(kept[static_cast<std::size_t>(i)]);
}

void ModalReduction::subtract_modal_damping(VecRef rate, VecOut f) const {
  if (basis_->damping_ratios().isZero(0.0)) return;
  const Vector force = 2.0 * basis_->damping_ratios().array() * basis_->omega().array() * rate.array();
  const Vector all = problem_->M * (basis_->shapes() * force);
  Vector on_rows(num_rows());
  problem_->frame.reduce(all, on_rows);
  f -= on_rows;
}

double ModalReduction::deformation(VecRef y) const { return basis_->omega().cwiseProduct(y).norm(); }

ResidualNorm::ResidualNorm(const ModalReduction& reduction)
    : reduction_(reduction), solver_(static_solver(reduction.problem())) {}

ResidualNorm::~ResidualNorm() = default;
ResidualNorm::ResidualNorm(ResidualNorm&&) noexcept = default;

double ResidualNorm::operator()(VecRef r) const {
  // Forces on the rows alone do the work of r under the conditions.
  const auto& frame = reduction_.problem().frame;
  Vector all = Vector::Zero(frame.num_all()), response(frame.num_all());
  for (Index i = 0; i < r.size(); ++i) all[frame.kept()[static_cast<std::size_t>(i)]] = r[i];
  solver_->solve(all, response);
  return std::sqrt(std::max(0.0, all.dot(response)));
}

}  // namespace percuss
