// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/contact_set.hpp"
#include "core/parameters.hpp"
#include "core/report.hpp"
#include "solvers/contact/natural_residual.hpp"
#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// Find x with  -(G x + c) in N_C(x) (docs/glossary.md): for each contact the cone says what x may be. G is the
/// Delassus operator [1/kg], c [m/s], x a percussion [N s]. Only cones and mu of `contacts` are read.
struct ContactProblem {
  const DelassusOperator& G;
  VecRef c;
  const ContactSet& contacts;
};

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
  enum class Name {
    automatic,
    newton,
    gauss_seidel,
    jacobi,
    apgd,
    admm,
    fischer_burmeister,
    interior_point,
    lemke,
    enumerate,
    active_set,
    kokkos_gauss_seidel,
    kokkos_jacobi,
    kokkos_apgd
  };
  Name name = Name::automatic;
  /// Converged when  residual <= tolerance_absolute + tolerance_relative |c|_inf  [m/s], [1].
  double tolerance_absolute = 1e-14;
  double tolerance_relative = 1e-12;
  /// A problem that a solver gives up within a step counts as solved, loosely, when
  /// residual <= tolerance_accepted max(|c|_inf, velocity_scale)  [1]; 0: the step fails.
  double tolerance_accepted = 1e-6;
  /// A speed of the motion that does not shrink with the step as |c| of a body at rest does, which is g h [m/s]; found
  /// by who runs the simulation, no key of the model file.
  double velocity_scale = 0.0;
  int max_iterations = 10000;
  /// Share of a sweep's change that is made: x + relaxation (x_swept - x), in (0, 2); `gauss_seidel` and `jacobi` alone
  /// read it.
  double relaxation = 1.0;
  /// Earlier sweeps that each sweep of `gauss_seidel` is combined with (Anderson), up to 20; 0: plain sweeps.
  int acceleration = 0;

  static const ParameterTable<ContactSolverOptions>& parameters();
  /// Options out of range, and options that the solver does not read.
  std::vector<Fault> validate() const;
  /// tolerance_absolute + tolerance_relative |c|_inf  [m/s]
  double tolerance(VecRef c) const;
  /// A residual at which a search that stagnates may stop without a warning, the tolerance or a thousandth of what is
  /// accepted of the speed of the motion:  max(tolerance(c), 1e-3 tolerance_accepted velocity_scale)  [m/s].
  double tolerance_in_vain(VecRef c) const;
  /// tolerance_accepted max(|c|_inf, velocity_scale)  [m/s]
  double accepted(VecRef c) const;
  /// Turns what failed to converge, but is good enough, into a solution, loose above `tolerance_in_vain`.
  void accept(VecRef c, Report& report) const;
};

/// One row of the table that serves the factory, the model file, `percuss list` and the schema.
struct ContactSolverType {
  ContactSolverOptions::Name value;
  std::string name, summary;
  std::unique_ptr<ContactSolver> (*make)(const ContactSolverOptions& options);
  bool available = true;  ///< built in
};
const std::vector<ContactSolverType>& contact_solver_types();

/// Throws InputError when an option is out of range or the solver is not built in.
std::unique_ptr<ContactSolver> make_contact_solver(const ContactSolverOptions& options);

}  // namespace percuss
