// SPDX-License-Identifier: Apache-2.0
#include "simulation/energy_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Round-off of E_scheme by the largest of its terms: of positions that creep by their last digits over many steps.
constexpr double share_of_round_off = 1e-10;

/// Bodies that settle into their contacts take some steps' fall for it.
constexpr double steps_resolved = 4.0;

/// A share so small needs no closer look at what the loads are by now.
constexpr double small_share = 1e-3;

}  // namespace

/// (4 h)^2/2 (f'f)^2 / (f'Mf) <= (4 h)^2/2 f' M^-1 f
double EnergyGuard::energy_of_some_steps(double t) const {
  Vector f(system_.num_v());
  system_.forces(t, start_.q, start_.v, f);
  const double square = f.squaredNorm(), inertia = 2.0 * system_.energy(t, start_.q, f).kinetic;  // f'f, f'Mf
  const double duration = steps_resolved * step_;
  const double energy = 0.5 * duration * duration * (square / inertia) * square;
  return std::isfinite(energy) ? energy : 0.0;
}

void EnergyGuard::start(const State& state, double h, const Energy& energy) {
  start_ = state;
  step_ = h;
  kinetic_ = energy.kinetic;
  potential_ = least_potential_ = energy.potential;
  most_applied_ = 0.0;
  made_ = lost_ = given_ = {};
  of_some_steps_ = energy_of_some_steps(state.t);
  largest_ = std::max(energy.kinetic, std::abs(energy.potential));
}

void EnergyGuard::look(double t, const Energy& energy, const EnergyLedger& ledger) {
  const double scheme = ledger.scheme(energy.total());
  made_.add(scheme);
  lost_.add(-scheme);
  given_.add(-(ledger.friction + ledger.impact));
  least_potential_ = std::min(least_potential_, energy.potential);
  take(ledger);
  for (const double term : {energy.kinetic, energy.potential, ledger.damping, ledger.friction, ledger.impact})
    largest_ = std::max(largest_, std::abs(term));
  if (std::max(share(), lost_share()) > small_share) of_some_steps_ = std::max(of_some_steps_, energy_of_some_steps(t));
}

void EnergyGuard::walk_memory(MemoryWalk& walk) {
  walk("of_some_steps", of_some_steps_);
  walk("least_potential", least_potential_);
  walk("most_applied", most_applied_);
  walk("made", made_);
  walk("lost", lost_);
  walk("given", given_);
  walk("largest", largest_);
}

void EnergyGuard::take(const EnergyLedger& ledger) {
  most_applied_ = std::max(most_applied_, ledger.applied);
  largest_ = std::max(largest_, std::abs(ledger.applied));
}

double EnergyGuard::above_round_off(double energy) const {
  return energy > share_of_round_off * largest_ ? energy : 0.0;
}

double EnergyGuard::made() const { return above_round_off(made_.value() + given_.value()); }

double EnergyGuard::supply() const {
  return kinetic_ + (potential_ - least_potential_) + most_applied_ + of_some_steps_;
}

double EnergyGuard::share_of(double energy) const {
  if (energy == 0.0) return 0.0;
  return supply() > 0.0 ? energy / supply() : std::numeric_limits<double>::infinity();
}

}  // namespace percuss
