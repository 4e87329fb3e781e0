// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/coupled_factor.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <random>

#include "solvers/contact/admm.hpp"
#include "solvers/contact/fischer_burmeister.hpp"
#include "solvers/contact/interior_point.hpp"
#include "tests/solvers/contact_problems.hpp"
#include "tests/solvers/sparse_problem.hpp"

namespace percuss {
namespace coupled_factor_test {

// Few rows go to the dense factor, many to the sparse blocks: both are P + Q G^ of the definition.
TEST(CoupledFactor, SolvesWithTheMatrixOfItsDefinition) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  CoupledFactor factor;
  for (const Index contacts : {5, 60, 3, 40}) {
    Problem problem;
    for (Index k = 0; k < contacts; ++k) push(problem.contacts, Cone::coulomb, 1 + k % 3, 0.3);
    fill(problem, random);
    const Index n = problem.contacts.rows();
    EXPECT_EQ(n > CoupledFactor::dense_rows, contacts >= 40);
    const DenseDelassus G(problem.G);
    // The scales of scaled_units.hpp: one number per contact.
    Vector scale(n);
    for (Index k = 0; k < contacts; ++k) {
      const Index first = problem.contacts.first_row(k), rows = problem.contacts.num_rows(k);
      scale.segment(first, rows).setConstant(std::sqrt(problem.G.diagonal().segment(first, rows).maxCoeff()));
    }
    ASSERT_EQ(factor.load({G, problem.c, problem.contacts}, scale), "");
    Matrix P = Matrix::Zero(n, n), Q = P;
    for (Index k = 0; k < contacts; ++k)
      for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j) {
          const double p = factor.P(k)[static_cast<std::size_t>(3 * i + j)] =
              (i == j ? 2.0 : 0.0) + 0.1 * number(random);
          const double q = factor.Q(k)[static_cast<std::size_t>(3 * i + j)] =
              (i == j ? 1.0 : 0.0) + 0.1 * number(random);
          const Index first = problem.contacts.first_row(k), rows = problem.contacts.num_rows(k);
          if (i >= rows || j >= rows) continue;
          P(first + i, first + j) = p;
          Q(first + i, first + j) = q;
        }
    const Vector inverse = scale.cwiseInverse();
    const Matrix A = P + Q * inverse.asDiagonal() * problem.G * inverse.asDiagonal();
    ASSERT_TRUE(factor.factorize());
    const Vector b = Vector::NullaryExpr(n, [&] { return number(random); });
    Vector x = b;
    factor.solve_in_place(x);
    EXPECT_LE((A * x - b).cwiseAbs().maxCoeff(), 1e-11);  // rounding, the matrix being well conditioned
  }
}

TEST(CoupledFactor, SaysWhenThereIsNoInverse) {
  Problem problem{Matrix::Identity(1, 1), Vector::Zero(1), {}};
  push(problem.contacts, Cone::unilateral, 1);
  const DenseDelassus G(problem.G);
  const Vector scale = Vector::Ones(1);
  CoupledFactor factor;
  ASSERT_EQ(factor.load({G, problem.c, problem.contacts}, scale), "");
  factor.P(0) = factor.Q(0) = {};
  EXPECT_FALSE(factor.factorize());
}

// A residual of zero would count as better than all that other stages have come to.
TEST(CoupledFactor, WhoFindsItTooLargeSaysSoAndKnowsNoResidual) {
  const auto problem = ring_problem(100, 2, 1);
  const ContactProblem posed{problem, problem.c, problem.contacts};
  const auto factor = std::make_shared<CoupledFactor>(10);
  const Admm admm({}, factor);
  const FischerBurmeister cones({}, factor);
  const InteriorPoint interior({}, factor);
  Vector x = Vector::Zero(problem.c.size());
  for (const auto& report : {admm.solve(posed, x, 1e-10, 100), cones.solve(posed, x, 1e-10, 100),
                             interior.solve(posed, x, 1e-10, 100), interior.solve_from(0, posed, x, 1e-10, 100)}) {
    EXPECT_EQ(report.status, Status::not_converged);
    EXPECT_NE(report.message.find("more than 10 blocks"), std::string::npos) << report.message;
    EXPECT_EQ(report.residual, std::numeric_limits<double>::infinity());
  }
}

}  // namespace coupled_factor_test
}  // namespace percuss
