// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/enumerate_solver.hpp"

#include <cmath>

#include "solvers/contact/enumerate.hpp"

namespace percuss {

namespace {

constexpr Index most_contacts = 10;

/// Why the modes of these contacts cannot be listed; null when they can.
const char* obstacle(const ContactSet& contacts) {
  if (contacts.size() > most_contacts) return "more than 10 contacts and joints have too many combinations of modes";
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.cone[static_cast<std::size_t>(k)] == Cone::coulomb && contacts.num_rows(k) == 3)
      return "friction in space has no finite list of modes";
  return nullptr;
}

Matrix dense(const BlockRows& rows, Index n) {
  Matrix G = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index e = rows.start[static_cast<std::size_t>(i)]; e < rows.start[static_cast<std::size_t>(i) + 1]; ++e)
      G(i, rows.col[static_cast<std::size_t>(e)]) = rows.value[static_cast<std::size_t>(e)];
  return G;
}

}  // namespace

Report EnumerateSolver::solve(const ContactProblem& problem, VecOut x) const {
  const Index n = problem.c.size();
  if (n == 0) return {};
  const auto fails = [](Status status, const char* why) {
    return Report::failure(status, std::string("enumerate: ") + why);
  };
  if (problem.G.rows() == nullptr) return fails(Status::not_converged, "this Delassus operator does not form its rows");
  const Matrix G = dense(*problem.G.rows(), n);
  if (!G.allFinite() || !problem.c.allFinite()) return fails(Status::not_finite, "the contact problem is not finite");
  const auto judged = [&](VecRef at) {
    return natural_residual(problem.contacts, problem.G.diagonal(), G * at + problem.c, at);
  };
  const double at_start = judged(x);
  if (at_start == 0.0) return {};
  if (const char* why = obstacle(problem.contacts); why != nullptr) {
    auto report = fails(Status::not_converged, why);
    report.residual = at_start;
    return report;
  }
  Vector found;
  auto report = Enumerate().solve(G, problem.c, problem.contacts, found);
  report.status = Status::ok;
  report.message.clear();
  if (!(report.residual < at_start)) {
    report.residual = at_start;
  } else {
    x = found;
  }
  if (!(report.residual <= options_.tolerance(problem.c))) {
    report.status = Status::not_converged;
    report.message = "enumerate: no combination of modes fits to the tolerance";
  }
  return report;
}

}  // namespace percuss
