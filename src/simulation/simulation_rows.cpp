// SPDX-License-Identifier: Apache-2.0
// What the time loop tells: rows of the history, and the result at the end.
#include <limits>
#include <utility>

#include "scheme/consistent_acceleration.hpp"
#include "simulation/judgement.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// Of the bodies, and what compliant joints store.
Energy Simulation::energy() const { return energy_of(model_.system, model_.contacts, stepper_.state); }

/// Before the first step and after one that failed a scheme has no records: the gaps are those of the state, forces are
/// not known.
std::vector<ContactRecord> Simulation::gaps_alone() const {
  Vector gap(model_.contacts.size());
  model_.contacts.gaps(stepper_.state.t, stepper_.state.q, gap);
  std::vector<ContactRecord> records(stepper_.percussions.size());
  for (std::size_t k = 0; k < records.size(); ++k) {
    records[k].gap = gap[static_cast<Index>(k)];
    records[k].closed = records[k].gap <= 0.0;
  }
  return records;
}

/// With the forces under which the motion goes on from the initial state; NaN where none are found.
std::vector<ContactRecord> Simulation::initial_contacts() const {
  auto records = gaps_alone();
  std::vector<Index> closed;
  for (std::size_t k = 0; k < records.size(); ++k)
    if (records[k].closed) closed.push_back(static_cast<Index>(k));
  if (closed.empty()) return records;
  auto solvers = settings_.solvers;
  solvers.tell = nullptr;
  solvers.decorate = nullptr;
  BlockFactor mass(model_.system, solvers.linear);
  ConsistentAcceleration motion(model_.system, held_, solvers);
  Vector a = Vector::Zero(model_.system.num_v());
  auto report = mass.update(stepper_.state.t, stepper_.state.q, stepper_.state.v, {});
  if (report.ok()) report = motion.solve(settings_.step, stepper_.state, closed, mass, a);
  if (report.ok())
    motion.for_each_force(settings_.step, [&](Index id, std::size_t row, double force) {
      records[static_cast<std::size_t>(id)].force[row] = force;
    });
  independent_.share_out([&](Index k) -> auto& { return records[static_cast<std::size_t>(k)].force; });
  if (!report.ok())
    for (const Index k : closed)
      for (Index row = 0; row < model_.contacts.num_rows(k); ++row)
        records[static_cast<std::size_t>(k)].force[static_cast<std::size_t>(row)] =
            std::numeric_limits<double>::quiet_NaN();
  return records;
}

void Simulation::emit_first_row(const Hooks& hooks, Energy energy) {
  if (!hooks.row) return;
  const auto records = initial_contacts();
  stepper_.sample_joints(records, stepper_.state.q);
  hooks.row(sample({stepper_.state, records, stepper_.ledger}, energy, false));
  stepper_.certificates.clear_row();
}

void Simulation::emit_row(const Hooks& hooks, std::span<const ContactRecord> records, Energy energy) {
  stepper_.certificates.look(stepper_.state);
  if (hooks.row) {
    stepper_.sample_joints(records, stepper_.state.q);
    hooks.row(sample({stepper_.state, records, stepper_.ledger}, energy, stepper_.struck));
  }
  stepper_.clear_row();
}

void Simulation::emit_frame(const Hooks& hooks, std::span<const ContactRecord> records, bool knows_modes) {
  auto picture = sample({stepper_.state, records, stepper_.ledger}, {}, stepper_.struck);
  picture.percussions = stepper_.percussions_of_frame;
  picture.knows_modes = knows_modes;
  picture.struck_contacts = stepper_.struck_of_frame;
  hooks.frame(picture);
  stepper_.clear_frame();
}

Sample Simulation::sample(const PassedEnd& at, Energy energy, bool struck) const {
  return {at.state,        at.records, stepper_.percussions, at.ledger, energy, stepper_.certificates.row(),
          stepper_.joints, struck};
}

RunResult Simulation::finish() {
  result_.factorisations = factorisations_before_ + stepper_.scheme().factorisations();
  result_.linear_solves = stepper_.linear_solves.solves();
  result_.linear_iterations = stepper_.linear_solves.iterations();
  result_.linear_residual = stepper_.linear_solves.residual();
  result_.smaller_steps = stepper_.smaller_steps;
  result_.loose_steps = stepper_.loose_steps;
  result_.plastic_steps = stepper_.plastic_steps;
  result_.hasty_steps = stepper_.hasty_steps;
  result_.attempts = stepper_.attempts;
  result_.events = stepper_.events.told();
  result_.taken_back = control_->taken_back;
  result_.smallest_steps = control_->smallest_steps;
  result_.ledger = stepper_.ledger;
  result_.t = stepper_.state.t;
  result_.worst = stepper_.certificates.run();
  result_.energy = energy();
  result_.energy_made = stepper_.energy.made();
  result_.energy_made_by_contacts = stepper_.energy.made_by_contacts();
  result_.energy_supply = stepper_.energy.supply();
  result_.energy_share = stepper_.energy.share();
  result_.energy_lost = stepper_.energy.lost();
  result_.energy_lost_share = stepper_.energy.lost_share();
  result_.remark = stepper_.scheme().remark();
  result_.doubts = doubts_.warnings();
  for (auto& warning : wobbles_->warnings()) result_.doubts.push_back(std::move(warning));
  for (auto& warning : springs_->warnings()) result_.doubts.push_back(std::move(warning));
  if (auto warning = control_->warning(); !warning.empty()) result_.doubts.push_back(std::move(warning));
  judge(result_, settings_);
  return result_;
}

}  // namespace percuss
