// SPDX-License-Identifier: Apache-2.0
// PETSc's solvers: see linear_solver_test.cpp for what all backends have in common.
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/decompositions.hpp"
#include "core/fault.hpp"
#include "core/version.hpp"
#include "model/lattice.hpp"
#include "solvers/linear/block_factor.hpp"
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

LatticeOptions truss(std::vector<double> cells) {
  LatticeOptions o;
  o.cells = std::move(cells);
  o.cell = {0.1};
  o.area = 1e-4;
  o.youngs_modulus = 2e11;
  o.density = 7800.0;
  return o;
}

/// Iterations of one solve of a step of 10 ms, long against the periods of bars.
long iterations_of_a_step(Kind kind, bool knows_the_mesh) {
  auto built = make_lattice(truss({10, 10, 10}));
  const auto& body = built.body();
  SolveTally tally;
  LinearSolverOptions options(kind);
  options.tally = &tally;
  Vector x = random_vector(body.num_v(), 1);
  const Vector zero = Vector::Zero(x.size());
  constexpr TangentWeights weights{1.0, 0.0, 2.5e-5};
  SparseMatrix A;
  body.tangent(0.0, zero, zero, weights, A);
  const Vector b = x;
  if (knows_the_mesh) {
    MechanicalSystem system;
    system.add(std::move(built.bodies.front()));
    BlockFactor factor(system, options);
    EXPECT_TRUE(factor.update(0.0, zero, zero, weights).ok());
    factor.solve_in_place(x);
  } else {
    const auto solver = make_linear_solver(options, A);
    EXPECT_TRUE(solver->factorize(A).ok());
    solver->solve_in_place(x);
  }
  EXPECT_LE((A * x - b).norm(), 1e-9 * b.norm());
  return tally.iterations();
}

// Multigrid that knows what a mesh does not resist coarsens it as the mesh is.
TEST(PetscMultigrid, TakesFewerIterationsWhereItKnowsTheMesh) {
  if (!build::with_petsc) GTEST_SKIP() << "built without PETSc";
  for (const auto kind : {Kind::petsc_cg_gamg, Kind::petsc_cg_hypre})
    EXPECT_LE(2 * iterations_of_a_step(kind, true), iterations_of_a_step(kind, false)) << name_of(kind);
  EXPECT_EQ(iterations_of_a_step(Kind::petsc_cg, true), iterations_of_a_step(Kind::petsc_cg, false));
}

// Nodes on a line do not turn about it, and one node does not turn at all.
TEST(PetscMultigrid, LeavesOutMotionsThatAreNone) {
  if (!build::with_petsc) GTEST_SKIP() << "built without PETSc";
  const SparseMatrix A = banded_matrix(60, 5, 1);
  for (const Index nodes : {20, 1}) {
    RigidMotions rigid{3, Matrix::Zero(60, 6)};
    for (Index i = 0; i < 20; ++i) {
      rigid.motions.block<3, 3>(3 * i, 0).setIdentity();
      const double along = nodes == 1 ? 0.0 : static_cast<double>(i);
      rigid.motions(3 * i + 2, 4) = -along;
      rigid.motions(3 * i + 1, 5) = along;
    }
    const auto solver = make_linear_solver(Kind::petsc_cg_gamg, A, rigid);
    ASSERT_TRUE(solver->factorize(A).ok());
    const Vector b = random_vector(60, 1);
    Vector x = b;
    solver->solve_in_place(x);
    EXPECT_LE((A * x - b).norm(), 1e-11 * b.norm());
  }
}

TEST(PetscMultigrid, RefusesTheMotionsOfAnotherBody) {
  if (!build::with_petsc) GTEST_SKIP() << "built without PETSc";
  const SparseMatrix A = banded_matrix(60, 5, 1);
  for (const auto& rigid : {RigidMotions{7, Matrix()}, RigidMotions{3, Matrix::Ones(57, 6)}})
    EXPECT_THROW((void)make_linear_solver(Kind::petsc_cg_gamg, A, rigid)->factorize(A), std::invalid_argument);
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
