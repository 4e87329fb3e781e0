// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/anderson_history.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"

namespace percuss {

namespace {

constexpr double share_of_trace = 1e-10, most_theta = 1e4;

}  // namespace

void AndersonHistory::reserve(int depth) {
  if (theta_.size() == depth) return;
  theta_.resize(depth);
  with_f_.resize(depth);
  for (auto* A : {&products_, &A_}) A->resize(depth, depth);
  factor_ = Eigen::LLT<Matrix>(depth);
}

void AndersonHistory::start(int depth) {
  depth_ = depth;
  reserve(depth);
  forget();
}

double AndersonHistory::add(std::span<const double> sums) {
  const Index d = differences(), last = d - 1;
  for (Index k = 0; k < d; ++k) {
    with_f_[k] = sums[at(1 + k)];
    products_(k, last) = products_(last, k) = sums[at(1 + d + k)];
  }
  have_ = std::max(have_, d);
  known_ = true;
  return std::sqrt(sums[0]);
}

std::span<const double> AndersonHistory::coefficients() {
  if (have_ == 0) return {};
  A_.setIdentity();
  A_.topLeftCorner(have_, have_) = products_.topLeftCorner(have_, have_);
  theta_.setZero();
  theta_.head(have_) = with_f_.head(have_);
  const double share = share_of_trace * products_.topLeftCorner(have_, have_).trace();
  for (Index i = 0; i < have_; ++i) A_(i, i) += share;
  factor_.compute(A_);
  factor_.solveInPlace(theta_);
  const bool useful = factor_.info() == Eigen::Success && theta_.allFinite() && theta_.lpNorm<1>() <= most_theta;
  const auto theta = std::span<const double>(theta_.data(), useful ? at(have_) : 0);
  if (have_ == depth_) have_ = 0;
  return theta;
}

}  // namespace percuss
