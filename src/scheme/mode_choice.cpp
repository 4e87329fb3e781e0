// SPDX-License-Identifier: Apache-2.0
#include "scheme/mode_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Combinations that are tried.
constexpr double most_combinations = 1 << 16;
/// Of the accelerations: what is missed by no more is met to round-off; and what may be missed by a law that an event
/// has just broken.
constexpr double met_share = 1e-13, acceptable = 1e-5;

}  // namespace

ModeChoice::ModeChoice(const MechanicalSystem& system, const ContactModel& contacts, SmoothPhase& phase)
    : system_(system), contacts_(contacts), phase_(phase), column_(Vector::Zero(system.num_v())) {}

void ModeChoice::list_options(std::span<const Touching> touching) {
  options_.resize(touching.size());
  for (std::size_t i = 0; i < touching.size(); ++i) {
    auto& options = options_[i];
    const auto k = static_cast<Index>(i);
    const bool friction = set_.num_rows(k) > 1 && set_.mu[i] > 0.0;
    options.clear();
    if (!friction || !touching[i].slips()) options.push_back({ContactMode::holds});
    if (friction && touching[i].slips()) options.push_back({ContactMode::slides, touching[i].slip});
    if (friction && !touching[i].slips()) options.push_back({ContactMode::slides, {1.0, 0.0}, true});
    if (friction && !touching[i].slips() && set_.num_rows(k) == 2)
      options.push_back({ContactMode::slides, {-1.0, 0.0}, true});
    options.push_back({});
  }
}

double ModeChoice::miss(std::span<const Touching> touching) const {
  double worst = 0.0;
  const auto& a = phase_.acceleration();
  for (std::size_t i = 0; i < touching.size(); ++i) {
    const auto k = static_cast<Index>(i);
    const Index first = set_.first_row(k), id = touching[i].contact;
    const auto& mode = trial_[static_cast<std::size_t>(id)];
    if (mode.mode == ContactMode::apart) {
      worst = std::max(worst, -(set_.W.column_dot(first, a) + bias_[first]));
      continue;
    }
    const double normal = phase_.force(id, 0);
    worst = std::max(worst, -normal * answer_[first]);
    if (set_.num_rows(k) < 2 || !(set_.mu[i] > 0.0)) continue;
    if (mode.mode == ContactMode::holds) {
      const double force = std::hypot(phase_.force(id, 1), set_.num_rows(k) > 2 ? phase_.force(id, 2) : 0.0);
      worst = std::max(worst, (force - set_.mu[i] * normal) * answer_[first + 1]);
    } else if (mode.begins) {
      const auto slip = slip_acceleration(i);
      worst = std::max(worst, -(mode.direction[0] * slip[0] + mode.direction[1] * slip[1]));
      worst = std::max(worst, std::abs(mode.direction[0] * slip[1] - mode.direction[1] * slip[0]));
    }
  }
  return scale_ > 0.0 ? worst / scale_ : worst;
}

std::array<double, 2> ModeChoice::slip_acceleration(std::size_t i) const {
  const Index first = set_.first_row(static_cast<Index>(i));
  std::array<double, 2> slip{};
  for (Index row = first + 1; row < first + set_.num_rows(static_cast<Index>(i)); ++row)
    slip[static_cast<std::size_t>(row - first - 1)] = set_.W.column_dot(row, phase_.acceleration()) + bias_[row];
  return slip;
}

Report ModeChoice::try_modes(const State& at, std::span<const Touching> touching) {
  constexpr int most_turns = 50;
  for (int turn = 0;; ++turn) {
    phase_.set_modes(trial_);
    if (auto report = phase_.accelerate(at.t, at.q, at.v); !report.ok()) return report;
    double change = 0.0;
    for (std::size_t i = 0; i < touching.size(); ++i) {
      auto& mode = trial_[static_cast<std::size_t>(touching[i].contact)];
      if (!mode.begins || set_.num_rows(static_cast<Index>(i)) < 3) continue;
      // Without its own friction, as far as that answers alike in both directions.
      const Index first = set_.first_row(static_cast<Index>(i));
      const double answer = 0.5 * (answer_[first + 1] + answer_[first + 2]);
      const double friction = set_.mu[i] * phase_.force(touching[i].contact, 0) * answer;
      auto slip = slip_acceleration(i);
      for (std::size_t axis = 0; axis < 2; ++axis) slip[axis] += friction * mode.direction[axis];
      const double size = std::hypot(slip[0], slip[1]);
      if (!(size > 0.0)) continue;
      for (std::size_t axis = 0; axis < 2; ++axis) {
        change = std::max(change, std::abs(slip[axis] / size - mode.direction[axis]));
        mode.direction[axis] = slip[axis] / size;
      }
    }
    if (change <= met_share || turn == most_turns) return {};
  }
}

Report ModeChoice::choose(const State& at, std::span<const Touching> touching, std::vector<PhaseMode>& modes) {
  trial_.assign(static_cast<std::size_t>(contacts_.size()), PhaseMode{});
  phase_.set_modes(trial_);
  auto report = phase_.accelerate(at.t, at.q, at.v);
  if (!report.ok() || touching.empty()) {
    modes = trial_;
    return report;
  }
  ids_.clear();
  for (const auto& contact : touching) ids_.push_back(contact.contact);
  contacts_.evaluate(at.t, at.q, system_.num_v(), ids_, set_);
  bias_.setZero(set_.rows());
  contacts_.velocity_bias(system_, at.t, at.q, at.v, ids_, 0, bias_);
  answer_.resize(set_.rows());
  scale_ = 0.0;
  for (Index row = 0; row < set_.rows(); ++row) {
    scale_ = std::max(scale_, std::abs(set_.W.column_dot(row, phase_.acceleration()) + bias_[row]));
    column_.setZero();
    set_.W.add_column(row, 1.0, column_);
    phase_.factor().solve_in_place(column_);
    answer_[row] = set_.W.column_dot(row, column_);
  }
  list_options(touching);
  double combinations = 1.0;
  for (const auto& options : options_) combinations *= static_cast<double>(options.size());
  if (combinations > most_combinations)
    return Report::failure(Status::not_converged,
                           fmt::format("{} contacts touch at once, too many for an event-driven run", ids_.size()));
  std::vector<std::size_t> word(touching.size(), 0);
  double best = std::numeric_limits<double>::infinity();
  for (bool more = true; more && best > met_share;) {
    for (std::size_t i = 0; i < word.size(); ++i) trial_[static_cast<std::size_t>(ids_[i])] = options_[i][word[i]];
    report = try_modes(at, touching);
    if (const double missed = report.ok() ? miss(touching) : best; missed < best) {
      best = missed;
      modes = trial_;
    }
    std::size_t i = 0;
    while (i < word.size() && ++word[i] == options_[i].size()) word[i++] = 0;
    more = i < word.size();
  }
  if (best <= acceptable) return {};
  return Report::failure(Status::not_converged,
                         fmt::format("no forces let the motion go on from here (Painleve's paradox): `{}` is among the "
                                     "contacts that touch",
                                     contacts_.name(ids_.front())));
}

}  // namespace percuss
