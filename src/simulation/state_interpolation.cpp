// SPDX-License-Identifier: Apache-2.0
#include "simulation/state_interpolation.hpp"

#include <algorithm>
#include <string>

namespace percuss {

namespace {

/// For the error of an extrapolated step to be seen more than that of the interpolation. A scheme's own steps are of
/// the second order at best, and may be as large as the fastest motion allows: polynomials through more than both ends
/// would swing between them.
std::size_t nodes_of_velocities(Index order) { return order < 2 ? 2 : static_cast<std::size_t>(order + 3); }
std::size_t nodes_of_positions(std::size_t of_velocities) { return of_velocities / 2 + 1; }

}  // namespace

/// Twice as many as are taken, because steps grow from small ones.
StateInterpolation::StateInterpolation(const MechanicalSystem& system, Index most_order)
    : system_(system), most_(most_order < 2 ? 2 : 2 * nodes_of_velocities(most_order)) {}

void StateInterpolation::begin(const State& state) {
  size_ = 0;
  add(state);
}

void StateInterpolation::add(const State& state) {
  if (size_ == most_) {
    std::rotate(nodes_.begin(), nodes_.begin() + 1, nodes_.begin() + static_cast<std::ptrdiff_t>(size_));
    --size_;
  }
  if (nodes_.size() == size_) nodes_.emplace_back();
  auto& node = nodes_[size_++];
  node.state = state;
  find_rate(node);
}

/// By differences of the motion that a velocity makes, the fourth order of which is round-off for rotations by 1e-3.
void StateInterpolation::find_rate(Node& node) {
  const auto &q = node.state.q, &v = node.state.v;
  if (system_.advances_by_addition()) {
    node.q_rate = v;
    return;
  }
  constexpr double turn = 1e-3;
  const double speed = v.size() > 0 ? v.lpNorm<Eigen::Infinity>() : 0.0;
  const double s = speed > 0.0 ? turn / speed : 1.0;
  ahead_.resize(q.size());
  behind_.resize(q.size());
  const auto difference = [&](double step) -> Vector& {
    system_.advance(q, step, v, 0.0, v, ahead_);
    system_.advance(q, -step, v, 0.0, v, behind_);
    ahead_ = (ahead_ - behind_) / (2.0 * step);
    return ahead_;
  };
  node.q_rate = difference(s) * (4.0 / 3.0);
  node.q_rate -= difference(2.0 * s) / 3.0;
}

void StateInterpolation::choose(Index count) {
  constexpr double closest = 0.1, shrinking = 0.4;  // of the interval, of the distance before
  double distance = nodes_[size_ - 1].state.t - nodes_[size_ - 2].state.t;
  const double least = closest * distance;
  chosen_.assign({size_ - 1, size_ - 2});
  for (std::size_t i = size_ - 2; i-- > 0 && chosen_.size() < nodes_of_velocities(count);) {
    const double next = nodes_[chosen_.back()].state.t - nodes_[i].state.t;
    if (next < std::max(least, shrinking * distance)) continue;
    chosen_.push_back(i);
    distance = std::min(distance, next);
  }
}

double StateInterpolation::lagrange(std::size_t i, std::size_t count, double t) const {
  double product = 1.0;
  for (std::size_t j = 0; j < count; ++j)
    if (j != i) product *= (t - chosen(j).state.t) / (chosen(i).state.t - chosen(j).state.t);
  return product;
}

double StateInterpolation::lagrange_slope(std::size_t i, std::size_t count) const {
  double sum = 0.0;
  for (std::size_t j = 0; j < count; ++j)
    if (j != i) sum += 1.0 / (chosen(i).state.t - chosen(j).state.t);
  return sum;
}

void StateInterpolation::at(double t, Index order, State& result) {
  choose(order);
  const auto& end = last();
  result = end;
  result.t = t;
  const std::size_t of_v = chosen_.size(), of_q = std::min(of_v, nodes_of_positions(of_v));
  for (std::size_t i = 1; i < of_v; ++i) result.v += lagrange(i, of_v, t) * (chosen(i).state.v - end.v);
  for (std::size_t i = 0; i < of_q; ++i) {
    const double l = lagrange(i, of_q, t), s = t - chosen(i).state.t;
    if (i > 0) result.q += (1.0 - 2.0 * s * lagrange_slope(i, of_q)) * l * l * (chosen(i).state.q - end.q);
    result.q += s * l * l * chosen(i).q_rate;
  }
  if (system_.advances_by_addition()) return;
  ahead_ = result.q;  // quaternions are brought back to unit length
  system_.advance(ahead_, 0.0, result.v, 0.0, result.v, result.q);
}

void StateInterpolation::Node::walk_memory(MemoryWalk& walk) {
  walk("t", state.t);
  walk("q", state.q);
  walk("v", state.v);
}

void StateInterpolation::walk_memory(MemoryWalk& walk) {
  walk("size", size_);
  if (walk.restores()) nodes_.resize(std::max(size_, nodes_.size()));
  for (std::size_t i = 0; i < size_; ++i) {
    walk(std::to_string(i), nodes_[i]);
    if (walk.restores()) find_rate(nodes_[i]);
  }
}

}  // namespace percuss
