// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/anderson.hpp"

namespace percuss {

namespace {

constexpr double share_of_trace = 1e-10, most_theta = 1e4;

}  // namespace

void Anderson::reserve(Index rows, int depth) {
  for (auto* v : {&w_, &f_, &g_}) workspace(*v, rows);
  for (auto* v : {&dF_, &dg_}) workspace(*v, rows * depth);
  if (theta_.size() == depth) return;
  theta_.resize(depth);
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

double Anderson::add(VecRef x, VecRef g) {
  auto f = f_.head(size_), last = g_.head(size_), w = w_.head(size_);
  if (known_) {
    auto df = difference(dF_, have_);
    df = w.cwiseProduct(g - x) - f;
    difference(dg_, have_) = g - last;
    for (Index i = 0; i <= have_; ++i) products_(i, have_) = products_(have_, i) = df.dot(difference(dF_, i));
    ++have_;
  }
  f = w.cwiseProduct(g - x);
  last = g;
  known_ = true;
  return f.norm();
}

bool Anderson::extrapolate(VecOut x) {
  if (have_ == 0) return false;
  A_.setIdentity();
  A_.topLeftCorner(have_, have_) = products_.topLeftCorner(have_, have_);
  theta_.setZero();
  for (Index i = 0; i < have_; ++i) theta_[i] = difference(dF_, i).dot(f_.head(size_));
  const double share = share_of_trace * products_.topLeftCorner(have_, have_).trace();
  for (Index i = 0; i < have_; ++i) A_(i, i) += share;
  factor_.compute(A_);
  factor_.solveInPlace(theta_);
  const bool useful = factor_.info() == Eigen::Success && theta_.allFinite() && theta_.lpNorm<1>() <= most_theta;
  if (useful) {
    x = g_.head(size_);
    for (Index i = 0; i < have_; ++i) x -= theta_[i] * difference(dg_, i);
  }
  if (have_ == depth_) have_ = 0;
  return useful;
}

}  // namespace percuss
