// SPDX-License-Identifier: Apache-2.0
#include "scheme/smooth_phase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decompositions.hpp"
#include "scheme/contact_stage.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

namespace {

/// Of what a number is made of: below it may be round-off [1].
constexpr double force_noise = 1e-10, slip_noise = 1e-12;

}  // namespace

SmoothPhase::SmoothPhase(const MechanicalSystem& system, const ContactModel& contacts,
                         const LinearSolverOptions& linear)
    : system_(system),
      contacts_(contacts),
      factor_(system, linear),
      modes_(static_cast<std::size_t>(contacts.size())),
      held_at_(modes_.size()),
      place_(modes_.size(), -1),
      a_(Vector::Zero(system.num_v())),
      gap_(Vector::Zero(contacts.size())),
      q_(Vector::Zero(system.num_q())),
      change_(a_) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.gives_way(k)) soft_.push_back(k);
}

void SmoothPhase::set_modes(std::span<const PhaseMode> modes) {
  modes_.assign(modes.begin(), modes.end());
  held_.clear();
  for (Index k = 0; k < contacts_.size(); ++k)
    if (contacts_.is_joint(k) ? !contacts_.gives_way(k)
                              : modes_[static_cast<std::size_t>(k)].mode != ContactMode::apart)
      held_.push_back(k);
}

void SmoothPhase::hold_from(double t, VecRef q) {
  held_at_.assign(modes_.size(), {});
  std::vector<Index> ids;
  for (Index k = 0; k < contacts_.size(); ++k)
    if (contacts_.is_joint(k) && !contacts_.gives_way(k)) ids.push_back(k);
  contacts_.evaluate(t, q, system_.num_v(), ids, set_);
  bias_.setZero(set_.rows());
  contacts_.row_gaps(t, q, ids, 0, bias_);
  for (Index i = 0; i < set_.size(); ++i)
    for (Index row = 0; row < set_.num_rows(i); ++row)
      held_at_[static_cast<std::size_t>(ids[static_cast<std::size_t>(i)])][static_cast<std::size_t>(row)] =
          bias_[set_.first_row(i) + row];
  contacts_.gaps(t, q, gap_);
  for (Index k = 0; k < contacts_.size(); ++k)
    if (!contacts_.is_joint(k)) held_at_[static_cast<std::size_t>(k)][0] = std::min(gap_[k], 0.0);
}

const PhaseMode& SmoothPhase::mode_of(Index k) const {
  return modes_[static_cast<std::size_t>(set_.id[static_cast<std::size_t>(k)])];
}

bool SmoothPhase::sticks(Index k) const {
  return set_.num_rows(k) > 1 && set_.mu[static_cast<std::size_t>(k)] > 0.0 && mode_of(k).mode == ContactMode::holds;
}

std::array<double, 2> SmoothPhase::direction_of(Index k, VecRef v) const {
  const auto& mode = mode_of(k);
  if (is_joint_of_set(k) || mode.mode != ContactMode::slides) return {};
  if (set_.num_rows(k) < 3 || mode.begins) return mode.direction;
  const Index first = set_.first_row(k);
  const double x = set_.W.column_dot(first + 1, v), y = set_.W.column_dot(first + 2, v);
  // Beyond a stop, which stages of a step may be, friction goes on as it was: the motion stays smooth.
  if (!(x * mode.direction[0] + y * mode.direction[1] > 0.0)) return mode.direction;
  const double speed = std::hypot(x, y);
  return {x / speed, y / speed};
}

void SmoothPhase::list_rows(bool of_positions) {
  rows_.clear();
  first_column_.clear();
  for (Index k = 0; k < set_.size(); ++k) {
    const Index first = set_.first_row(k);
    const bool all = is_joint_of_set(k) || (sticks(k) && !of_positions);
    first_column_.push_back(static_cast<Index>(rows_.size()));
    for (Index row = first; row < first + (all ? set_.num_rows(k) : 1); ++row) rows_.push_back(row);
  }
}

void SmoothPhase::add_springs(double t, VecRef q, VecRef v, VecOut f) {
  if (soft_.empty()) return;
  contacts_.evaluate(t, q, system_.num_v(), soft_, springs_);
  spring_force_.resize(springs_.rows());
  contacts_.row_gaps(t, q, soft_, 0, spring_force_);
  for (Index k = 0; k < springs_.size(); ++k)
    for (Index row = springs_.first_row(k); row < springs_.first_row(k) + springs_.num_rows(k); ++row) {
      const auto& law = springs_.law[static_cast<std::size_t>(row)];
      spring_force_[row] = law.force(spring_force_[row], springs_.W.column_dot(row, v));
      springs_.W.add_column(row, spring_force_[row], f);
    }
}

namespace {

Report agreement(double left, const Vector& asked) {
  if (left <= 1e-6 * asked.lpNorm<Eigen::Infinity>()) return {};
  return Report::failure(Status::singular, "what joints and contacts hold contradicts itself");
}

}  // namespace

/// Where tangential forces of contacts that stick are not unique, they are shared in proportion to the limits of
/// friction: all come to theirs at the same time. share_ <- factors of the unknowns whose least norm is that; y_ has
/// normal forces.
bool SmoothPhase::share_friction(const Vector& scale) {
  share_.setOnes(scale.size());
  double largest = 0.0;  // of the friction rows, to be of the order of the others
  const auto for_each_friction_column = [&](auto&& change) {
    for (Index k = 0; k < set_.size(); ++k) {
      if (is_joint_of_set(k) || !sticks(k)) continue;
      const Index normal = first_column_[static_cast<std::size_t>(k)];
      for (Index i = normal + 1; i < normal + set_.num_rows(k); ++i) change(k, normal, share_[i], scale[i]);
    }
  };
  for_each_friction_column([&](Index k, Index normal, double& share, double of_row) {
    const double limit = set_.mu[static_cast<std::size_t>(k)] * scale[normal] * y_[normal];
    share = std::sqrt(std::max(limit, 0.0)) / of_row;
    largest = std::max(largest, share);
  });
  if (!(largest > 0.0)) return false;
  for_each_friction_column([&](Index, Index, double& share, double) { share = std::max(share / largest, 1e-4); });
  return true;
}

Report SmoothPhase::respond(const Vector* sliding) {
  const auto m = static_cast<Index>(rows_.size());
  U_.setZero(system_.num_v(), m);
  G_.resize(m, m);
  Vector scale(m);
  for (Index j = 0; j < m; ++j) set_.W.add_column(rows_[static_cast<std::size_t>(j)], 1.0, U_.col(j));
  for (Index k = 0; k < set_.size() && sliding != nullptr; ++k) {
    if (is_joint_of_set(k) || !mode_of(k).slips()) continue;
    const auto direction = direction_of(k, *sliding);
    auto column = U_.col(first_column_[static_cast<std::size_t>(k)]);
    for (Index i = 1; i < set_.num_rows(k); ++i)
      set_.W.add_column(set_.first_row(k) + i,
                        -set_.mu[static_cast<std::size_t>(k)] * direction[static_cast<std::size_t>(i - 1)], column);
  }
  for (Index j = 0; j < m; ++j) factor_.solve_in_place(U_.col(j));
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) G_(i, j) = set_.W.column_dot(rows_[static_cast<std::size_t>(i)], U_.col(j));
  for (Index j = 0; j < m; ++j) scale[j] = 1.0 / std::sqrt(std::max(std::abs(G_(j, j)), 1e-300));
  // Masses of any ratio; and rows that others hold already share their force with them.
  G_ = (scale.asDiagonal() * G_ * scale.asDiagonal()).eval();
  const Vector scaled = scale.cwiseProduct(rhs_);
  Eigen::CompleteOrthogonalDecomposition<Matrix> factors;
  factors.setThreshold(1e-11);
  factors.compute(G_);
  y_ = factors.solve(scaled);
  double left = (G_ * y_ - scaled).lpNorm<Eigen::Infinity>();
  if (sliding != nullptr && factors.rank() < m && share_friction(scale)) {
    G_ = (G_ * share_.asDiagonal()).eval();
    factors.compute(G_);
    const Vector shared = factors.solve(scaled);
    const double left_so = (G_ * shared - scaled).lpNorm<Eigen::Infinity>();
    constexpr double round_off = 1e-9;
    if (left_so <= std::max(left, round_off * scaled.lpNorm<Eigen::Infinity>())) {
      y_ = share_.cwiseProduct(shared);
      left = left_so;
    }
  }
  y_ = scale.cwiseProduct(y_);
  change_.noalias() = U_ * y_;
  return agreement(left, scaled);
}

Report SmoothPhase::accelerate(double t, VecRef q, VecRef v) {
  if (auto report = factor_.update(t, q, v, {}); !report.ok()) return report;
  std::fill(place_.begin(), place_.end(), -1);
  system_.forces(t, q, v, a_);
  add_springs(t, q, v, a_);
  factor_.solve_in_place(a_);
  free_acceleration_ = 0.0;
  contacts_.evaluate(t, q, system_.num_v(), held_, set_);
  list_rows(false);
  lambda_.setZero(set_.rows());
  bias_.setZero(set_.rows());
  if (rows_.empty()) return {};
  contacts_.velocity_bias(system_, t, q, v, held_, 0, bias_);
  rhs_.resize(static_cast<Index>(rows_.size()));
  for (Index i = 0; i < rhs_.size(); ++i) {
    const Index row = rows_[static_cast<std::size_t>(i)];
    rhs_[i] = -set_.W.column_dot(row, a_) - bias_[row];
  }
  free_acceleration_ = rhs_.lpNorm<Eigen::Infinity>();
  v_ = v;
  if (auto report = respond(&v_); !report.ok()) return report;
  a_ += change_;
  for (Index i = 0; i < rhs_.size(); ++i) lambda_[rows_[static_cast<std::size_t>(i)]] = y_[i];
  for (Index k = 0; k < set_.size(); ++k) {
    const Index first = set_.first_row(k);
    place_[static_cast<std::size_t>(set_.id[static_cast<std::size_t>(k)])] = first;
    if (is_joint_of_set(k) || !mode_of(k).slips()) continue;
    const auto direction = direction_of(k, v_);
    for (Index i = 1; i < set_.num_rows(k); ++i)
      lambda_[first + i] =
          -set_.mu[static_cast<std::size_t>(k)] * direction[static_cast<std::size_t>(i - 1)] * lambda_[first];
  }
  if (!a_.allFinite()) return Report::failure(Status::not_finite, "the accelerations are not finite");
  return {};
}

double SmoothPhase::force(Index contact, Index row) const {
  if (contacts_.gives_way(contact)) {
    for (Index k = 0; k < springs_.size(); ++k)
      if (springs_.id[static_cast<std::size_t>(k)] == contact) return spring_force_[springs_.first_row(k) + row];
    return 0.0;
  }
  const Index first = place_[static_cast<std::size_t>(contact)];
  return first < 0 ? 0.0 : lambda_[first + row];
}

SmoothPhase::Power SmoothPhase::power(double t, VecRef q, VecRef v, double span) const {
  const auto work = system_.work(t, span, q, v, v);
  Power power{work.applied / span, work.damping / span, 0.0};
  for (Index row = 0; row < springs_.rows(); ++row) {
    const double rate = springs_.W.column_dot(row, v);
    power.damping += springs_.law[static_cast<std::size_t>(row)].damping * rate * rate;
  }
  for (Index k = 0; k < set_.size(); ++k) {
    const Index first = set_.first_row(k), id = set_.id[static_cast<std::size_t>(k)];
    if (contacts_.is_driven(id))
      power.applied += lambda_[first] * set_.W.column_dot(first, v);
    else if (!is_joint_of_set(k))
      for (Index row = first + 1; row < first + set_.num_rows(k); ++row)
        power.friction -= lambda_[row] * set_.W.column_dot(row, v);
  }
  return power;
}

void SmoothPhase::conditions(double t, VecRef q, VecRef v, Vector& value, Vector& noise) {
  value.setConstant(2 * contacts_.size(), std::numeric_limits<double>::infinity());
  noise.setZero(value.size());
  contacts_.gaps(t, q, gap_);
  const double round_off = 10.0 * round_off_of_gaps(contacts_, q);
  for (Index k = 0; k < contacts_.size(); ++k)
    if (is_open(k)) {
      value[2 * k] = gap_[k];
      noise[2 * k] = round_off;
    }
  for (Index k = 0; k < set_.size(); ++k) {
    const Index first = set_.first_row(k), id = set_.id[static_cast<std::size_t>(k)];
    if (is_joint_of_set(k)) continue;
    const auto& mode = mode_of(k);
    const Index column = first_column_[static_cast<std::size_t>(k)];
    // The forces' own accelerations: lambda_N w_N' M^-1 (w_N - mu w_T s), lambda_T w_T' M^-1 w_T.
    value[2 * id] = lambda_[first] * std::abs(set_.W.column_dot(first, U_.col(column)));
    noise[2 * id] = force_noise * free_acceleration_;
    if (sticks(k)) {
      double force = 0.0, answer = 0.0;
      for (Index i = 1; i < set_.num_rows(k); ++i) {
        force = std::hypot(force, lambda_[first + i]);
        answer = std::max(answer, std::abs(set_.W.column_dot(first + i, U_.col(column + i))));
      }
      value[2 * id + 1] = (set_.mu[static_cast<std::size_t>(k)] * lambda_[first] - force) * answer;
      noise[2 * id + 1] = force_noise * free_acceleration_;
    } else if (mode.slips()) {
      value[2 * id + 1] = 0.0;
      for (Index i = 1; i < set_.num_rows(k); ++i) {
        value[2 * id + 1] += mode.direction[static_cast<std::size_t>(i - 1)] * set_.W.column_dot(first + i, v);
        noise[2 * id + 1] += slip_noise * velocity_size(set_.W, first + i, v);
      }
    }
  }
}

Report SmoothPhase::project(double t, Vector& q, Vector& v) {
  if (held_.empty()) return {};
  constexpr int passes = 2;  // the second one for what the first leaves of a curved way
  for (int pass = 0; pass < passes; ++pass) {
    if (auto report = factor_.update(t, q, v, {}); !report.ok()) return report;
    contacts_.evaluate(t, q, system_.num_v(), held_, set_);
    list_rows(true);
    bias_.setZero(set_.rows());
    contacts_.row_gaps(t, q, held_, 0, bias_);
    for (Index k = 0; k < set_.size(); ++k)
      for (Index row = 0; row < set_.num_rows(k); ++row)
        bias_[set_.first_row(k) + row] -=
            held_at_[static_cast<std::size_t>(held_[static_cast<std::size_t>(k)])][static_cast<std::size_t>(row)];
    rhs_.resize(static_cast<Index>(rows_.size()));
    for (Index i = 0; i < rhs_.size(); ++i) rhs_[i] = -bias_[rows_[static_cast<std::size_t>(i)]];
    if (rhs_.isZero(0.0)) break;
    if (auto report = respond(nullptr); !report.ok()) return report;
    system_.advance(q, 1.0, change_, 0.0, change_, q_);
    q.swap(q_);
  }
  if (auto report = factor_.update(t, q, v, {}); !report.ok()) return report;
  contacts_.evaluate(t, q, system_.num_v(), held_, set_);
  list_rows(false);
  rhs_.resize(static_cast<Index>(rows_.size()));
  for (Index i = 0; i < rhs_.size(); ++i) rhs_[i] = -set_.W.column_dot(rows_[static_cast<std::size_t>(i)], v);
  for (Index k = 0; k < set_.size(); ++k)
    if (const Index id = set_.id[static_cast<std::size_t>(k)]; contacts_.is_driven(id))
      rhs_[first_column_[static_cast<std::size_t>(k)]] += contacts_.drive_rate(id, t);
  if (auto report = respond(&v); !report.ok()) return report;
  v += change_;
  return {};
}

}  // namespace percuss
