// SPDX-License-Identifier: Apache-2.0
#ifdef PERCUSS_HAVE_PETSC
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "core/fault.hpp"
#include "solvers/linear/backends.hpp"
#include "solvers/linear/petsc_loader.hpp"
#include "solvers/linear/true_residual.hpp"

namespace percuss::backends {

namespace {

petsc::Method method_of(LinearSolverKind kind) {
  if (kind == LinearSolverKind::petsc_cg) return petsc::Method::cg;
  if (kind == LinearSolverKind::petsc_cg_gamg) return petsc::Method::cg_gamg;
  if (kind == LinearSolverKind::petsc_cg_hypre) return petsc::Method::cg_hypre;
  return petsc::Method::mumps;
}

/// A solver of PETSc's, whose solutions are judged here: its iterations stop by norms of their own.
class Petsc final : public LinearSolver {
 public:
  Petsc(const LinearSolverOptions& options, RigidMotions rigid)
      : options_(options),
        rigid_(std::move(rigid)),
        solver_(load_petsc_solver(method_of(options.kind), options.petsc_options)) {}

  Report factorize(const SparseMatrix& A) override {
    auto report = system_.load(A);
    if (!report.ok() || A.rows() == 0) return report;
    if (A.rows() % rigid_.rows_per_node != 0 || (rigid_.motions.size() != 0 && rigid_.motions.rows() != A.rows()))
      throw std::invalid_argument("Petsc: the rigid motions are those of another body");
    change_.resize(A.rows());
    const auto& stored = system_.A();
    const petsc::Mesh mesh{static_cast<int>(rigid_.rows_per_node), static_cast<int>(rigid_.motions.cols()),
                           rigid_.motions.data()};
    bool by_options = false;
    const auto wrong = solver_->set_up(static_cast<int>(A.rows()), stored.outerIndexPtr(), stored.innerIndexPtr(),
                                       stored.valuePtr(), mesh, by_options);
    if (by_options) refuse_options(wrong);
    if (!wrong.empty()) return Report::failure(Status::singular, wrong);
    if (options_.petsc_options.empty()) return {};  // else all that PETSc has been given is looked through
    if (const auto unread = solver_->unread(); !unread.empty())
      refuse_options(fmt::format("PETSc does not read {}", unread));
    return {};
  }

  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index j = 0; j < X.cols(); ++j)
      system_.solve(X.col(j), options_, name(), [this](VecOut x, double rr, double goal, long& iterations) {
        return improve(x, rr, goal, iterations);
      });
  }

  bool has_failed() const override { return system_.has_failed(); }
  std::size_t bytes() const override { return system_.bytes() + static_cast<std::size_t>(12.0 * solver_->entries()); }
  const char* name() const override { return linear_solver_type(options_.kind).name.c_str(); }

 private:
  [[noreturn]] void refuse_options(const std::string& why) const {
    if (options_.petsc_options.empty())
      throw input_error("simulation.linear_solver", why, "this PETSc lacks it: choose another linear solver");
    throw input_error("simulation.linear_solver.petsc_options", why,
                      "the manual of PETSc lists the options of its solvers and preconditioners");
  }

  /// x += A^-1 r. PETSc measures residuals behind its preconditioner: it is asked for some more than is needed.
  std::string improve(VecOut x, double rr, double goal, long& iterations) const {
    constexpr double margin = 0.3;
    if (rr <= goal) return {};
    int most = options_.max_iterations - static_cast<int>(iterations);
    const auto wrong = solver_->solve(system_.residual().data(), change_.data(), margin * std::sqrt(goal / rr), most);
    iterations += most;
    if (!wrong.empty()) return "failed: " + wrong;
    x += change_;
    return {};
  }

  LinearSolverOptions options_;
  RigidMotions rigid_;
  TrueResidual system_;
  std::unique_ptr<petsc::Solver> solver_;  // refers to the matrix
  mutable Vector change_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_petsc(const LinearSolverOptions& options, RigidMotions rigid) {
  return std::make_unique<Petsc>(options, std::move(rigid));
}

}  // namespace percuss::backends
#endif
