// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweeps.hpp"

#include "core/thread_team.hpp"
#include "solvers/contact/scaled_units.hpp"
#include "solvers/contact/sweep_loop.hpp"

namespace percuss {

void Sweeps::load(const ContactProblem& problem) {
  sweeper_.load(problem, relaxation_);
  begun_ = false;
}

Report Sweeps::run(VecOut x, double tolerance, int most) {
  Report report;
  with_team(sweeper_.most_threads(), [&] {
    if (sweeper_.begin(x, !begun_)) pace_ = {};
    begun_ = true;
    report = run_sweeps(sweeper_, pace_, tolerance, most);
    sweeper_.best(x);
  });
  return report;
}

void Sweeps::Sweeper::reserve(Index rows) {
  rows_.reserve(rows);
  for (auto* v : {&c_, &x_, &best_, &from_, &swept_}) workspace(*v, rows);
  if (depth_ > 0) anderson_.reserve(rows, depth_);
}

void Sweeps::Sweeper::load(const ContactProblem& problem, double relaxation) {
  G_ = &problem.G;
  contacts_ = &problem.contacts;
  size_ = problem.c.size();
  for (auto* v : {&c_, &x_, &best_, &from_, &swept_}) workspace(*v, size_);
  rows_.load(problem, relaxation);
  rows_.gather(problem.c, c_.head(size_));
}

bool Sweeps::Sweeper::begin(VecRef x, bool anew) {
  auto given = from_.head(size_);
  rows_.gather(x, given);
  if (!anew && given == best_.head(size_)) return false;
  x_.head(size_) = given;
  return true;
}

bool Sweeps::Sweeper::propose() {
  auto x = x_.head(size_);
  swept_.head(size_) = x;
  const bool proposed = anderson_.extrapolate(x);
  if (proposed) rows_.project(x);
  from_.head(size_) = x;
  return proposed;
}

void Sweeps::Sweeper::take_back() {
  x_.head(size_) = swept_.head(size_);
  anderson_.forget();
}

void Sweeps::Sweeper::start_acceleration() {
  const auto diagonal = G_->diagonal();
  auto of_problem = from_.head(size_), weights = swept_.head(size_);
  for (Index k = 0; k < contacts_->size(); ++k)
    find_scales(*contacts_, diagonal, k, of_problem.data() + contacts_->first_row(k));
  rows_.gather(of_problem, weights);
  anderson_.start(weights, depth_);
}

}  // namespace percuss
