// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/anderson.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/at.hpp"
#include "core/parallel.hpp"

namespace percuss {

namespace {

constexpr double share_of_trace = 1e-10, most_theta = 1e4;
/// Of `add`.
constexpr std::size_t most_sums = 2 * Anderson::most_depth + 1;

}  // namespace

void Anderson::reserve(Index rows, int depth) {
  for (auto* v : {&w_, &f_, &g_}) workspace(*v, rows);
  for (auto* v : {&dF_, &dg_}) workspace(*v, rows * depth);
  if (theta_.size() == depth) return;
  theta_.resize(depth);
  with_f_.resize(depth);
  for (auto* A : {&products_, &A_}) A->resize(depth, depth);
  factor_ = Eigen::LLT<Matrix>(depth);
}

void Anderson::start(VecRef weights, int depth) {
  size_ = weights.size();
  depth_ = depth;
  reserve(size_, depth);
  w_.head(size_) = weights;
  forget();
}

/// All in one pass over the vectors: it reads more than it calculates.
double Anderson::add(VecRef x, VecRef g) {
  const Index differences = known_ ? have_ + 1 : 0;
  const double *const w = w_.data(), *const its_x = x.data(), *const its_g = g.data();
  double *const f = f_.data(), *const last = g_.data();
  std::array<double, most_sums> sums;  // |f|^2, f with each difference, the new difference with each
  const auto used = std::span(sums).first(at(2 * differences + 1));
  ordered_sums<most_sums>(size_, size_ * (4 + differences), used, [&](Index begin, Index end, std::span<double> its) {
    if (differences > 0) {
      double *const df = difference(dF_, have_), *const dg = difference(dg_, have_);
      for (Index i = begin; i < end; ++i) {
        df[i] = w[i] * (its_g[i] - its_x[i]) - f[i];
        dg[i] = its_g[i] - last[i];
      }
    }
    for (Index i = begin; i < end; ++i) {
      f[i] = w[i] * (its_g[i] - its_x[i]);
      last[i] = its_g[i];
    }
    const auto part = [&](const double* v) { return Eigen::Map<const Vector>(v + begin, end - begin); };
    its[0] += part(f).squaredNorm();
    for (Index k = 0; k < differences; ++k) {
      its[at(1 + k)] += part(difference(dF_, k)).dot(part(f));
      its[at(1 + differences + k)] += part(difference(dF_, k)).dot(part(difference(dF_, have_)));
    }
  });
  for (Index k = 0; k < differences; ++k) {
    with_f_[k] = sums[at(1 + k)];
    products_(k, have_) = products_(have_, k) = sums[at(1 + differences + k)];
  }
  have_ = std::max(have_, differences);
  known_ = true;
  return std::sqrt(sums[0]);
}

bool Anderson::extrapolate(VecOut x) {
  if (have_ == 0) return false;
  A_.setIdentity();
  A_.topLeftCorner(have_, have_) = products_.topLeftCorner(have_, have_);
  theta_.setZero();
  theta_.head(have_) = with_f_.head(have_);
  const double share = share_of_trace * products_.topLeftCorner(have_, have_).trace();
  for (Index i = 0; i < have_; ++i) A_(i, i) += share;
  factor_.compute(A_);
  factor_.solveInPlace(theta_);
  const bool useful = factor_.info() == Eigen::Success && theta_.allFinite() && theta_.lpNorm<1>() <= most_theta;
  if (useful)
    parallel_for(size_, size_ * (2 + have_), [&](Index begin, Index end) {
      auto part = x.segment(begin, end - begin);
      part = g_.segment(begin, end - begin);
      for (Index k = 0; k < have_; ++k)
        part -= theta_[k] * Eigen::Map<const Vector>(difference(dg_, k) + begin, end - begin);
    });
  if (have_ == depth_) have_ = 0;
  return useful;
}

}  // namespace percuss
