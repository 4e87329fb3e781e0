// SPDX-License-Identifier: Apache-2.0
#include "scheme/consistent_acceleration.hpp"

#include <algorithm>
#include <cmath>

#include "scheme/rest_judge.hpp"

namespace percuss {

ConsistentAcceleration::ConsistentAcceleration(const MechanicalSystem& system, const ContactModel& contacts,
                                               const SolverSet& solvers)
    : system_(system),
      contacts_(contacts),
      stage_(contacts, solvers),
      bias_(Vector::Zero(total_rows(contacts))),
      spring_force_(Vector::Zero(total_rows(contacts))),
      gap_(spring_force_),
      free_of_(Vector::Zero(contacts.size())) {
  rigid_.reserve(static_cast<std::size_t>(contacts.size()));
  soft_.reserve(static_cast<std::size_t>(contacts.size()));
}

void ConsistentAcceleration::prepare(double h, const State& state, const BlockFactor& mass) {
  stage_.set_springs(SpringLaw::at_end_of(h, h));
  stage_.evaluate(state.t, state.q, {}, mass);
}

void ConsistentAcceleration::ignore_contacts(const State& state, const BlockFactor& mass, Vector& a) {
  power_ = {};
  system_.forces(state.t, state.q, state.v, a);
  mass.solve_in_place(a);
}

Report ConsistentAcceleration::solve(double h, const State& state, std::span<const Index> closed,
                                     const BlockFactor& mass, Vector& a, std::span<const char> at_rest) {
  power_ = {};
  free_acceleration_ = 0.0;
  system_.forces(state.t, state.q, state.v, a);
  const double tau = relaxation_ > 0.0 ? relaxation_ * h : h;
  add_springs(tau, state, closed, mass, a);
  mass.solve_in_place(a);
  stage_.set_springs(SpringLaw::at_end_of(tau, tau));
  stage_.assemble(state.t, state.q, rigid_, mass);
  if (stage_.empty()) return {};
  const auto& set = stage_.set();
  auto bias = workspace(bias_, set.rows());
  bias.setZero();
  if (!contacts_.has_constant_jacobian()) contacts_.velocity_bias(system_, state.t, state.q, state.v, rigid_, 0, bias);
  const auto gamma = stage_.gap_velocity(state.v);
  for (Index k = 0; k < set.size(); ++k) {
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    const Index first = set.first_row(k);
    free_acceleration_ = std::max(free_acceleration_, std::abs(set.W.column_dot(first, a) + bias[first]));
    double& made_of = free_of_[set.id[static_cast<std::size_t>(k)]];
    made_of = 0.0;
    for (Index row = first; row < first + set.num_rows(k); ++row)
      made_of = std::max(made_of, velocity_size(set.W, row, a) + std::abs(bias[row]));
    const bool rests = !at_rest.empty() && at_rest[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])];
    if (!rests) bias[first] += std::max(gamma[first], 0.0) / h;
    for (Index row = first + 1; row < first + set.num_rows(k); ++row) bias[row] += gamma[row] / h;
  }
  add_relaxation(tau, state, bias);
  auto report = stage_.solve_contact(h, a, bias);
  if (!report.ok()) return report;
  stage_.add_response(1.0 / h, a);  // x = h lambda
  bias = stage_.gap_velocity(state.v);
  power_ = stage_.loss(1.0 / h, bias, bias);
  return report;
}

void ConsistentAcceleration::add_springs(double tau, const State& state, std::span<const Index> closed,
                                         const BlockFactor& mass, Vector& f) {
  rigid_.clear();
  soft_.clear();
  for (const Index k : closed) (contacts_.gives_way(k) ? soft_ : rigid_).push_back(k);
  if (soft_.empty()) return;
  contacts_.evaluate(state.t, state.q, system_.num_v(), soft_, springs_);
  if (relaxation_ > 0.0 && take_fast_dampers(tau, mass)) {
    if (soft_.empty()) return;
    contacts_.evaluate(state.t, state.q, system_.num_v(), soft_, springs_);
  }
  auto lambda = workspace(spring_force_, springs_.rows());
  contacts_.row_gaps(state.t, state.q, soft_, 0, lambda);
  for (Index row = 0; row < springs_.rows(); ++row) {
    lambda[row] = springs_.law[static_cast<std::size_t>(row)].force(lambda[row], springs_.W.column_dot(row, state.v));
    springs_.W.add_column(row, lambda[row], f);
  }
}

bool ConsistentAcceleration::take_fast_dampers(double tau, const BlockFactor& mass) {
  const auto is_fast = [&](Index row) {
    const double damping = springs_.law[static_cast<std::size_t>(row)].damping;
    return damping > 0.0 && 2.0 * tau * damping * rows_.mobility(mass, springs_.W, row) > 1.0;
  };
  Index left = 0;
  for (Index k = 0; k < springs_.size(); ++k) {
    bool fast = false;
    for (Index i = 0; i < springs_.num_rows(k); ++i) fast = fast || is_fast(springs_.first_row(k) + i);
    if (fast)
      rigid_.push_back(soft_[static_cast<std::size_t>(k)]);
    else
      soft_[static_cast<std::size_t>(left++)] = soft_[static_cast<std::size_t>(k)];
  }
  const bool any = left < springs_.size();
  soft_.resize(static_cast<std::size_t>(left));
  if (any) std::sort(rigid_.begin(), rigid_.end());
  return any;
}

void ConsistentAcceleration::add_relaxation(double tau, const State& state, VecOut bias) {
  const auto& set = stage_.set();
  if (relaxation_ == 0.0 || set.regularisation.empty()) return;
  auto gap = workspace(gap_, set.rows());
  contacts_.row_gaps(state.t, state.q, rigid_, 0, gap);
  for (Index row = 0; row < set.rows(); ++row) {
    const auto& law = set.law[static_cast<std::size_t>(row)];
    if (law.is_rigid()) continue;
    const double deflection = law.stiffness * gap[row] / (law.stiffness * tau + law.damping);
    bias[row] += (set.W.column_dot(row, state.v) + deflection) / tau;
  }
}

}  // namespace percuss
