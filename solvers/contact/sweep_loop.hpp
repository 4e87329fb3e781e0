// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "core/report.hpp"
#include "solvers/contact/sweep_pace.hpp"

namespace percuss {

/// A sweep from what Anderson's method proposes, or from where the last one has come to; a proposal after which too
/// much changes is taken back. Returns the largest change of the sweep [m/s].
template <class Sweeper>
double accelerated_sweep(Sweeper& at, double& last_change) {
  const bool proposed = at.propose();
  const double largest = at.sweep();
  const double change = at.remember(), before = std::exchange(last_change, change);
  if (!proposed || change <= SweepPace::most_growth * before) return largest;
  at.take_back();
  return std::numeric_limits<double>::infinity();
}

/// Sweeps until a look finds a natural residual of at most `tolerance` [m/s], in at most `most` (>= 1). What a Sweeper
/// must be able to do, wherever its vectors are:
/// - `sweep()`: one sweep from where it stands; returns the largest change [m/s];
/// - `residual()`: the natural residual there [m/s];
/// - `keep_best()`: this is the best point;
/// - `looks_often()`: whether there is a look after every sweep;
/// - `depth()`: of acceleration, 0 for none;
/// - `start_acceleration()`: with no history;
/// - `propose()`: goes to what Anderson's method proposes, if it does, and keeps where it has come from;
/// - `remember()`: tells Anderson's method of the sweep from there; returns the norm of the change;
/// - `take_back()`: goes to where it was before `propose()`, and begins a new history.
template <class Sweeper>
Report run_sweeps(Sweeper& at, SweepPace& pace, double tolerance, int most) {
  Report report;
  report.residual = std::numeric_limits<double>::infinity();
  while (report.iterations < most) {
    ++report.iterations;
    const double change = pace.accelerates() ? accelerated_sweep(at, pace.last_change) : at.sweep();
    const bool last = report.iterations == most;
    const bool looks = pace.count() || at.looks_often();
    if (change > tolerance && !last && !looks) continue;
    const double there = at.residual();
    if (there < report.residual || !std::isfinite(there)) {
      report.residual = there;
      at.keep_best();
    }
    if (!std::isfinite(there) || !std::isfinite(tolerance)) report.status = Status::not_finite;
    if (there <= tolerance || !report.ok()) break;
    if (at.depth() > 0 && pace.look(there)) at.start_acceleration();
  }
  if (report.ok() && !(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

}  // namespace percuss
