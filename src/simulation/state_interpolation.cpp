// SPDX-License-Identifier: Apache-2.0
#include "simulation/state_interpolation.hpp"

#include <algorithm>
#include <limits>
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

void StateInterpolation::choose(Index order) {
  constexpr double closest = 0.1, shrinking = 0.4;  // of the interval, of the distance before
  double distance = nodes_[size_ - 1].state.t - nodes_[size_ - 2].state.t;
  const double least = closest * distance;
  chosen_.assign({size_ - 1, size_ - 2});
  for (std::size_t i = size_ - 2; i-- > 0 && chosen_.size() < nodes_of_velocities(order);) {
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

double StateInterpolation::lagrange_slope(std::size_t i, std::size_t count, double t) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    if (k == i) continue;
    double product = 1.0 / (chosen(i).state.t - chosen(k).state.t);
    for (std::size_t j = 0; j < count; ++j)
      if (j != i && j != k) product *= (t - chosen(j).state.t) / (chosen(i).state.t - chosen(j).state.t);
    sum += product;
  }
  return sum;
}

void StateInterpolation::at(double t, Index order, State& result) {
  choose(order);
  result = last();
  result.t = t;
  interpolate_v(t, chosen_.size(), result);
  interpolate_q(t, nodes_of_positions(chosen_.size()), result);
  normalise(system_, result);
}

void StateInterpolation::interpolate_v(double t, std::size_t count, State& result) {
  for (std::size_t i = 1; i < count; ++i) result.v += lagrange(i, count, t) * (chosen(i).state.v - last().v);
}

/// Round-off of positions, over the time between them, is no velocity: in steps that are so short Lagrange's polynomial
/// is exact enough.
bool StateInterpolation::slopes_are_clear() const {
  constexpr double round_off = 16.0 * std::numeric_limits<double>::epsilon(), negligible = 1e-10;
  const auto &now = last(), &before = nodes_[size_ - 2].state;
  if (now.q.size() == 0 || now.v.size() == 0) return false;
  const double h = now.t - before.t, noise = round_off * now.q.lpNorm<Eigen::Infinity>() / h;
  double speed = (now.q - before.q).lpNorm<Eigen::Infinity>() / h;  // it may rest at both ends
  for (const auto i : chosen_) speed = std::max(speed, nodes_[i].state.v.lpNorm<Eigen::Infinity>());
  return noise < negligible * speed;
}

/// Differences to the last node lose no digits of large positions. Where q' = v, v is the slope.
void StateInterpolation::interpolate_q(double t, std::size_t count, State& result) {
  q_rate_.setZero(result.q.size());
  for (std::size_t i = 0; i < count; ++i) {
    const double l = lagrange(i, count, t), s = t - chosen(i).state.t,
                 own = lagrange_slope(i, count, chosen(i).state.t);
    const double slope = lagrange_slope(i, count, t), of_q = 1.0 - 2.0 * s * own;
    if (i > 0) {
      result.q += of_q * l * l * (chosen(i).state.q - last().q);
      q_rate_ += (2.0 * of_q * l * slope - 2.0 * own * l * l) * (chosen(i).state.q - last().q);
    }
    result.q += s * l * l * chosen(i).q_rate;
    q_rate_ += (l * l + 2.0 * s * l * slope) * chosen(i).q_rate;
  }
  if (!slopes_are_clear()) return;
  for (Index i = 0; i < system_.num_bodies(); ++i) {
    const auto& body = system_.body(i);
    if (body.advances_by_addition())
      result.v.segment(system_.v_offset(i), body.num_v()) = q_rate_.segment(system_.q_offset(i), body.num_q());
  }
}

void StateInterpolation::normalise(const MechanicalSystem& system, State& state) {
  if (system.advances_by_addition()) return;
  const Vector q = state.q;
  system.advance(q, 0.0, state.v, 0.0, state.v, state.q);
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
