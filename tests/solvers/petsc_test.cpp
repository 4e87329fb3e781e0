// SPDX-License-Identifier: Apache-2.0
// PETSc's solvers: see linear_solver_test.cpp for what all backends have in common.
#include <gtest/gtest.h>

#include "core/decompositions.hpp"
#include "core/fault.hpp"
#include "core/version.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace petsc_test {

using Kind = LinearSolverKind;

class PetscSolvers : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!build::with_petsc) GTEST_SKIP() << "built without PETSc";
    options.tally = &tally;
  }
  std::unique_ptr<LinearSolver> factored(const SparseMatrix& A) {
    auto solver = make_linear_solver(options, A);
    EXPECT_TRUE(solver->factorize(A).ok());
    return solver;
  }
  /// What is refused when the solver meets a matrix.
  Fault fault() {
    const auto A = grid_matrix(4, 3);
    try {
      make_linear_solver(options, A)->factorize(A);
    } catch (const InputError& error) {
      return error.faults().at(0);
    }
    return {};
  }
  SolveTally tally;
  LinearSolverOptions options{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Kinds, PetscSolvers,
                         testing::Values(Kind::petsc_mumps, Kind::petsc_cg, Kind::petsc_cg_gamg, Kind::petsc_cg_hypre),
                         [](const auto& test) { return name_of(test.param); });

TEST_P(PetscSolvers, MeetTheToleranceByOurOwnMeasure) {
  const auto A = grid_matrix(40, 30);
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    options.tolerance = tolerance;
    const auto solver = factored(A);
    const Vector b = random_vector(A.rows(), 1);
    Vector x = b;
    solver->solve_in_place(x);
    EXPECT_LE((b - A * x).norm(), tolerance * b.norm());  // the diagonal is constant: it does not change the norm
    EXPECT_LE(tally.residual(), tolerance);
    tally.clear();
  }
}

TEST_P(PetscSolvers, StandSideBySide) {
  const auto A = grid_matrix(12, 9), B = banded_matrix(50, 3, 2);
  const auto first = factored(A), second = factored(B);
  Vector x = random_vector(A.rows(), 1), y = random_vector(B.rows(), 2);
  const Vector a = x, b = y;
  first->solve_in_place(x);
  second->solve_in_place(y);
  EXPECT_LE((A * x - a).norm(), 1e-11 * a.norm());
  EXPECT_LE((B * y - b).norm(), 1e-11 * b.norm());
}

TEST_P(PetscSolvers, DoNotSolveWithAMatrixThatIsNotPositiveDefinite) {
  const SparseMatrix A = tridiagonal_matrix(40, 0.5, -1.0);  // eigenvalues 0.5 - 2 cos(k pi/41)
  const auto solver = make_linear_solver(options, A);
  const auto report = solver->factorize(A);
  if (!report.ok()) {
    EXPECT_EQ(report.status, Status::singular);
    return;
  }
  ASSERT_NE(GetParam(), Kind::petsc_mumps);
  Vector x = random_vector(A.rows(), 1);
  solver->solve_in_place(x);
  EXPECT_TRUE(x.array().isNaN().all());
  EXPECT_NE(tally.take_failure().find("`" + name_of(GetParam()) + "`"), std::string::npos);
}

TEST_P(PetscSolvers, RefuseOptionsThatNothingReads) {
  options.petsc_options = "-percuss_knows_no_such_option 3";
  const auto refused = fault();
  EXPECT_EQ(refused.key, "simulation.linear_solver.petsc_options");
  EXPECT_EQ(refused.message, "PETSc does not read -percuss_knows_no_such_option");
}

TEST_P(PetscSolvers, RefuseWordsThatPetscDoesNotKnow) {
  options.petsc_options = "-ksp_type nonsense";
  EXPECT_EQ(fault().key, "simulation.linear_solver.petsc_options");
  EXPECT_NE(fault().message.find("KSP type nonsense"), std::string::npos) << fault().message;
}

TEST_P(PetscSolvers, RefuseWhatPetscCannotDo) {
  options.petsc_options = "-pc_type cholesky -pc_factor_mat_solver_type nobody";
  const auto refused = fault();
  EXPECT_EQ(refused.key, "simulation.linear_solver.petsc_options");
  EXPECT_NE(refused.message.find("nobody"), std::string::npos) << refused.message;
}

TEST(PetscOptions, ReachTheSolver) {
  if (!build::with_petsc) GTEST_SKIP() << "built without PETSc";
  const auto A = grid_matrix(40, 30);
  const auto iterations = [&](const char* petsc_options) {
    SolveTally tally;
    LinearSolverOptions options(Kind::petsc_cg_gamg);
    options.tally = &tally;
    options.petsc_options = petsc_options;
    const auto solver = make_linear_solver(options, A);
    EXPECT_TRUE(solver->factorize(A).ok());
    Vector x = random_vector(A.rows(), 1);
    solver->solve_in_place(x);
    return tally.iterations();
  };
  EXPECT_LT(iterations("-pc_type lu"), 3);  // a preconditioner that solves
  EXPECT_GT(iterations("-pc_type none"), iterations(""));
}

TEST(PetscOptions, AreReadByPetscAlone) {
  LinearSolverOptions options(Kind::cg);
  options.petsc_options = "-pc_type lu";
  ASSERT_EQ(options.validate().size(), 1U);
  EXPECT_EQ(options.validate()[0].message, "this linear solver does not read `petsc_options`");
  options.kind = Kind::petsc_mumps;
  EXPECT_TRUE(options.validate().empty());
  for (const auto* const overruled : {"-ksp_rtol 1e-3", "-pc_type lu -ksp_max_it 5", "-ksp_atol 1e-3"}) {
    options.petsc_options = overruled;
    ASSERT_EQ(options.validate().size(), 1U);
    EXPECT_NE(options.validate()[0].message.find("would be overruled"), std::string::npos);
  }
  options.petsc_options = "pc_type lu";
  ASSERT_EQ(options.validate().size(), 1U);
  EXPECT_EQ(options.validate()[0].key, "petsc_options");
}

}  // namespace petsc_test
}  // namespace percuss
