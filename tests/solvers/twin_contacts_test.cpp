// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/twin_contacts.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace twin_contacts_test {

using Pair = std::pair<Index, Index>;

/// Contacts in space between pairs of bodies, each row coupled with all rows of contacts of either body; body 0 is the
/// ground.
double share_of_twins(const std::vector<Pair>& pairs) {
  Problem problem;
  const auto n = static_cast<Index>(pairs.size());
  problem.G = Matrix::Zero(3 * n, 3 * n);
  problem.c = Vector::Zero(3 * n);
  for (const auto& [a, b] : pairs) {
    const auto k = problem.contacts.size();
    push(problem.contacts, Cone::coulomb, 3, 0.5);
    for (Index l = 0; l < n; ++l) {
      const auto [c, d] = pairs[static_cast<std::size_t>(l)];
      const bool couple = (a > 0 && (a == c || a == d)) || (b > 0 && (b == c || b == d));
      if (couple) problem.G.block<3, 3>(3 * k, 3 * l).setOnes();
    }
  }
  const Posed posed(std::move(problem));
  return TwinContacts().share(*posed.G.rows(), posed.problem.contacts);
}

TEST(TwinContacts, AreThoseBetweenTheSameBodies) {
  EXPECT_EQ(share_of_twins({}), 0.0);
  EXPECT_EQ(share_of_twins({{0, 1}}), 0.0);
  EXPECT_EQ(share_of_twins({{0, 1}, {1, 2}, {2, 3}, {3, 0}}), 0.0);          // round bodies
  EXPECT_EQ(share_of_twins({{0, 1}, {1, 2}, {0, 1}, {1, 2}, {2, 3}}), 0.8);  // wherever they stand
  EXPECT_EQ(share_of_twins({{1, 2}, {3, 4}, {1, 2}, {1, 2}, {3, 4}}), 1.0);  // pieces that do not couple
}

}  // namespace twin_contacts_test
}  // namespace percuss
