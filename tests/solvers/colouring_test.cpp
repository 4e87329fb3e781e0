// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/colouring.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/solvers/sparse_problem.hpp"

namespace percuss {
namespace colouring_test {

std::vector<Index> colours_of(const Colouring& colouring, Index contacts) {
  std::vector<Index> colour(static_cast<std::size_t>(contacts), -1);
  for (Index c = 0; c < colouring.colours(); ++c)
    for (const Index k : colouring.members(c)) {
      EXPECT_EQ(colour[static_cast<std::size_t>(k)], -1) << "contact " << k << " has two colours";
      colour[static_cast<std::size_t>(k)] = c;
    }
  return colour;
}

TEST(Colouring, GivesCoupledContactsDifferentColours) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto problem = ring_problem(60, 3 + seed % 4, seed);
    Colouring colouring;
    colouring.find(problem.matrix, problem.contacts);
    const auto colour = colours_of(colouring, problem.contacts.size());
    for (Index k = 0; k < problem.contacts.size(); ++k)
      for (const Index l : problem.neighbours[static_cast<std::size_t>(k)])
        EXPECT_NE(colour[static_cast<std::size_t>(k)], colour[static_cast<std::size_t>(l)]) << k << ", " << l;
  }
}

// Contact 0 does not see contact 1, but contact 1 sees contact 0.
TEST(Colouring, HoldsContactsApartThatAreCoupledOneWay) {
  ContactSet contacts;
  for (int k = 0; k < 2; ++k) contacts.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  for (const bool first : {true, false}) {
    const BlockRows one_way =
        first ? BlockRows{{0, 1, 3}, {0, 0, 1}, {1.0, 0.5, 1.0}} : BlockRows{{0, 2, 3}, {0, 1, 1}, {1.0, 0.5, 1.0}};
    Colouring colouring;
    colouring.find(one_way, contacts);
    EXPECT_EQ(colouring.colours(), 2);
  }
}

TEST(Colouring, NeedsOneColourForStrangersAndAllForFriends) {
  ContactSet contacts;
  BlockRows alone, dense;
  for (Index k = 0; k < 5; ++k) {
    contacts.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
    alone.col.push_back(k);
    alone.value.push_back(1.0);
    alone.start.push_back(k + 1);
    for (Index l = 0; l < 5; ++l) {
      dense.col.push_back(l);
      dense.value.push_back(1.0);
    }
    dense.start.push_back(5 * (k + 1));
  }
  Colouring colouring;
  colouring.find(dense, contacts);
  EXPECT_EQ(colouring.colours(), 5);
  colouring.find(alone, contacts);
  EXPECT_EQ(colouring.colours(), 1);
  EXPECT_EQ(colouring.members(0).size(), 5U);
}

}  // namespace colouring_test
}  // namespace percuss
