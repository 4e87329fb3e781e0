// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/block_factor.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"
#include "model/linear_body.hpp"
#include "tests/core/room_of_ranks.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace block_factor_test {

std::unique_ptr<LinearBody> body(const SparseMatrix& M, const SparseMatrix& K) {
  return std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(M.rows()), SymmetricMatrix(K));
}

/// M = (1 + q^2) on one row: a tangent that changes.
class GrowingMass final : public Body {
 public:
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double, VecRef, double, VecRef, VecOut q_next) const override { q_next = q; }
  void forces(double, VecRef, VecRef, VecOut f) const override { f.setZero(); }
  void tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = weights.mass * (1.0 + q[0] * q[0]);
    A.makeCompressed();
  }
  Energy energy(double, VecRef, VecRef) const override { return {}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
};

/// A whirling point: M = 2 I, the gyroscopic C = [0 3; -3 0], no stiffness.
class Gyroscope final : public Body {
 public:
  Index num_q() const override { return 2; }
  Index num_v() const override { return 2; }
  bool has_constant_tangent() const override { return false; }
  bool has_symmetric_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double, VecRef, double, VecRef, VecOut q_next) const override { q_next = q; }
  void forces(double, VecRef, VecRef v, VecOut f) const override { f << -3.0 * v[1], 3.0 * v[0]; }
  void tangent(double, VecRef, VecRef, TangentWeights weights, SparseMatrix& A) const override {
    Matrix full(2, 2);
    full << 2.0 * weights.mass, 3.0 * weights.damping, -3.0 * weights.damping, 2.0 * weights.mass;
    A = full.sparseView();
  }
  Energy energy(double, VecRef, VecRef) const override { return {}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
};

/// A lumped bar of 5 rows (diagonal M, tridiagonal K) beside a block of 3 rows.
struct TwoBodies {
  SparseMatrix M1 = banded_matrix(5, 0, 1), K1 = tridiagonal_matrix(5, 2.0, -1.0), M2 = banded_matrix(3, 2, 2),
               K2 = banded_matrix(3, 2, 3);
  MechanicalSystem system;
  TwoBodies() {
    system.add(body(M1, K1));
    system.add(body(M2, K2));
  }
  Matrix dense(TangentWeights w) const {
    Matrix A = Matrix::Zero(8, 8);
    A.topLeftCorner(5, 5) = w.mass * Matrix(M1) + w.stiffness * Matrix(K1);
    A.bottomRightCorner(3, 3) = w.mass * Matrix(M2) + w.stiffness * Matrix(K2);
    return A;
  }
};

const Vector zero = Vector::Zero(8);

void expect_solves(const BlockFactor& factor, const Matrix& A) {
  Vector x = random_vector(A.rows(), 4);
  const Vector exact = A.ldlt().solve(x);
  factor.solve_in_place(x);
  EXPECT_LE((x - exact).cwiseAbs().maxCoeff(), 1e-13);  // condition numbers below 100, solutions below 1
}

TEST(BlockFactor, OfNoBodiesSolvesNothing) {
  const MechanicalSystem system;
  BlockFactor factor(system, LinearSolverKind::automatic);
  Vector none(0);
  EXPECT_TRUE(factor.update(0.0, none, none, {}).ok());
  factor.solve_in_place(none);
  EXPECT_EQ(factor.factorisations(), 0);
}

TEST(BlockFactor, SolvesEachBodyByItself) {
  const TwoBodies two;
  BlockFactor factor(two.system, LinearSolverKind::automatic);
  const TangentWeights weights{1.0, 0.0, 0.5};
  ASSERT_TRUE(factor.update(0.0, zero, zero, weights).ok());
  expect_solves(factor, two.dense(weights));
  Vector x = random_vector(3, 5);
  const Vector exact = two.dense(weights).bottomRightCorner(3, 3).ldlt().solve(x);
  factor.solve_in_place(1, x);
  EXPECT_LE((x - exact).cwiseAbs().maxCoeff(), 1e-13);  // as above
}

TEST(BlockFactor, FactorsAgainWhatASolveHasFailedWith) {
  const TwoBodies two;
  LinearSolverOptions options(LinearSolverKind::cg);
  options.max_iterations = 1;  // enough for the diagonal body alone
  BlockFactor factor(two.system, options);
  ASSERT_TRUE(factor.update(0.0, zero, zero, {}).ok());
  const long first = factor.version(0), second = factor.version(1);
  Vector x = random_vector(two.system.num_v(), 5);
  factor.solve_in_place(x);
  EXPECT_TRUE(x.allFinite() == false);
  ASSERT_TRUE(factor.update(0.0, zero, zero, {}).ok());
  EXPECT_EQ(factor.version(0), first);
  EXPECT_NE(factor.version(1), second);  // what was made of the solve is out of date
}

TEST(BlockFactor, PicksABackendForEachBody) {
  const TwoBodies two;
  BlockFactor factor(two.system, LinearSolverKind::automatic);
  EXPECT_STREQ(factor.solver_name(0), "none");
  ASSERT_TRUE(factor.update(0.0, zero, zero, {}).ok());
  EXPECT_STREQ(factor.solver_name(0), "diagonal");
  EXPECT_STREQ(factor.solver_name(1), "dense");
}

TEST(BlockFactor, TakesAnLuWhereTheTangentIsNotSymmetric) {
  MechanicalSystem system;
  system.add(std::make_unique<Gyroscope>());
  const Vector none = Vector::Zero(2);
  BlockFactor factor(system, LinearSolverKind::automatic);
  for (const double damping : {0.0, 0.5, 0.0, 1.0}) {
    SCOPED_TRACE("damping " + std::to_string(damping));
    ASSERT_TRUE(factor.update(0.0, none, none, {1.0, damping, 0.0}).ok());
    EXPECT_STREQ(factor.solver_name(0), damping == 0.0 ? "diagonal" : "dense_lu");  // M alone is symmetric
    Vector x(2);
    x << 1.0, -1.0;
    factor.solve_in_place(x);
    const double b = 3.0 * damping, det = 4.0 + b * b;
    EXPECT_NEAR(x[0], (2.0 + b) / det, 1e-15);
    EXPECT_NEAR(x[1], (-2.0 + b) / det, 1e-15);
  }
}

TEST(BlockFactor, RefusesASymmetricSolverForATangentThatIsNot) {
  MechanicalSystem system;
  system.add(std::make_unique<Gyroscope>());
  const Vector none = Vector::Zero(2);
  for (const auto kind : {LinearSolverKind::banded, LinearSolverKind::dense, LinearSolverKind::eigen_ldlt}) {
    BlockFactor factor(system, kind);
    EXPECT_TRUE(factor.update(0.0, none, none, {}).ok());
    EXPECT_THROW(factor.update(0.0, none, none, {1.0, 0.5, 0.0}), InputError);
  }
  BlockFactor factor(system, LinearSolverKind::dense_lu);
  EXPECT_TRUE(factor.update(0.0, none, none, {1.0, 0.5, 0.0}).ok());
}

TEST(BlockFactor, TakesASymmetricSolverForTheBodiesThatAreAndAnLuForTheOthers) {
  TwoBodies bodies;
  bodies.system.add(std::make_unique<Gyroscope>());
  BlockFactor factor(bodies.system, LinearSolverKind::eigen_ldlt);
  const Vector none = Vector::Zero(10);
  const TangentWeights weights{1.0, 0.5, 0.25};
  ASSERT_TRUE(factor.update(0.0, none, none, weights).ok());
  EXPECT_STREQ(factor.solver_name(0), "eigen_ldlt");
  EXPECT_STREQ(factor.solver_name(1), "eigen_ldlt");
  EXPECT_STREQ(factor.solver_name(2), "dense_lu");
  Matrix A = Matrix::Zero(10, 10);
  A.topLeftCorner(8, 8) = bodies.dense(weights);
  A.bottomRightCorner(2, 2) << 2.0, 1.5, -1.5, 2.0;
  const Vector b = random_vector(10, 4);
  Vector x = b;
  factor.solve_in_place(x);
  EXPECT_LE((A * x - b).cwiseAbs().maxCoeff(), 1e-13);  // entries below 10
}

TEST(BlockFactor, IsFactoredOncePerSetOfWeights) {
  const TwoBodies two;
  BlockFactor factor(two.system, LinearSolverKind::automatic);
  ASSERT_TRUE(factor.update(0.0, zero, zero, {}).ok());
  EXPECT_EQ(factor.factorisations(), 2);
  const long version = factor.version(0);
  ASSERT_TRUE(factor.update(1.0, zero, zero, {}).ok());
  EXPECT_EQ(factor.factorisations(), 2);
  EXPECT_EQ(factor.version(0), version);
  ASSERT_TRUE(factor.update(1.0, zero, zero, {2.0, 0.0, 0.0}).ok());
  EXPECT_EQ(factor.factorisations(), 4);
  EXPECT_NE(factor.version(0), version);
  expect_solves(factor, two.dense({2.0, 0.0, 0.0}));
}

// Lumped mass alone is diagonal; with stiffness it is tridiagonal: the backend has to follow, both ways.
TEST(BlockFactor, FollowsWeightsThatChangeTheStructure) {
  const TwoBodies two;
  BlockFactor factor(two.system, LinearSolverKind::automatic);
  for (const double stiffness : {0.0, 0.5, 0.0, 2.0}) {
    SCOPED_TRACE("stiffness " + std::to_string(stiffness));
    const TangentWeights weights{1.0, 0.0, stiffness};
    ASSERT_TRUE(factor.update(0.0, zero, zero, weights).ok());
    EXPECT_STREQ(factor.solver_name(0), stiffness == 0.0 ? "diagonal" : "tridiagonal");
    expect_solves(factor, two.dense(weights));
  }
}

TEST(BlockFactor, RefactorsOnlyTheBodyWhoseTangentChanges) {
  MechanicalSystem system;
  system.add(body(banded_matrix(3, 0, 1), SparseMatrix(3, 3)));
  system.add(std::make_unique<GrowingMass>());
  BlockFactor factor(system, LinearSolverKind::automatic);
  Vector q = Vector::Zero(4);
  ASSERT_TRUE(factor.update(0.0, q, q, {}).ok());
  const long constant = factor.version(0), growing = factor.version(1);
  q[3] = 1.0;
  ASSERT_TRUE(factor.update(0.0, q, q, {}).ok());
  EXPECT_EQ(factor.version(0), constant);
  EXPECT_NE(factor.version(1), growing);
  Vector x = Vector::Ones(1);
  factor.solve_in_place(1, x);
  EXPECT_EQ(x[0], 0.5);
}

TEST(BlockFactor, GivesBackTheMatrixThatStandsFactored) {
  MechanicalSystem system;
  const auto M = banded_matrix(3, 2, 1);
  system.add(body(M, SparseMatrix(3, 3)));
  system.add(std::make_unique<GrowingMass>());
  BlockFactor factor(system, LinearSolverKind::automatic);
  Vector q = Vector::Zero(4);
  q[3] = 1.0;
  ASSERT_TRUE(factor.update(0.0, q, q, {2.0, 0.0, 0.0}).ok());
  SparseMatrix A;
  factor.matrix(0, A);
  EXPECT_EQ(Matrix(A), 2.0 * Matrix(M));
  factor.matrix(1, A);
  Vector x = A * Vector::Ones(1);
  factor.solve_in_place(1, x);
  EXPECT_EQ(x[0], 1.0);  // powers of two
}

TEST(BlockFactor, NamesTheBodyThatCannotBeFactored) {
  MechanicalSystem system;
  system.add(body(banded_matrix(2, 0, 1), SparseMatrix(2, 2)));
  SparseMatrix M = banded_matrix(3, 0, 1);
  M.coeffRef(2, 2) = -1.0;
  system.add(body(M, SparseMatrix(3, 3)));
  BlockFactor factor(system, LinearSolverKind::automatic);
  const Vector none = Vector::Zero(5);
  const auto report = factor.update(0.0, none, none, {});
  EXPECT_EQ(report.status, Status::singular);
  EXPECT_EQ(report.message, "body 1: the matrix is not positive definite (pivot of row 2)");
  EXPECT_STREQ(factor.solver_name(1), "none");
  EXPECT_FALSE(factor.update(0.0, none, none, {}).ok());  // the failure does not pass for a factor later
}

TEST(BlockFactor, RefusesAKindThatABodyDoesNotFit) {
  const TwoBodies two;
  BlockFactor factor(two.system, LinearSolverKind::tridiagonal);
  EXPECT_THROW(factor.update(0.0, zero, zero, {}), InputError);
}

TEST(BlockFactor, ServesManyBodies) {
  MechanicalSystem system;
  Matrix A = Matrix::Zero(300, 300);
  for (Index i = 0; i < 100; ++i) {
    const auto M = banded_matrix(3, i % 3, static_cast<unsigned>(i));
    A.block(3 * i, 3 * i, 3, 3) = Matrix(M);
    system.add(body(M, SparseMatrix(3, 3)));
  }
  BlockFactor factor(system, LinearSolverKind::automatic);
  const Vector none = Vector::Zero(300);
  ASSERT_TRUE(factor.update(0.0, none, none, {}).ok());
  expect_solves(factor, A);
}

/// Three long bars.
MechanicalSystem long_bars() {
  const Index n = Shares::least_rows / 2;
  MechanicalSystem system;
  for (int i = 0; i < 3; ++i) system.add(body(banded_matrix(n, 0, 1), tridiagonal_matrix(n, 2.0, -1.0)));
  return system;
}

// A rank that solved for all bodies would have the same: that it does not, the other rank's rows tell, which are not
// given to it.
TEST(BlockFactor, SolvesSharedByRanksAreThoseOfOne) {
  const auto system = long_bars();
  const Vector q = Vector::Zero(system.num_q()), v = Vector::Zero(system.num_v());
  const Vector b = Vector::LinSpaced(system.num_v(), -1.0, 1.0);
  const auto solved = [&](RankLink* link, LinearSolverKind kind) {
    auto shared = long_bars();
    shared.share_among(link);
    LinearSolverOptions options;
    options.kind = kind;
    BlockFactor factor(shared, options);
    EXPECT_TRUE(factor.update(0.0, q, v, {1.0, 0.0, 1e-3}).ok());
    Vector x = b;
    const bool shares = link != nullptr && kind != LinearSolverKind::cg;
    const Index others = link == nullptr || link->rank() == 1 ? 0 : 2;
    if (shares) x.segment(shared.v_offset(others), shared.body(others).num_v()).setConstant(1e3);
    factor.solve_in_place(x);
    return x;
  };
  for (const auto kind : {LinearSolverKind::automatic, LinearSolverKind::cg}) {
    const auto alone = solved(nullptr, kind);
    EXPECT_GT((alone - b).norm(), 1e-3 * b.norm());
    for (const auto& x : on_all_ranks<Vector>(2, [&](auto link) { return solved(link.get(), kind); }))
      EXPECT_EQ(x, alone);
  }
}

}  // namespace block_factor_test
}  // namespace percuss
