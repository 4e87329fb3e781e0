// SPDX-License-Identifier: Apache-2.0
#include "scheme/contact_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solvers/contact/natural_residual.hpp"

namespace percuss {

void find_closed(VecRef gap, std::vector<Index>& closed, double slack) {
  closed.clear();
  for (Index k = 0; k < gap.size(); ++k)
    if (gap[k] <= slack) closed.push_back(k);
}

bool some_gap_closed(VecRef before, VecRef now) {
  for (Index k = 0; k < now.size(); ++k)
    if (before[k] > 0.0 && now[k] <= 0.0) return true;
  return false;
}

void find_rigid(const ContactModel& model, std::span<const Index> closed, std::vector<Index>& rigid) {
  rigid.clear();
  for (const Index k : closed)
    if (!model.gives_way(k)) rigid.push_back(k);
}

Index total_rows(const ContactModel& model) {
  Index rows = 0;
  for (Index k = 0; k < model.size(); ++k) rows += model.num_rows(k);
  return rows;
}

void find_expected(const ContactModel& model, Index num_v, std::vector<Index>& expected) {
  constexpr Index most_rows = 64;
  constexpr double most_reserved = 4e6;
  expected.clear();
  const Index rows = total_rows(model);
  if (rows > most_rows || static_cast<double>(rows) * static_cast<double>(num_v) > most_reserved) return;
  expected.resize(static_cast<std::size_t>(model.size()));
  std::iota(expected.begin(), expected.end(), Index{0});
}

bool has_friction(const ContactModel& model) {
  for (Index k = 0; k < model.size(); ++k)
    if (model.has_friction(k)) return true;
  return false;
}

bool has_motors(const ContactModel& model) {
  for (Index k = 0; k < model.size(); ++k)
    if (model.is_driven(k)) return true;
  return false;
}

namespace {

/// `active_set` never looks at G: its rows would be formed for nothing. `auto` can do without where there are many.
DelassusKind kind_for(const SolverSet& solvers) {
  using Name = ContactSolverOptions::Name;
  if (solvers.delassus != DelassusKind::automatic || solvers.contact.name == Name::automatic) return solvers.delassus;
  return solvers.contact.name == Name::active_set ? DelassusKind::implicit : DelassusKind::assembled;
}

}  // namespace

ContactStage::ContactStage(const ContactModel& model, const SolverSet& solvers)
    : ContactStage(model, solvers, make_delassus(kind_for(solvers))) {}

ContactStage::ContactStage(const ContactModel& model, const SolverSet& solvers,
                           std::unique_ptr<DelassusOperator> delassus)
    : model_(model),
      delassus_(std::move(delassus)),
      solver_(solvers.contact_solver()),
      tell_(solvers.tell),
      options_(solvers.contact),
      warm_start_(static_cast<std::size_t>(model.size())) {
  driven_ = has_motors(model);
  for (Index k = 0; k < model.size(); ++k) compliant_ = compliant_ || model.gives_way(k);
  if (solver_->needs_rows() && solvers.delassus == DelassusKind::implicit)
    throw input_error("simulation.contact_solver.name",
                      "this contact solver needs the rows of the Delassus operator, which `implicit` never forms",
                      "use `delassus: assembled`, or the contact solver `jacobi`, `apgd` or `active_set`");
}

void ContactStage::evaluate(double t, VecRef q, std::span<const Index> closed, const BlockFactor& factor) {
  profile_ = factor.system().profile();
  if (!warm_) warm_up(t, q, factor);
  law_differs_ = false;
  if (closed.empty())
    force_.clear(factor.system().num_v());
  else
    model_.evaluate(t, q, factor.system().num_v(), closed, force_);
}

void ContactStage::assemble(double t, VecRef q, std::span<const Index> closed, const BlockFactor& factor,
                            double ahead) {
  evaluate(t, q, closed, factor);
  velocity_time_ = t + ahead;  // warming up has one of its own
  if (empty()) return;
  if (compliant_) springs_.soften(spring_law_, model_, t, q, closed, factor, force_);
  update_operator(factor, force_);
}

void ContactStage::assemble(double t, VecRef q, VecRef q_law, std::span<const Index> closed, const BlockFactor& factor,
                            double ahead) {
  if (model_.has_constant_jacobian() || closed.empty()) return assemble(t, q, closed, factor, ahead);
  evaluate(t, q, closed, factor);
  velocity_time_ = t + ahead;  // warming up has one of its own
  model_.evaluate(t, q_law, factor.system().num_v(), closed, law_);
  if (compliant_) {
    springs_.soften(spring_law_, model_, t, q, closed, factor, force_);
    law_.regularisation = force_.regularisation;
  }
  law_differs_ = true;
  update_operator(factor, law_);
}

void ContactStage::update_operator(const BlockFactor& factor, const ContactSet& law) {
  {
    const TimedCost timed(profile_, StepCost::delassus);
    delassus_->update(factor, law, force_);
  }
  tell_ways();
}

/// Figures stand in parentheses; they change with every contact.
void ContactStage::tell_ways() {
  if (!tell_) return;
  const auto text = delassus_->description();
  std::string ways;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) ways += c;
    if (c == ')') --depth;
  }
  if (ways != told_) tell_("Delassus operator: " + text);
  told_ = ways;
}

void ContactStage::warm_up(double t, VecRef q, const BlockFactor& factor) {
  warm_ = true;
  std::vector<Index> all;
  find_expected(model_, factor.system().num_v(), all);
  if (all.empty()) return;
  const Index rows = total_rows(model_);
  const auto law = spring_law_;  // a stage that is used for the first time after a walk may have none yet
  if (!(law.h > 0.0)) spring_law_ = SpringLaw::at_end_of(1.0, 1.0);
  assemble(t, q, q, all, factor);
  delassus_->diagonal();
  solver_->reserve(rows);
  modes_.reserve(all.size());
  if (!delassus_->keeps_response()) response_.setZero(factor.system().num_v());
  workspace(share_, rows).setZero();
  workspace(gamma_, rows).setZero();
  auto c = workspace(c_, rows);
  c.setZero();
  const auto warm_start = warm_start_;
  solve(c);
  warm_start_ = warm_start;
  spring_law_ = law;
}

VecOut ContactStage::free_velocity(VecRef v_free) {
  auto c = workspace(c_, force_.rows());
  (law_differs_ ? law_ : force_).W.transpose_multiply(v_free, c);
  if (compliant_) springs_.add_to(c);
  if (driven_)
    for (Index k = 0; k < force_.size(); ++k) {
      const Index id = force_.id[static_cast<std::size_t>(k)];
      if (model_.is_driven(id)) c[force_.first_row(k)] -= model_.drive_rate(id, velocity_time_);
    }
  return c;
}

Report ContactStage::solve_contact(VecRef v_free) { return solve(free_velocity(v_free)); }

Report ContactStage::solve_contact_again(VecRef v_free) {
  const auto c = free_velocity(v_free);
  auto report = judge(c);
  return report.residual <= tolerance_ ? report : solve(c);
}

Report ContactStage::judge(VecRef c) {
  has_response_ = false;
  tolerance_ = options_.tolerance(c);
  const auto gamma = law_velocity(c);
  Report report;
  report.residual = natural_residual(law_differs_ ? law_ : force_, delassus_->diagonal(), gamma, percussion());
  report.complementarity = complementarity(gamma);
  return report;
}

Report ContactStage::solve_contact(double h, VecRef a_free, VecRef bias) {
  auto c = workspace(c_, force_.rows());
  (law_differs_ ? law_ : force_).W.transpose_multiply(a_free, c);
  c = h * (c + bias);
  return solve(c);
}

Report ContactStage::solve_impact(VecRef v_free, VecRef before) {
  auto c = free_velocity(v_free);
  bool restitutes = false;
  for (Index k = 0; k < force_.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (force_.cone[i] == Cone::bilateral) continue;
    const Index first = force_.first_row(k);
    c[first] += force_.eps_n[i] * before[first];
    for (Index r = 1; r < force_.num_rows(k); ++r) c[first + r] += force_.eps_t[i] * before[first + r];
    restitutes = restitutes || force_.eps_n[i] > 0.0 || force_.eps_t[i] > 0.0;
  }
  auto report = solve(c);
  if (report.ok() || report.status == Status::not_finite || !restitutes) return report;
  auto plastic = solve_contact(v_free);
  if (!plastic.ok()) return report;
  plastic.plastic = true;
  return plastic;
}

Report ContactStage::solve_shifted(VecRef v_free, VecRef shift) {
  auto c = free_velocity(v_free);
  c += shift;
  return solve(c);
}

bool is_rigid_and_undriven(const ContactModel& model, const ContactSet& set, Index k) {
  const auto i = static_cast<std::size_t>(k);
  return set.cone[i] == Cone::bilateral && !set.gives_way(k) && !model.is_driven(set.id[i]);
}

Report ContactStage::solve_turning(double share, VecRef before) {
  auto c = workspace(c_, force_.rows());
  for (Index k = 0; k < force_.size(); ++k) {
    if (!is_rigid_and_undriven(model_, force_, k)) continue;
    const Index first = force_.first_row(k), rows = force_.num_rows(k);
    c.segment(first, rows) += (share - 1.0) * before.segment(first, rows);
  }
  return solve(c);
}

Report ContactStage::solve(VecRef c) {
  has_response_ = false;
  tolerance_ = options_.tolerance(c);
  auto x = workspace(x_, force_.rows());
  for (Index k = 0; k < force_.size(); ++k)
    for (Index i = 0; i < force_.num_rows(k); ++i)
      x[force_.first_row(k) + i] =
          warm_start_[static_cast<std::size_t>(force_.id[static_cast<std::size_t>(k)])][static_cast<std::size_t>(i)];
  const TimedCost timed(profile_, StepCost::contact);
  auto report = solver_->solve({*delassus_, c, law_differs_ ? law_ : force_}, x);
  if (profile_ != nullptr) profile_->add_problem(force_.size(), report.iterations);
  options_.accept(c, report);
  if (!report.ok()) {
    report.message += fmt::format("; worst at `{}`", name_of_worst(c));
    return report;
  }
  report.complementarity = complementarity(law_velocity(c));
  for_each_row(1.0,
               [this](Index id, std::size_t i, double value) { warm_start_[static_cast<std::size_t>(id)][i] = value; });
  return report;
}

VecView ContactStage::law_velocity(VecRef c) {
  auto gamma = workspace(gamma_, force_.rows());
  delassus_->apply(percussion(), gamma);
  gamma += c;
  return {gamma_.data(), force_.rows()};
}

void ContactStage::find_modes() { find_modes(VecView(gamma_.data(), force_.rows())); }  // G x + c, left by `solve`

/// A row is held where its velocity is 0, beyond what the solver leaves open and round-off of what the percussion
/// changes it by: where forces are not unique, as between the feet of a table, they say nothing, but velocities do.
void ContactStage::find_modes(VecRef gamma) {
  constexpr double share = 1e-6, many = 10.0;
  const auto G = delassus_->diagonal();
  modes_.resize(force_.cone.size());
  for (Index k = 0; k < force_.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index first = force_.first_row(k), rows = force_.num_rows(k);
    modes_[i] = ContactMode::holds;
    if (force_.cone[i] == Cone::bilateral) continue;
    const double rest = std::max(many * tolerance_, share * G[first] * std::abs(x_[first]));
    if (gamma[first] > rest)
      modes_[i] = ContactMode::apart;
    else if (rows > 1 && force_.mu[i] > 0.0 && gamma.segment(first + 1, rows - 1).norm() > rest)
      modes_[i] = ContactMode::slides;
  }
}

double ContactStage::complementarity(VecRef gamma) const {
  double worst = 0.0;
  for (Index k = 0; k < force_.size(); ++k) {
    const Index row = force_.first_row(k);
    worst = std::max(worst, std::abs(x_[row] * gamma[row]));
  }
  return worst;
}

const std::string& ContactStage::name_of_worst(VecRef c) {
  const Index worst = worst_contact(force_, delassus_->diagonal(), law_velocity(c), percussion());
  return model_.name(force_.id[static_cast<std::size_t>(worst)]);
}

void ContactStage::add_response(VecOut v) {
  if (empty()) return;
  if (delassus_->keeps_response()) return delassus_->add_response(percussion(), v);
  response_.setZero(v.size());
  delassus_->add_response(percussion(), response_);
  has_response_ = true;
  v += response_;
}

void ContactStage::add_response(double share, VecOut v) {
  if (empty()) return;
  if (has_response_) {
    v += share * response_;
    return;
  }
  auto x = workspace(share_, force_.rows());
  x = share * percussion();
  delassus_->add_response(x, v);
}

void ContactStage::restart() {
  for (auto& x : warm_start_) x = {};
}

void ContactStage::walk_percussion(MemoryWalk& walk) {
  if (!walk.restores()) walked_.assign(x_.data(), x_.data() + force_.rows());
  walk("percussion", walked_);
}

void ContactStage::take_up_percussion() {
  auto x = workspace(x_, force_.rows());
  x = VecView(walked_.data(), x.size());
  has_response_ = false;
}

VecView ContactStage::gap_velocity(VecRef v) {
  force_.W.transpose_multiply(v, workspace(gamma_, force_.rows()));
  return {gamma_.data(), force_.rows()};
}

double ContactStage::loss_of(Index k, VecRef gamma_a, VecRef gamma_b) const {
  double loss = 0.0;
  for (Index row = force_.first_row(k); row < force_.first_row(k) + force_.num_rows(k); ++row)
    loss -= x_[row] * 0.5 * (gamma_a[row] + gamma_b[row]);
  return loss;
}

ContactLoss ContactStage::loss(double share, VecRef gamma_a, VecRef gamma_b) const {
  ContactLoss loss;
  for (Index k = 0; k < force_.size(); ++k) {
    const auto number = static_cast<std::size_t>(k);
    if (force_.cone[number] == Cone::bilateral) {  // joints take no energy: the scheme does
      const Index row = force_.first_row(k);
      if (driven_ && model_.is_driven(force_.id[number]))
        loss.driven += share * x_[row] * 0.5 * (gamma_a[row] + gamma_b[row]);
      continue;
    }
    for (Index i = 0; i < force_.num_rows(k); ++i) {
      const Index row = force_.first_row(k) + i;
      (i > 0 ? loss.tangential : loss.normal) -= share * x_[row] * 0.5 * (gamma_a[row] + gamma_b[row]);
    }
  }
  return loss;
}

}  // namespace percuss
