// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/block_contacts.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace block_contacts_test {

TEST(BlockContacts, HaveTheVelocitiesAndTheResidualOfTheProblem) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    auto problem = seed % 2 == 0 ? random_problem(seed, true, 0.5) : random_problem_in_space(seed);
    problem.G *= 1e3;
    const DenseDelassus G(problem.G);
    BlockContacts blocks;
    EXPECT_TRUE(blocks.load({G, problem.c, problem.contacts}));
    std::mt19937 random(seed);
    std::normal_distribution<double> number;
    const Vector x = Vector::NullaryExpr(problem.c.size(), [&] { return number(random); });
    Vector y(blocks.size()), gamma(blocks.size()), back(x.size());
    blocks.scaled(x, y);
    blocks.unscaled(y, back);
    blocks.velocity(y, gamma);
    EXPECT_LE((back - x).norm(), 1e-15 * x.norm());
    // Sums in another order, some eps of entries of G up to 1e5. Joints have a scale per row here, no matter to them.
    EXPECT_NEAR(blocks.residual(gamma, y), judged(problem, x), 1e-9) << "seed " << seed;
    EXPECT_GT(blocks.rounding(y), 0.0);
    EXPECT_LT(blocks.rounding(y), 1e-8);
  }
}

TEST(BlockContacts, KeepTheirPatternWhileItHolds) {
  auto problem = random_problem(5, true, 0.5);
  const DenseDelassus G(problem.G), doubled(2.0 * problem.G);
  BlockContacts blocks;
  EXPECT_TRUE(blocks.load({G, problem.c, problem.contacts}));
  EXPECT_FALSE(blocks.load({doubled, problem.c, problem.contacts}));
  const auto other = random_problem(6, true, 0.5);
  ASSERT_NE(other.contacts.start, problem.contacts.start);
  const DenseDelassus G_other(other.G);
  EXPECT_TRUE(blocks.load({G_other, other.c, other.contacts}));
}

TEST(BlockContacts, StoreOnlyTheBlocksThatAreThere) {
  Problem problem;
  for (int k = 0; k < 3; ++k) push(problem.contacts, Cone::coulomb, 3, 0.3);
  problem.G = Matrix::Identity(9, 9);
  problem.c = Vector::Ones(9);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  BlockContacts blocks;
  blocks.load({G, problem.c, problem.contacts});
  EXPECT_EQ(blocks.pattern().col, (std::vector<std::int32_t>{0, 1, 2}));
}

}  // namespace block_contacts_test
}  // namespace percuss
