// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/fault.hpp"
#include "solvers/contact/contradiction.hpp"
#include "solvers/contact/friction_cone_error.hpp"
#include "solvers/delassus/given.hpp"

namespace percuss {

namespace {

/// Of |c|_inf: what a residual cannot fall below by more than luck.
constexpr double tightest = 1e-16;

double error_of(const FclibProblem& local, const ContactSet& contacts, VecRef u, VecRef r) {
  const double size = local.q.stableNorm();
  if (!std::isfinite(size)) return size;  // to divide by it would make every error zero
  return friction_cone_error(contacts, u, r) / (size > 0.0 ? size : 1.0);
}

/// |q|_2 / (|q|_inf contacts^(1/2)), 1 at most. The judge sums squares, the solvers look at the worst contact: one that
/// misses by |q|_inf times this share of the tolerance, as do all others, is within it.
double evenness(VecRef q, Index contacts) {
  const double largest = q.lpNorm<Eigen::Infinity>(), size = q.stableNorm();
  if (!(largest > 0.0 && std::isfinite(size))) return 1.0;
  return std::min(size / (largest * std::sqrt(static_cast<double>(contacts))), 1.0);
}

}  // namespace

std::vector<Fault> FclibSolveOptions::validate() const {
  std::vector<Fault> faults;
  if (!(tolerance > 0.0 && tolerance < 1.0))  // no forces at all have an error of at most 1
    faults.push_back(
        {{"--tolerance", 0, 0}, "", fmt::format("{} is not a tolerance", tolerance), "expected > 0 and < 1"});
  if (max_iterations < 1)
    faults.push_back({{"--max-iterations", 0, 0}, "", fmt::format("{} is too few", max_iterations), "expected >= 1"});
  constexpr int most = 1'000'000'000;  // of every contact solver
  if (max_iterations > most)
    faults.push_back({{"--max-iterations", 0, 0},
                      "",
                      fmt::format("{} is too many", max_iterations),
                      fmt::format("expected at most {}", most)});
  for (auto& fault : for_solver().validate()) {
    fault.place.file = "--" + std::exchange(fault.key, {});
    faults.push_back(std::move(fault));
  }
  return faults;
}

ContactSolverOptions FclibSolveOptions::for_solver() const {
  ContactSolverOptions options;
  options.name = solver;
  options.relaxation = relaxation;
  options.acceleration = acceleration;
  return options;
}

double fclib_error(const FclibProblem& local, VecRef r) {
  const Vector u = local.W * r + local.q;
  return error_of(local, local.contacts(), u, r);
}

FclibAnswer solve(const FclibProblem& local, const FclibSolveOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto start = std::chrono::steady_clock::now();
  const auto contacts = local.contacts();
  const GivenDelassus G(local.W, contacts);
  FclibAnswer answer;
  answer.r = Vector::Zero(local.rows());
  auto stage = options.for_solver();
  stage.tolerance_absolute = 0.0;
  stage.tolerance_relative = std::min(options.tolerance, 0.1) * evenness(local.q, contacts.size());
  int left = options.max_iterations;
  StageTally stages;
  while (true) {
    stage.max_iterations = left;
    answer.report = make_contact_solver(stage)->solve({G, local.q, contacts}, answer.r);
    stages.add(answer.report.stages);
    left -= answer.report.iterations;
    answer.u = local.W * answer.r + local.q;
    answer.error = error_of(local, contacts, answer.u, answer.r);
    const bool judged = answer.error <= options.tolerance || !std::isfinite(answer.error);
    if (judged || !answer.report.ok() || left <= 0 || stage.tolerance_relative <= tightest) break;
    const double step = std::clamp(0.5 * options.tolerance / answer.error, 1e-3, 0.1);
    stage.tolerance_relative = std::max(step * stage.tolerance_relative, tightest);
  }
  auto& report = answer.report;
  report.iterations = options.max_iterations - std::max(left, 0);
  report.stages = stages;
  // Where forces are so large that r - (r - u_hat) is round-off, the judge sees nothing and the solver's own measure
  // counts, unless a certificate tells that there is no solution: such forces hide a contradiction in round-off.
  const double size = local.q.norm(), blur = std::numeric_limits<double>::epsilon() * answer.r.norm();
  const bool sees = blur <= options.tolerance * (size > 0.0 ? size : 1.0);
  const auto contradiction =
      sees || !report.ok() ? std::string() : Contradiction().find({G, local.q, contacts}, options.tolerance * size);
  if (!contradiction.empty()) {
    report.status = Status::singular;
    report.message = "the contact problem has no solution; " + contradiction;
  } else if (answer.error <= options.tolerance && (sees || report.ok())) {
    if (!report.ok()) report.message.clear();  // stopped by its own measure, good by the judge's
    report.status = Status::ok;
  } else if (!std::isfinite(answer.error)) {
    report.status = Status::not_finite;
    report.message = "the numbers of this problem overflow";
  } else if (report.ok()) {
    report.status = Status::not_converged;
    report.message = left <= 0 ? fmt::format("no convergence within {} iterations", options.max_iterations)
                               : "the error is stuck at round-off";
  }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

}  // namespace percuss
