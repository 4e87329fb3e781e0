// SPDX-License-Identifier: Apache-2.0
#include "simulation/stepper.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace percuss {

Stepper::Stepper(Model& model, Index retries)
    : state(model.initial),
      energy(model.system),
      certificates(model.contacts),
      events(model.system, model.contacts),
      percussions(static_cast<std::size_t>(model.contacts.size())),
      percussions_of_frame(percussions.size()),
      struck_of_frame(percussions.size()),
      model_(model),
      retries_(retries),
      contacts_(&model.contacts),
      gap_(Vector::Zero(model.contacts.size())) {}

void Stepper::start(double h) {
  state = model_.initial;
  scheme_->restart();
  contacts_->restart();
  contacts_->prepare(state.t, state.q, state.v, h);
  linear_solves.clear();
  smaller_steps = loose_steps = plastic_steps = hasty_steps = attempts = 0;
  struck = moved = is_corrected_ = false;
  message.clear();
}

void Stepper::start_sums(double h, const Energy& at_start, const Wanted& wanted) {
  for (auto& p : percussions) p = {};
  clear_frame();
  ledger = {};
  ledger.start = at_start.total();
  joint_parts_.clear();
  for (std::size_t k = 0; wanted.joints && k < percussions.size(); ++k)
    joint_parts_.push_back(find_joint(model_.contacts, static_cast<Index>(k)));
  joints.assign(joint_parts_.size(), {});
  certificates.start(state);
  model_.contacts.gaps(state.t, state.q, gap_);
  events.start(gap_, wanted.events);
  energy.start(state, h, at_start);
}

bool Stepper::advance(double h, Index halvings) {
  if (try_step(h)) {
    smaller_steps += halvings > 0 ? 1 : 0;
    return true;
  }
  if (halvings >= retries_) return false;
  for (int half = 0; half < 2; ++half)
    if (!advance(0.5 * h, halvings + 1)) return false;
  return true;
}

bool Stepper::try_step(double h) {
  ++attempts;
  if (step(h)) return true;
  scheme_->repeat();  // what it carries over is half that of the step that failed
  return false;
}

bool Stepper::step(double h) {
  try {
    contacts_->prepare(state.t, state.q, state.v, h);
    contacts_->check_forecast();
  } catch (const std::runtime_error& problem) {  // pairs that it cannot keep, or that would go through each other
    message = problem.what();
    return false;
  }
  if (may_fail_late_) save(before_step_);
  const auto report = scheme_->step(h, state);
  if (linear_solves.has_failed()) {
    if (report.ok()) take_up(before_step_);
    message = linear_solves.take_failure();
    return false;
  }
  if (!report.ok()) {
    const auto& failure = report.report;
    message = failure.message;
    if (report.residual > 0.0 && std::isfinite(report.residual))
      message += fmt::format(" (residual {:.3g} m/s)", report.residual);
    if (failure.status == Status::not_finite) message += "; the step may be too large";
    return false;
  }
  moved = true;
  is_corrected_ = false;
  struck = struck || report.impact;
  loose_steps += report.loose ? 1 : 0;
  plastic_steps += report.plastic ? 1 : 0;
  hasty_steps += contacts_->may_have_passed(state.q) ? 1 : 0;
  ledger.add(report);
  energy.take(ledger);
  share_out();
  const auto contacts = this->contacts();
  certificates.add(report, contacts);
  events.take(*scheme_, h, state);
  events.for_each_struck([this](Index k) { struck_of_frame[static_cast<std::size_t>(k)] = 1; });
  for (std::size_t k = 0; k < contacts.size(); ++k) add_percussion(k, contacts[k].percussion);
  return true;
}

std::span<const ContactRecord> Stepper::contacts() const {
  if (independent_ != nullptr) return shared_out_;
  return scheme_->contacts();
}

void Stepper::share_out() {
  if (independent_ == nullptr) return;
  const auto records = scheme_->contacts();
  shared_out_.assign(records.begin(), records.end());
  independent_->share_out([this](Index k) -> auto& { return shared_out_[static_cast<std::size_t>(k)].force; });
  independent_->share_out([this](Index k) -> auto& { return shared_out_[static_cast<std::size_t>(k)].percussion; });
}

void Stepper::take_jump(double h, std::span<ContactRecord> told) {
  const auto contacts = this->contacts();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto& force = contacts[k].force;
    add_percussion(k, {h * force[0], h * force[1], h * force[2]});
    const auto before = told[k].force;
    told[k] = contacts[k];
    told[k].force = before;
  }
}

void Stepper::add_percussion(std::size_t k, const std::array<double, 3>& percussion) {
  for (std::size_t r = 0; r < 3; ++r) percussions[k][r] += percussion[r];
  for (std::size_t r = 0; r < 3; ++r) percussions_of_frame[k][r] += percussion[r];
  if (joints.empty() || joint_parts_[k].model == nullptr) return;
  const auto& joint = joint_parts_[k];
  joints[k].percussion += joint.model->reaction(joint.k, state.q, percussion);
}

void Stepper::corrected() {
  const auto records = contacts();
  corrected_.assign(records.begin(), records.end());
  model_.contacts.gaps(state.t, state.q, gap_);
  for (std::size_t k = 0; k < corrected_.size(); ++k) corrected_[k].gap = gap_[static_cast<Index>(k)];
  energy.take(ledger);
  is_corrected_ = true;
}

std::span<const ContactRecord> Stepper::records() const {
  if (is_corrected_) return corrected_;
  return contacts();
}

void Stepper::clear_row() {
  for (auto& p : percussions) p = {};
  for (auto& joint : joints) joint.percussion = {};
  certificates.clear_row();
}

void Stepper::clear_frame() {
  for (auto& p : percussions_of_frame) p = {};
  for (auto& struck_in_it : struck_of_frame) struck_in_it = 0;
}

void Stepper::sample_joints(std::span<const ContactRecord> of, VecRef q) {
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const auto& joint = joint_parts_[k];
    if (joint.model == nullptr) continue;
    joints[k].force = joint.model->reaction(joint.k, q, of[k].force);
    joints[k].axes = joint.model->body_axes(joint.k, q);
  }
}

void Stepper::save(MemoryImage& image) {
  auto walk = MemoryWalk::saving(image);
  walk_memory(walk);
}

void Stepper::take_up(const MemoryImage& image) {
  auto walk = MemoryWalk::restoring(image);
  walk_memory(walk);
}

void Stepper::walk_memory(MemoryWalk& walk) {
  walk("t", state.t);
  walk("q", state.q);
  walk("v", state.v);
  walk("scheme", *scheme_);
  walk("contacts", *contacts_);
  if (independent_ != nullptr) walk("shared_out", shared_out_);
  walk("ledger", ledger);
  walk("energy", energy);
  walk("percussions", percussions);
  walk("percussions_of_frame", percussions_of_frame);
  walk("struck_of_frame", struck_of_frame);
  walk("joints", joints);
  walk("certificates", certificates);
  walk("events", events);
  walk("moved", moved);
  walk("struck", struck);
  walk("smaller_steps", smaller_steps);
  walk("loose_steps", loose_steps);
  walk("plastic_steps", plastic_steps);
  walk("hasty_steps", hasty_steps);
  walk("is_corrected", is_corrected_);
  walk("corrected", corrected_);
  if (walk.restores()) joints.resize(joint_parts_.size());  // the outputs may be others now
}

}  // namespace percuss
