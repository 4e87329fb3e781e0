// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/mechanical_system.hpp"
#include "core/memory_walk.hpp"
#include "core/state.hpp"

namespace percuss {

/// States between the ends of smooth steps, from those ends t_1 < t_2 < ... (nodes):
///
///   q(t) = sum_i H_i(t) q_i + K_i(t) q_i',    H_i = (1 - 2 (t - t_i) L_i'(t_i)) L_i(t)^2,    K_i = (t - t_i) L_i(t)^2
///
///   v(t) = q'(t) where q' = v,    sum_i L_i(t) v_i elsewhere (bodies that turn in space, the shortest steps)
///
/// with L_i Lagrange's polynomials of the nodes that are taken: p + 3 where steps are extrapolated to the order p,
/// about half of that for q; both ends of the step where they are not, whose own order is two mostly. Nodes that are
/// much closer together than the interval would only amplify round-off, and are passed over.
class StateInterpolation {
 public:
  /// Keeps a reference to `system`. `most_order`: of the steps.
  StateInterpolation(const MechanicalSystem& system, Index most_order);

  /// Nothing before this state is smooth with what comes.
  void begin(const State& state);
  /// A smooth step has led here.
  void add(const State& state);
  /// result <- the state at a time between the last two that were told, whose step was of this order.
  void at(double t, Index order, State& result);
  /// Quaternions are brought back to unit length.
  static void normalise(const MechanicalSystem& system, State& state);
  /// The one told last; there must be one.
  const State& last() const { return nodes_[size_ - 1].state; }
  bool is_empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  void walk_memory(MemoryWalk& walk);

 private:
  struct Node {
    State state;
    Vector q_rate;  // q' = Y(q) v
    void walk_memory(MemoryWalk& walk);
  };
  void choose(Index order);
  double lagrange(std::size_t i, std::size_t count, double t) const;
  double lagrange_slope(std::size_t i, std::size_t count, double t) const;
  bool slopes_are_clear() const;
  void interpolate_q(double t, std::size_t count, State& result);
  void interpolate_v(double t, std::size_t count, State& result);
  const Node& chosen(std::size_t i) const { return nodes_[chosen_[i]]; }
  void find_rate(Node& node);

  const MechanicalSystem& system_;
  std::size_t most_;         // nodes that are kept
  std::vector<Node> nodes_;  // by time; the first size_ count
  std::size_t size_ = 0;
  std::vector<std::size_t> chosen_;  // from the last one back
  Vector ahead_, behind_, q_rate_;   // (nq) workspace
};

}  // namespace percuss
