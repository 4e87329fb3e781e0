// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_problem.hpp"

#include <cmath>

#include "solvers/contact/natural_residual.hpp"

namespace percuss {

DenseProblem::DenseProblem(const ContactSolverOptions& options) : DenseProblem(options, make_contact_solver(options)) {}

DenseProblem::DenseProblem(const ContactSolverOptions& options, std::unique_ptr<ContactSolver> solver)
    : options_(options), solver_(std::move(solver)) {
  if (options.name == ContactSolverOptions::Name::active_set)
    throw input_error("simulation.contact_solver.name",
                      "active_set needs the matrices of the bodies, and this scheme linearises to small dense problems",
                      "use the contact solver `auto`");
}

void DenseProblem::reserve(Index rows) {
  if (c_.size() >= rows) return;
  G_.conservativeResize(rows, rows);
  c_.conservativeResize(rows);
  operator_.reserve(rows);
  solver_->reserve(rows);
  const auto n = static_cast<std::size_t>(rows);
  for (auto* numbers : {&contacts_.start, &contacts_.id}) numbers->reserve(n + 1);
  for (auto* numbers : {&contacts_.mu, &contacts_.eps_n, &contacts_.eps_t}) numbers->reserve(n);
  contacts_.law.reserve(n);
  contacts_.cone.reserve(n);
}

void DenseProblem::clear() { contacts_.clear(0); }

void DenseProblem::add(Cone cone, Index rows, double mu) {
  contacts_.finish_contact(contacts_.size(), cone, rows, mu, 0.0, 0.0);
  reserve(contacts_.rows());
}

Report DenseProblem::solve(double round_off, VecOut x) {
  const Index n = rows();
  const auto G = matrix();
  for (Index i = 0; i < n; ++i) {
    if (!std::isfinite(c_[i]) || !std::isfinite(G(i, i)))
      return Report::failure(Status::not_finite, "contact problem: G or c is not finite");
    if (G(i, i) > 0.0 || (G.row(i).isZero(0.0) && G.col(i).isZero(0.0))) continue;
    return Report::failure(Status::singular, "contact problem: a row of G is moved by others and not by itself");
  }
  operator_.assign(G);
  auto report = solver_->solve({operator_, constant(), contacts_}, x);
  if (report.residual <= tolerance() + round_off) report.status = Status::ok;
  if (report.ok()) report.message.clear();
  options_.accept(constant(), report);
  return report;
}

Index DenseProblem::worst(VecRef x) const {
  const Vector gamma = matrix() * x + constant(), diagonal = matrix().diagonal();
  return worst_contact(contacts_, diagonal, gamma, x);
}

}  // namespace percuss
