// SPDX-License-Identifier: Apache-2.0
// Every contact solver against the oracle that tries all modes, and against the judge.
#include "solvers/contact/contact_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/contact/anderson_history.hpp"
#include "solvers/contact/enumerate.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace contact_solver_test {

using Name = ContactSolverOptions::Name;

std::string name_of(Name name) {
  for (const auto& type : contact_solver_types())
    if (type.value == name) return type.name;
  return "?";
}

/// Those that get to a solution in steps whose limit it is: their zeros are zeros, their other digits are good to the
/// tolerance.
bool approaches(Name name) {
  return name == Name::apgd || name == Name::admm || name == Name::fischer_burmeister || name == Name::interior_point;
}

class EveryContactSolver : public testing::TestWithParam<Name> {
 protected:
  static Report solve(const Problem& problem, Vector& x, ContactSolverOptions options = {}) {
    options.name = GetParam();
    const DenseDelassus G(problem.G);
    return make_contact_solver(options)->solve({G, problem.c, problem.contacts}, x);
  }
  static Vector solved(const Problem& problem) {
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solve(problem, x);
    EXPECT_TRUE(report.ok()) << report.message << ", residual " << report.residual;
    return x;
  }
  /// Exact, or as good as the solver's tolerance, 1e-12 of c of order one, allows.
  static double exact() { return approaches(GetParam()) ? 1e-11 : 0.0; }
};

Problem one_contact(Cone cone, const Matrix& G, const Vector& c, double mu = 0.0) {
  Problem problem{G, c, {}};
  push(problem.contacts, cone, c.size(), mu);
  return problem;
}

const Matrix unit1 = Matrix::Identity(1, 1), unit2 = Matrix::Identity(2, 2), unit3 = Matrix::Identity(3, 3);

TEST_P(EveryContactSolver, SolvesNothing) {
  Vector x(0);
  const auto report = solve({Matrix(0, 0), Vector(0), {}}, x);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.residual, 0.0);
}

TEST_P(EveryContactSolver, StopsAMassThatApproachesAndLetsItLeave) {
  EXPECT_NEAR(solved(one_contact(Cone::unilateral, 4.0 * unit1, Vector::Constant(1, -2.0)))[0], 0.5, exact());
  EXPECT_EQ(solved(one_contact(Cone::unilateral, 4.0 * unit1, Vector::Constant(1, 2.0)))[0], 0.0);
  EXPECT_EQ(solved(one_contact(Cone::bilateral, 4.0 * unit1, Vector::Constant(1, 2.0)))[0], -0.5);
}

TEST_P(EveryContactSolver, SticksSlipsAndOpens) {
  const auto expect = [](const Eigen::Vector2d& c, const Eigen::Vector2d& x) {
    EXPECT_LE((solved(one_contact(Cone::coulomb, unit2, c, 0.5)) - x).cwiseAbs().maxCoeff(), exact());
  };
  expect({-1.0, 0.25}, {1.0, -0.25});
  expect({-1.0, 3.0}, {1.0, -0.5});
  expect({-1.0, -3.0}, {1.0, 0.5});
  EXPECT_EQ(solved(one_contact(Cone::coulomb, unit2, Eigen::Vector2d(1.0, 3.0), 0.5)), Eigen::Vector2d(0.0, 0.0));
}

// Forces of the last step are there; the contact opens.
TEST_P(EveryContactSolver, ForgetsTheForcesOfAContactThatOpens) {
  for (const double speed : {1e-6, 1.0, 1e6}) {
    const auto problem = one_contact(Cone::coulomb, unit3, Eigen::Vector3d(speed, 0.3 * speed, 0.0), 0.5);
    Vector x = Eigen::Vector3d(2.0, 0.5, -0.5);
    EXPECT_TRUE(solve(problem, x).ok());
    EXPECT_EQ(x, Vector::Zero(3));
  }
}

TEST_P(EveryContactSolver, OpposesTheSlipInSpace) {
  const Vector x = solved(one_contact(Cone::coulomb, unit3, Eigen::Vector3d(-2.0, 3.0, -4.0), 0.5));
  EXPECT_LE((x - Eigen::Vector3d(2.0, -0.6, 0.8)).cwiseAbs().maxCoeff(), 1e-11);  // the solver's own 1e-12, scaled
}

TEST_P(EveryContactSolver, OpensOneContactOfTwo) {
  Problem problem{(Matrix(2, 2) << 4.0, -2.0, -2.0, 4.0).finished(), Eigen::Vector2d(-1.0, 1.0), {}};
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  const Vector x = solved(problem);
  EXPECT_NEAR(x[0], 0.25, 1e-12 + exact());  // the solver's own tolerance
  EXPECT_EQ(x[1], 0.0);
}

/// Random problems: fewer where each takes hundreds of iterations.
unsigned seeds(Name name) { return (approaches(name) ? 300 : 1500) / fewer_under_sanitizers; }

/// Solves the problem of each seed; the answer must be the oracle's.
void expect_oracle(const Problem& problem, const Vector& x) {
  Vector oracle;
  ASSERT_TRUE(Enumerate().solve(problem.G, problem.c, problem.contacts, oracle).ok());
  // The residual is below 1e-12 |c|; the error is that over the smallest eigenvalue of G, seldom below 1e-3.
  EXPECT_LE((x - oracle).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + oracle.cwiseAbs().maxCoeff()));
}

TEST_P(EveryContactSolver, AgreesWithTheOracleWithoutFriction) {
  for (unsigned seed = 1; seed <= seeds(GetParam()); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto problem = random_problem(seed, seed % 2 == 0, 0.0);
    expect_oracle(problem, solved(problem));
    if (HasFailure()) return;
  }
}

// With friction G plus cone is not monotone: no projection method is sure to converge. What is sure is that it says so.
TEST_P(EveryContactSolver, AgreesWithTheOracleInThePlaneOrSaysThatItFailed) {
  int failures = 0;
  for (unsigned seed = 2001; seed <= 2000 + seeds(GetParam()); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto problem = random_problem(seed, seed % 2 == 0, 1.0);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solve(problem, x);
    if (report.ok()) {
      expect_oracle(problem, x);
    } else {
      ++failures;
      EXPECT_EQ(report.status, Status::not_converged);
      EXPECT_NEAR(report.residual, judged(problem, x), 1e-13);  // the best it had, not the last
    }
    if (HasFailure()) return;
  }
  // 1 in 500: a floor under what these two can do alone.
  EXPECT_LE(failures, GetParam() == Name::jacobi || GetParam() == Name::newton ? 3 : 0);
}

TEST_P(EveryContactSolver, SatisfiesTheJudgeInSpace) {
  for (unsigned seed = 1; seed <= seeds(GetParam()) / 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto problem = random_problem_in_space(seed);
    const Vector x = solved(problem);
    // What the solver promises; the judge here forms G x anew, which costs some rounding.
    EXPECT_LE(judged(problem, x), 2e-14 + 2e-12 * problem.c.lpNorm<Eigen::Infinity>());
    if (HasFailure()) return;
  }
}

TEST_P(EveryContactSolver, ReportsTheResidualOfTheJudge) {
  const auto problem = random_problem(11, true, 0.5);
  Vector x = Vector::Zero(problem.c.size());
  const auto report = solve(problem, x);
  EXPECT_NEAR(report.residual, judged(problem, x), 1e-14);  // G x formed in another order: some eps
}

TEST_P(EveryContactSolver, NeedsFewerIterationsFromAWarmStart) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto problem = random_problem(seed, false, 0.0);
    Vector x = Vector::Zero(problem.c.size());
    const int cold = solve(problem, x).iterations;
    const int warm = solve(problem, x).iterations;
    EXPECT_LE(warm, cold);
    EXPECT_LE(warm, 1);  // one look at what is there already
  }
}

TEST_P(EveryContactSolver, GivesUpAfterMaxIterationsAndSaysHowFarItGot) {
  const auto problem = random_problem_in_space(4);
  ASSERT_GT(problem.contacts.size(), 1);
  Vector x = Vector::Zero(problem.c.size());
  ContactSolverOptions options;
  options.max_iterations = 1;
  const auto report = solve(problem, x, options);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_GT(report.residual, 1e-6);  // friction in space takes several iterations of any kind
  EXPECT_NEAR(report.residual, judged(problem, x), 1e-13);
  EXPECT_FALSE(report.message.empty());
}

TEST_P(EveryContactSolver, ReportsNumbersThatAreNone) {
  for (Index bad = 0; bad < 3; ++bad) {
    Problem problem{Matrix::Identity(3, 3), Vector::Constant(3, -1.0), {}};
    for (int k = 0; k < 3; ++k) push(problem.contacts, Cone::unilateral, 1);
    problem.c[bad] = std::nan("");
    Vector x = Vector::Zero(3);
    EXPECT_EQ(solve(problem, x).status, Status::not_finite) << "NaN in c, contact " << bad;
    problem.c[bad] = -std::numeric_limits<double>::infinity();
    x.setZero();
    EXPECT_EQ(solve(problem, x).status, Status::not_finite) << "-inf in c, contact " << bad;
    problem.c[bad] = std::numeric_limits<double>::infinity();
    x.setZero();
    EXPECT_EQ(solve(problem, x).status, Status::not_finite) << "inf in c, contact " << bad;
    problem.c[bad] = -1.0;
    problem.G(bad, bad) = std::nan("");
    x.setZero();
    EXPECT_EQ(solve(problem, x).status, Status::not_finite) << "NaN in G, contact " << bad;
  }
}

TEST_P(EveryContactSolver, IsDeterministic) {
  const auto problem = random_problem(17, true, 1.0);
  EXPECT_EQ(solved(problem), solved(problem));
}

// Units: with masses in grams instead of kilograms nothing but the scale of the percussions may change.
TEST_P(EveryContactSolver, DoesNotCareForTheUnitOfMass) {
  for (const double factor : {1e-12, 1e12}) {
    auto problem = random_problem(19, true, 0.5);
    const Vector x = solved(problem);
    problem.G *= factor;
    const Vector y = factor * solved(problem);
    EXPECT_LE((x - y).cwiseAbs().maxCoeff(), 1e-9 * x.cwiseAbs().maxCoeff());  // two answers, each to 1e-12/eigenvalue
  }
}

// A joint with a force and a moment: 1/m beside 1/J, which lengths of millimetres put a million apart.
TEST_P(EveryContactSolver, SolvesJointsWhoseRowsDifferInUnit) {
  Problem problem{(Matrix(2, 2) << 1.0, 500.0, 500.0, 1e6).finished(), (Vector(2) << 0.1, -20.0).finished(), {}};
  push(problem.contacts, Cone::bilateral, 2);
  Vector x = Vector::Zero(2);
  const auto report = solve(problem, x);
  EXPECT_EQ(report.status, Status::ok) << report.message;
  EXPECT_LE((problem.G * x + problem.c).lpNorm<Eigen::Infinity>(), 1e-10);  // tolerance: 1e-12 of |c|
}

INSTANTIATE_TEST_SUITE_P(Solvers, EveryContactSolver,
                         testing::Values(Name::automatic, Name::newton, Name::gauss_seidel, Name::jacobi, Name::apgd,
                                         Name::admm, Name::fischer_burmeister, Name::interior_point),
                         [](const auto& test) { return name_of(test.param); });

TEST(MakeContactSolver, KnowsWhoNeedsTheRows) {
  for (const auto& type : contact_solver_types()) {
    if (!type.available) continue;
    ContactSolverOptions options;
    options.name = type.value;
    const bool products_only = type.value == Name::jacobi || type.value == Name::apgd || type.value == Name::active_set;
    EXPECT_EQ(make_contact_solver(options)->needs_rows(), !products_only) << type.name;
  }
}

TEST(MakeContactSolver, RefusesARelaxationThatTheSolverDoesNotRead) {
  for (const auto& type : contact_solver_types()) {
    ContactSolverOptions options;
    options.name = type.value;
    EXPECT_TRUE(options.validate().empty()) << type.name;
    options.relaxation = 0.5;
    const bool reads = type.name.ends_with("jacobi") || type.name.ends_with("gauss_seidel");
    EXPECT_EQ(options.validate().size(), reads ? 0U : 1U) << type.name;
    options.relaxation = 2.0;
    EXPECT_FALSE(options.validate().empty()) << type.name;
  }
}

TEST(MakeContactSolver, RefusesAnAccelerationThatTheSolverDoesNotRead) {
  for (const auto& type : contact_solver_types()) {
    ContactSolverOptions options;
    options.name = type.value;
    options.acceleration = 5;
    EXPECT_EQ(options.validate().size(), type.name.ends_with("gauss_seidel") ? 0U : 1U) << type.name;
    options.acceleration = AndersonHistory::most_depth + 1;
    EXPECT_FALSE(options.validate().empty()) << type.name;
  }
}

TEST(MakeContactSolver, RefusesOptionsOutOfRangeAllAtOnce) {
  ContactSolverOptions options;
  options.tolerance_absolute = -1.0;
  options.tolerance_relative = std::nan("");
  options.max_iterations = 0;
  EXPECT_EQ(options.validate().size(), 3U);
  EXPECT_THROW(make_contact_solver(options), InputError);
  EXPECT_TRUE(ContactSolverOptions{}.validate().empty());
}

}  // namespace contact_solver_test
}  // namespace percuss
