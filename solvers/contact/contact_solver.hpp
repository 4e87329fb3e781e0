// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/contact_set.hpp"
#include "core/parameters.hpp"
#include "core/report.hpp"
#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// Find x with  -(G x + c) in N_C(x) (docs/glossary.md): for each contact the cone says what x may be. G is the
/// Delassus operator [1/kg], c [m/s], x a percussion [N s]. Only cones and mu of `contacts` are read.
struct ContactProblem {
  const DelassusOperator& G;
  VecRef c;
  const ContactSet& contacts;
};

/// The judge, outside every solver:  max_k |x_k - prox_Ck(x_k - (G x + c)_k / G_kk)| G_kk  [m/s], with G_kk the largest
/// diagonal entry of contact k. `gamma` is G x + c.
double natural_residual(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x);

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;
  /// Starts from the x given (warm start) and leaves the best it has there; the report carries the judge's residual.
  virtual Report solve(const ContactProblem& problem, VecOut x) const = 0;
  /// Needs `G.rows()`, that is, an assembled operator.
  virtual bool needs_rows() const = 0;
  /// Sizes the workspaces, so that problems of up to so many rows allocate nothing from now on.
  virtual void reserve(Index rows) const = 0;
};

struct ContactSolverOptions {
  enum class Name { automatic, newton, gauss_seidel, jacobi };
  Name name = Name::automatic;
  /// Converged when  residual <= tolerance_absolute + tolerance_relative |c|_inf  [m/s], [1].
  double tolerance_absolute = 1e-14;
  double tolerance_relative = 1e-12;
  int max_iterations = 10000;

  static const ParameterTable<ContactSolverOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

struct ContactSolverType {
  std::string name, summary;
};
const std::vector<ContactSolverType>& contact_solver_types();

/// Throws InputError when an option is out of range.
std::unique_ptr<ContactSolver> make_contact_solver(const ContactSolverOptions& options);

}  // namespace percuss
