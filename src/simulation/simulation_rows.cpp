// SPDX-License-Identifier: Apache-2.0
// What the time loop tells: rows of the history, and the result at the end.
#include <limits>
#include <utility>

#include "scheme/consistent_acceleration.hpp"
#include "simulation/judgement.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// Of the bodies, and what compliant joints store.
Energy Simulation::energy() const {
  auto sum = model_.system.energy(state_.t, state_.q, state_.v);
  sum.potential += model_.contacts.elastic_energy(state_.t, state_.q);
  return sum;
}

/// Before the first step and after one that failed a scheme has no records: the gaps are those of the state, forces are
/// not known.
std::vector<ContactRecord> Simulation::gaps_alone() const {
  Vector gap(model_.contacts.size());
  model_.contacts.gaps(state_.t, state_.q, gap);
  std::vector<ContactRecord> records(percussions_.size());
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
  ConsistentAcceleration motion(model_.system, model_.contacts, solvers);
  Vector a = Vector::Zero(model_.system.num_v());
  auto report = mass.update(state_.t, state_.q, state_.v, {});
  if (report.ok()) report = motion.solve(settings_.step, state_, closed, mass, a);
  if (report.ok())
    motion.for_each_force(settings_.step, [&](Index id, std::size_t row, double force) {
      records[static_cast<std::size_t>(id)].force[row] = force;
    });
  else
    for (const Index k : closed)
      for (Index row = 0; row < model_.contacts.num_rows(k); ++row)
        records[static_cast<std::size_t>(k)].force[static_cast<std::size_t>(row)] =
            std::numeric_limits<double>::quiet_NaN();
  return records;
}

void Simulation::emit_first_row(const Hooks& hooks, Energy energy) {
  if (!hooks.row) return;
  const auto records = initial_contacts();
  sample_joints(records);
  hooks.row({state_, records, percussions_, ledger_, energy, certificates_.row(), joint_samples_});
  certificates_.clear_row();
}

void Simulation::emit_row(const Hooks& hooks, std::span<const ContactRecord> records, Energy energy) {
  certificates_.look(state_);
  if (hooks.row) {
    sample_joints(records);
    hooks.row({state_, records, percussions_, ledger_, energy, certificates_.row(), joint_samples_, struck_});
  }
  for (auto& p : percussions_) p = {};
  for (auto& joint : joint_samples_) joint.percussion = {};
  certificates_.clear_row();
}

/// Forces and axes of the joints as the state stands.
void Simulation::sample_joints(std::span<const ContactRecord> records) {
  for (std::size_t k = 0; k < joint_samples_.size(); ++k) {
    const auto& joint = joint_parts_[k];
    if (joint.model == nullptr) continue;
    joint_samples_[k].force = joint.model->reaction(joint.k, state_.q, records[k].force);
    joint_samples_[k].axes = joint.model->body_axes(joint.k, state_.q);
  }
}

RunResult Simulation::finish() {
  result_.factorisations = factorisations_before_ + scheme_->factorisations();
  result_.ledger = ledger_;
  result_.t = state_.t;
  result_.worst = certificates_.run();
  result_.energy = energy();
  result_.energy_made = energy_.made();
  result_.energy_made_by_contacts = energy_.made_by_contacts();
  result_.energy_supply = energy_.supply();
  result_.energy_share = energy_.share();
  result_.doubts = doubts_.warnings();
  for (auto& warning : springs_->warnings()) result_.doubts.push_back(std::move(warning));
  judge(result_, settings_);
  return result_;
}

}  // namespace percuss
