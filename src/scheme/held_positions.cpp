// SPDX-License-Identifier: Apache-2.0
#include "scheme/held_positions.hpp"

#include <algorithm>
#include <utility>

#include "core/parallel.hpp"

namespace percuss {

HeldPositions::HeldPositions(const ContactModel& model, const SolverSet& solvers)
    : model_(model), normal_(model), stage_(normal_, solvers), rows_(model) {
  for (Index k = 0; k < model.size(); ++k)
    if (model.is_joint(k)) joints_.push_back(k);
  for (auto* list : {&held_, &pushing_}) list->reserve(static_cast<std::size_t>(model.size()));
  held_ = joints_;
}

void HeldPositions::restart() {
  stage_.restart();
  held_ = joints_;
  knows_pushing_ = false;
}

void HeldPositions::find_pushing() {
  if (std::exchange(knows_pushing_, false)) return;
  pushing_.clear();
  for_each_pushing([this](Index k) { pushing_.push_back(k); });
}

void HeldPositions::walk_memory(MemoryWalk& walk) {
  if (!walk.restores()) find_pushing();
  walk("stage", stage_);
  walk("pushing", pushing_);
  knows_pushing_ = true;
}

void HeldPositions::begin_step() {
  find_pushing();
  held_.resize(joints_.size() + pushing_.size());
  std::merge(joints_.begin(), joints_.end(), pushing_.begin(), pushing_.end(), held_.begin());
}

template <class Call>
void HeldPositions::for_each_pushing(Call&& call) const {
  if (!has_contacts()) return;
  const auto& set = stage_.set();
  for (Index k = 0; k < set.size(); ++k)
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral && stage_.percussion()[set.first_row(k)] > 0.0)
      call(set.id[static_cast<std::size_t>(k)]);
}

void HeldPositions::reserve(double t, const Vector& q, const BlockFactor& factor) {
  find_expected(model_, factor.system().num_v(), held_);
  stage_.assemble(t, q, held_, factor);
  rows_.select(stage_.set());
  rows_.gaps(t, q, Vector::Zero(model_.size()), workspace(gap_, rows_.size()));
  workspace(push_, rows_.size()).setZero();
  change_.setZero(q.size() > 0 ? factor.system().num_v() : 0);
  held_ = joints_;
  stage_.assemble(t, q, held_, factor);
}

Report HeldPositions::solve(double h, double w_q, double t, const Vector& q, VecRef gap, const Vector& b,
                            const BlockFactor& tangent, Vector& b_next) {
  stage_.assemble(t, q, held_, tangent);
  rows_.select(stage_.set());
  auto g = workspace(gap_, rows_.size());
  rows_.gaps(t, q, gap, g);
  g /= h;
  change_.resize(b.size());
  combine(w_q / h, b_next, -w_q / h, b, change_);
  auto report = stage_.solve_contact(1.0, change_, g);
  if (report.ok()) stage_.add_response(h / w_q, b_next);
  return report;
}

void HeldPositions::add_response(double h, double w_q, const BlockFactor& mass, Of of, Vector& v) {
  const auto& set = stage_.set();
  change_.setZero(v.size());
  for (Index k = 0; k < set.size(); ++k) {
    if (of == Of::contacts && set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    for (Index row = set.first_row(k); row < set.first_row(k + 1); ++row)
      set.W.add_column(row, h / w_q * stage_.percussion()[row], change_);
  }
  mass.solve_in_place(change_);
  v += change_;
}

bool HeldPositions::hold(double t, const Vector& q, VecRef gap, double round_off) {
  if (held_.empty()) return true;  // nothing has been solved for
  auto g = workspace(gap_, rows_.size());
  rows_.gaps(t, q, gap, g);
  for (Index i = 0; i < rows_.size(); ++i) {
    const bool held = rows_.is_joint(i) || stage_.percussion()[i] > 0.0;
    if (!(g[i] >= -round_off) || (held && !(g[i] <= round_off))) return false;
  }
  return true;
}

void HeldPositions::mark_pushing(std::vector<char>& pushes) const {
  for_each_pushing([&](Index k) { pushes[static_cast<std::size_t>(k)] = 1; });
}

}  // namespace percuss
