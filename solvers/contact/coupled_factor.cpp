// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/coupled_factor.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"

namespace percuss {

void CoupledFactor::reserve(Index rows) {
  dense_lu_.matrix(std::min(rows, dense_rows));
  if (P_.size() >= at(rows)) return;
  P_.resize(at(rows));
  Q_.resize(at(rows));
}

std::string CoupledFactor::load(const ContactProblem& problem, VecRef scale) {
  set_ = &problem.contacts;
  rows_ = problem.G.rows();
  scale_ = scale.data();
  dense_ = problem.c.size() <= dense_rows;
  if (P_.size() < at(set_->size())) {
    P_.resize(at(set_->size()));
    Q_.resize(at(set_->size()));
  }
  if (dense_) return {};
  if (G_.load(problem) || !analysed_) fits_ = block_lu_.analyse(G_.pattern(), G_.width(), limit_);
  analysed_ = true;
  if (fits_) return {};
  return "the factor would fill more than " + std::to_string(limit_) + " blocks; `apgd` needs none";
}

double CoupledFactor::cost() const {
  if (dense_) return std::pow(static_cast<double>(set_->rows()), 3.0) / 3.0;
  return block_lu_.cost();
}

bool CoupledFactor::factorize() { return dense_ ? factorize_dense() : factorize_blocks(); }

bool CoupledFactor::factorize_dense() {
  const Index n = set_->rows();
  double* const A = dense_lu_.matrix(n);
  std::fill_n(A, n * n, 0.0);
  for (Index k = 0; k < set_->size(); ++k) {
    const Index first = set_->first_row(k), own = set_->num_rows(k);
    for (Index i = 0; i < own; ++i) {
      double* const row = A + (first + i) * n;
      for (Index l = 0; l < own; ++l) {
        row[first + l] += P(k)[at(3 * i + l)];
        const double q = Q(k)[at(3 * i + l)] / scale_[first + l];
        for (Index e = rows_->start[at(first + l)]; q != 0.0 && e < rows_->start[at(first + l) + 1]; ++e)
          row[rows_->col[at(e)]] += q * rows_->value[at(e)] / scale_[rows_->col[at(e)]];
      }
    }
  }
  return dense_lu_.factorize(PivotedLU::Pivots::partial, 0.0) == n;
}

bool CoupledFactor::factorize_blocks() {
  const Index width = G_.width(), row = block_row_stride(width), stride = block_stride(width);
  const auto& pattern = G_.pattern();
  values_.assign(pattern.col.size() * at(stride), 0.0);
  for (Index k = 0; k < set_->size(); ++k) {
    const Index own = set_->num_rows(k);
    for (auto e = pattern.start[at(k)]; e < pattern.start[at(k) + 1]; ++e) {
      const double* const g = G_.block(e);
      double* const a = values_.data() + static_cast<Index>(e) * stride;
      const bool diagonal = pattern.col[at(e)] == k;
      for (Index i = 0; i < own; ++i)
        for (Index j = 0; j < width; ++j) {
          double sum = diagonal && j < own ? P(k)[at(3 * i + j)] : 0.0;
          for (Index l = 0; l < own; ++l) sum += Q(k)[at(3 * i + l)] * g[l * row + j];
          a[i * row + j] = sum;
        }
      for (Index i = own; diagonal && i < width; ++i) a[i * row + i] = 1.0;  // filled up
    }
  }
  return block_lu_.factorise(values_) > 0.0;
}

void CoupledFactor::solve_in_place(VecOut b) const {
  if (dense_) return dense_lu_.solve_in_place(b);
  const Index width = G_.width();
  auto padded = workspace(b_, G_.size());
  padded.setZero();
  for (Index k = 0; k < set_->size(); ++k)
    padded.segment(k * width, set_->num_rows(k)) = b.segment(set_->first_row(k), set_->num_rows(k));
  block_lu_.solve(padded);
  for (Index k = 0; k < set_->size(); ++k)
    b.segment(set_->first_row(k), set_->num_rows(k)) = padded.segment(k * width, set_->num_rows(k));
}

}  // namespace percuss
