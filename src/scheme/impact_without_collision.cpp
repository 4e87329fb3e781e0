// SPDX-License-Identifier: Apache-2.0
#include "scheme/impact_without_collision.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

namespace {

/// Of eta from one look to the next, and the looks.
constexpr double shorter = 1e-2;
constexpr int looks = 3;
/// Of slip per free acceleration: an eta below which the contact solver's tolerance would hide the problem.
constexpr double shortest = 1e-9;

}  // namespace

double rest_speed(double h, const Vector& v, double acceleration) {
  constexpr double of_velocity = 1e-9, of_acceleration = 1e-6;
  return std::max(of_velocity * v.lpNorm<Eigen::Infinity>(), of_acceleration * h * acceleration);
}

double least_slip(double h, const ContactSet& set, Index k, VecRef v, double acceleration) {
  constexpr double of_velocity = 1e-6, of_acceleration = 1e-3;
  double size = 0.0;
  for (Index row = set.first_row(k); row < set.first_row(k) + set.num_rows(k); ++row)
    size = std::max(size, velocity_size(set.W, row, v));
  return std::max(of_velocity * size, of_acceleration * h * acceleration);
}

SlipChange slip_change(const ContactSet& set, Index k, VecRef before, VecRef after) {
  SlipChange slip;
  for (Index row = set.first_row(k) + 1; row < set.first_row(k) + set.num_rows(k); ++row) {
    const double was = set.W.column_dot(row, before);
    slip.before += was * was;
    slip.change += std::pow(set.W.column_dot(row, after) - was, 2);
  }
  slip.before = std::sqrt(slip.before);
  slip.change = std::sqrt(slip.change);
  return slip;
}

ImpactWithoutCollision::ImpactWithoutCollision(const MechanicalSystem& system, const ContactModel& contacts,
                                               const SolverSet& solvers)
    : motion_(system, contacts, solvers),
      a_(Vector::Zero(system.num_v())),
      v_(a_),
      gamma_(Vector::Zero(total_rows(contacts))) {}

Report ImpactWithoutCollision::look(double h, const State& at, std::span<const Index> closed,
                                    std::span<const char> pushing, const BlockFactor& mass) {
  found_ = false;
  motion_.restart();
  const double speed = at.v.lpNorm<Eigen::Infinity>();
  double eta = h;
  Report report;
  for (int i = 0; i < looks; ++i) {
    const double least = i == 0 ? 0.0 : shortest * speed / motion_.free_acceleration();
    if (i > 0 && eta <= least) return report;
    eta = std::max(shorter * eta, least);
    report = motion_.solve(eta, at, closed, mass, a_, pushing);
    if (!report.ok()) return report;
    combine(1.0, at.v, eta, a_, v_);
    found_ = some_slip_changes(h, at.v);
    if (!found_) return report;
  }
  return report;
}

bool ImpactWithoutCollision::some_slip_changes(double h, const Vector& v) {
  const double rest = rest_speed(h, v, motion_.free_acceleration());
  const auto& stage = motion_.contacts();
  const auto& set = stage.set();
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (set.cone[i] != Cone::coulomb || !(stage.percussion()[set.first_row(k)] > 0.0)) continue;
    const double least = std::max(rest, least_slip(h, set, k, v, free_acceleration(set.id[i])));
    if (slip_change(set, k, v, v_).may_be_impact(least)) return true;
  }
  return false;
}

ContactLoss ImpactWithoutCollision::loss(const Vector& v_before) {
  auto before = workspace(gamma_, motion_.contacts().set().rows());
  before = motion_.contacts().gap_velocity(v_before);
  return motion_.contacts().loss(1.0, before, motion_.contacts().gap_velocity(v_));
}

}  // namespace percuss
