// SPDX-License-Identifier: Apache-2.0
#include "scheme/gap_drift.hpp"

#include <algorithm>
#include <iterator>

#include "core/parallel.hpp"

namespace percuss {

GapDrift::GapDrift(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers)
    : pulling_(contacts, NormalContacts::Push::together),
      stage_(pulling_, solvers),
      factor_(system, solvers.linear),
      open_(Vector::Zero(total_rows(pulling_))) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints_.push_back(k);
  together_.reserve(static_cast<std::size_t>(contacts.size()));
}

void GapDrift::prepare(double t, const Vector& q, const BlockFactor& factor) {
  stage_.evaluate(t, q, {}, factor);
  move_.setZero(factor.system().num_v());
  moved_ = q;
}

Report GapDrift::take_back(double h, double t, std::span<const Index> drifted, VecRef gap, const Vector& v, Vector& q) {
  if (drifted.empty()) return {};
  if (auto r = factor_.update(t, q, v, {1.0, 0.5 * h, 0.25 * h * h}); !r.ok()) return r;
  together_.clear();
  std::merge(joints_.begin(), joints_.end(), drifted.begin(), drifted.end(), std::back_inserter(together_));
  stage_.restart();  // the move before says nothing of this one
  stage_.assemble(t, q, together_, factor_);
  const auto& set = stage_.set();
  auto open = open_.head(set.rows());
  open.setZero();
  for (Index k = 0; k < set.size(); ++k)
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral)
      open[set.first_row(k)] = -gap[set.id[static_cast<std::size_t>(k)]] / h;
  move_.setZero(v.size());
  const auto report = stage_.solve_contact(1.0, move_, open);
  if (!report.ok()) return report;
  stage_.add_response(move_);
  moved_.resize(q.size());
  factor_.system().advance(q, h, move_, 0.0, move_, moved_);
  q.swap(moved_);
  return report;
}

}  // namespace percuss
