// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/smoothed_contacts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace smoothed_contacts_test {

struct Case {
  explicit Case(const Problem& its, double smoothing = 2.0)
      : problem(its), G(its.G.sparseView(), its.contacts), equations(std::make_shared<CoupledFactor>()) {
    const Vector x = Vector::LinSpaced(problem.c.size(), -0.3, 0.4);
    EXPECT_EQ(equations.load({G, problem.c, problem.contacts}, x, smoothing), "");
  }
  Vector residual(const Vector& v, double log_t) {
    equations.evaluate(v, log_t);
    return equations.residual();
  }
  Problem problem;
  GivenDelassus G;
  SmoothedContacts equations;
};

/// In space, in the plane, without friction, and beside joints.
Problem a_problem(unsigned seed) {
  return seed % 2 == 0 ? random_heap(seed, 2 + seed % 30, 2.0) : random_problem(seed, true, 0.5);
}

// One body, one contact without friction, G = 1: p (p + 2) = ... from  y + c + tau y - q = 0,  q = t / y.
TEST(SmoothedContacts, HasTheSolutionOfOneContactByHand) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Identity(1, 1);
  problem.c = Vector::Constant(1, -1.0);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  SmoothedContacts equations(std::make_shared<CoupledFactor>());
  ASSERT_EQ(equations.load({G, problem.c, problem.contacts}, Vector::Zero(1), 1.0), "");
  EXPECT_DOUBLE_EQ(equations.speed(), 1.0);
  const double t = 2.0, y = 1.0;  // (1 + tau) y - 1 = t / y  with tau = t
  equations.evaluate(Vector::Constant(1, y - t / y), std::log(t));
  EXPECT_NEAR(equations.residual()[0], 0.0, 1e-15);
  Vector x(1);
  equations.forces(x);
  EXPECT_NEAR(x[0], 1.0, 1e-15);
}

TEST(SmoothedContacts, HasTheDerivativesOfFiniteDifferences) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Case its(a_problem(seed));
    const Index n = its.equations.size();
    const double a = its.equations.speed(), log_t = std::log(0.1 * a * a), h = 1e-6;
    const Vector v = a * Vector::Random(n), d = Vector::Random(n);
    its.residual(v, log_t);
    const Vector by_log_t = its.equations.by_log_t();
    ASSERT_TRUE(its.equations.factorize());
    const Vector later = its.residual(v, log_t + h), earlier = its.residual(v, log_t - h);
    // h^2 and 1e-16 / h, the forces of the start being larger than a.
    const double size = 1.0 + a;
    EXPECT_LE(((later - earlier) / (2.0 * h) - by_log_t).lpNorm<Eigen::Infinity>(), 1e-7 * size) << seed;
    // dF by differences, solved for dv again, which amplifies by the condition of dF/dv.
    Vector back = (its.residual(v + h * a * d, log_t) - its.residual(v - h * a * d, log_t)) / (2.0 * h * a);
    its.equations.solve_in_place(back);
    for (Index k = 0; k < its.problem.contacts.size(); ++k)
      for (Index i = 0; i < its.problem.contacts.num_rows(k); ++i) {
        const bool missing = its.problem.contacts.cone[static_cast<std::size_t>(k)] != Cone::bilateral && i > 0 &&
                             its.problem.contacts.mu[static_cast<std::size_t>(k)] == 0.0;
        const Index row = its.problem.contacts.first_row(k) + i;
        EXPECT_NEAR(back[row], missing ? 0.0 : d[row], 1e-4) << seed;
      }
  }
}

// Slopes of open contacts are t / v^2 here, 1e-12, those on the boundary of their cones have such a one beside 1: what
// Newton's step leaves of the residual shows whether they are lost in rounding.
TEST(SmoothedContacts, IsSolvedAccuratelyForSmallT) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Case its(random_problem_in_space(seed));
    const Index n = its.equations.size();
    const double a = its.equations.speed(), log_t = std::log(1e-12 * a * a);
    const Vector v = a * Vector::Random(n), before = its.residual(v, log_t);
    ASSERT_TRUE(its.equations.factorize());
    Vector step = -before;
    its.equations.solve_in_place(step);
    const double h = 1e-9 * a / step.norm();  // far below t^(1/2), where F is linear
    const Vector after = its.residual(v + h * step, log_t);
    // Rounding of F over what the step changes, 1e-15 / 1e-9, and t^(1/2) / h squared.
    EXPECT_LE((after - (1.0 - h) * before).norm(), 1e-4 * h * before.norm()) << seed;
  }
}

TEST(SmoothedContacts, SaysThatAFactorIsTooLarge) {
  const auto problem = random_heap(4, 40, 0.5);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  SmoothedContacts equations(std::make_shared<CoupledFactor>(10));
  EXPECT_NE(equations.load({G, problem.c, problem.contacts}, Vector::Zero(problem.c.size()), 1.0), "");
}

}  // namespace smoothed_contacts_test
}  // namespace percuss
