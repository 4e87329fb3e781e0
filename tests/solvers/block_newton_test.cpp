// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/block_newton.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace block_newton_test {

using Pieces = std::vector<ContactPiece::Kind>;

/// A step from x on these pieces, the problem being shifted by t about x.
Vector step_from(BlockNewton& equations, const Vector& x, double t, const Pieces& pieces) {
  const Index n = equations.size();
  NewtonPoint at;
  at.reserve(n);
  equations.scaled(x, at.y.head(n));
  equations.shift(t, Vector(at.y.head(n)));
  equations.evaluate(at);
  EXPECT_TRUE(equations.find_step(at, pieces));
  return equations.step();
}

/// A step of equations that have no factors yet: the oracle.
Vector step_anew(const ContactProblem& problem, const Vector& x, double t, const Pieces& pieces) {
  BlockNewton equations;
  EXPECT_TRUE(equations.load(problem));
  return step_from(equations, x, t, pieces);
}

// Factors are kept while pieces and shift stay, in the plane, where nothing else decides them; in space the direction
// of slip does as well. Whatever came before, a step is that of equations that are new, to the last bit: from another
// point, on other pieces, with another shift, for another G.
TEST(BlockNewton, KeepsFactorsOnlyWhereTheEquationsAreTheSame) {
  for (const Index rows : {Index{2}, Index{3}}) {
    Problem problem;
    std::mt19937 random(static_cast<unsigned>(rows));
    for (int k = 0; k < 8; ++k) push(problem.contacts, Cone::coulomb, rows, 0.4);
    fill(problem, random);
    auto other = problem;
    other.G *= 2.0;
    other.G.diagonal() *= 1.5;
    const GivenDelassus G(problem.G.sparseView(), problem.contacts), G_other(other.G.sparseView(), other.contacts);
    const ContactProblem first{G, problem.c, problem.contacts}, second{G_other, other.c, other.contacts};
    const Pieces slips(8, ContactPiece::Kind::slip);
    auto sticks = slips;
    sticks[3] = ContactPiece::Kind::stick;
    BlockNewton equations;
    ASSERT_TRUE(equations.load(first));
    const Index n = problem.c.size();
    for (const auto& [shift, pieces] : {std::pair{1e-2, slips}, {1e-2, slips}, {1e-3, slips}, {1e-3, sticks}}) {
      const Vector x = Vector::NullaryExpr(n, [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); });
      EXPECT_EQ(step_from(equations, x, shift, pieces), step_anew(first, x, shift, pieces)) << rows << ' ' << shift;
    }
    const Vector x = Vector::Ones(n);
    ASSERT_TRUE(equations.load(second));
    EXPECT_EQ(step_from(equations, x, 1e-3, sticks), step_anew(second, x, 1e-3, sticks)) << rows;
  }
}

}  // namespace block_newton_test
}  // namespace percuss
