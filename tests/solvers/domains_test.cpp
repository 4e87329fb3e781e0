// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/domains.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/solvers/sparse_problem.hpp"

namespace percuss {
namespace domains_test {

/// Part of every contact, counted through all stages; each contact is to have one.
std::vector<Index> parts_of(const Domains& domains, Index contacts) {
  std::vector<Index> part(static_cast<std::size_t>(contacts), -1);
  Index count = 0;
  for (Index stage = 0; stage < domains.stages(); ++stage)
    for (Index p = 0; p < domains.parts(stage); ++p, ++count) {
      const auto members = domains.members(stage, p);
      EXPECT_TRUE(std::is_sorted(members.begin(), members.end()));
      for (const Index k : members) {
        EXPECT_EQ(part[static_cast<std::size_t>(k)], -1) << "contact " << k << " stands twice";
        part[static_cast<std::size_t>(k)] = count;
      }
    }
  EXPECT_EQ(std::count(part.begin(), part.end(), -1), 0);
  return part;
}

TEST(Domains, CoupleNoTwoPartsOfAStage) {
  for (const auto& problem : {ring_problem(5000, 4, 1), tangled_problem(5000, 2, 2), box_problem(20, 20, 12, 1)}) {
    Domains domains;
    domains.find(problem.matrix, problem.contacts);
    EXPECT_GE(domains.stages(), 3);
    const auto part = parts_of(domains, problem.contacts.size());
    Index first = 0;
    for (Index stage = 0; stage < domains.stages(); ++stage) {
      const Index last = first + domains.parts(stage);
      for (Index k = 0; k < problem.contacts.size(); ++k)
        for (const Index l : problem.neighbours[static_cast<std::size_t>(k)]) {
          const Index mine = part[static_cast<std::size_t>(k)], its = part[static_cast<std::size_t>(l)];
          const bool in_stage = mine >= first && mine < last && its >= first && its < last;
          EXPECT_TRUE(!in_stage || mine == its) << k << ", " << l;
        }
      first = last;
    }
  }
}

// A box of 40 x 16 x 16: cut across its length, each half again; the first cut, a plane of 256, is cut by a line.
TEST(Domains, AreOfLikeSizeAndTheirCutsNarrow) {
  const auto problem = box_problem(40, 16, 16, 1);
  Domains domains;
  domains.find(problem.matrix, problem.contacts);
  ASSERT_EQ(domains.parts(0), 8);
  Index fewest = 1 << 30, most = 0;
  for (Index p = 0; p < 8; ++p) {
    const auto count = static_cast<Index>(domains.members(0, p).size());
    fewest = std::min(fewest, count);
    most = std::max(most, count);
  }
  EXPECT_LE(most, 3 * fewest);  // seen: 2.0
  const Index line = domains.stages() - 1, halves = line - 1;
  ASSERT_EQ(domains.parts(line), 1);
  ASSERT_EQ(domains.parts(halves), 2);
  EXPECT_LE(domains.members(line, 0).size(), 2U * 16);
  for (const Index half : {0, 1}) EXPECT_NEAR(static_cast<double>(domains.members(halves, half).size()), 120.0, 40.0);
  EXPECT_LE(domains.cut(), 0.3);
}

// A path: its first cut is one contact in the middle.
TEST(Domains, OfAPathAreItsHalves) {
  std::vector<std::vector<Index>> neighbours(2100);
  for (std::size_t k = 0; k + 1 < neighbours.size(); ++k) {
    neighbours[k].push_back(static_cast<Index>(k) + 1);
    neighbours[k + 1].insert(neighbours[k + 1].begin(), static_cast<Index>(k));
  }
  const auto problem = coupled_problem(std::move(neighbours), 2, 1);
  Domains domains;
  domains.find(problem.matrix, problem.contacts);
  ASSERT_EQ(domains.stages(), 2);
  ASSERT_EQ(domains.members(1, 0).size(), 1U);
  EXPECT_NEAR(static_cast<double>(domains.members(1, 0)[0]), 1050.0, 1.0);
  EXPECT_NEAR(domains.cut(), 1.0 / 2100.0, 1e-15);
}

TEST(Domains, OfStrangersNeedNoCuts) {
  const auto problem = coupled_problem(std::vector<std::vector<Index>>(4096), 1, 1);
  Domains domains;
  domains.find(problem.matrix, problem.contacts);
  parts_of(domains, 4096);
  ASSERT_EQ(domains.parts(0), 4);
  EXPECT_EQ(domains.cut(), 0.0);
  for (Index p = 0; p < 4; ++p) EXPECT_NEAR(static_cast<double>(domains.members(0, p).size()), 1024.0, 2.0);
}

TEST(Domains, OfFewOrNoContactsAreOne) {
  Domains domains;
  for (const Index contacts : {Index{0}, Index{1}, Index{2047}}) {
    const auto problem = ring_problem(contacts, 2, 1);
    domains.find(problem.matrix, problem.contacts);
    ASSERT_EQ(domains.stages(), contacts > 0 ? 1 : 0);
    if (contacts == 0) continue;
    ASSERT_EQ(domains.parts(0), 1);
    EXPECT_EQ(static_cast<Index>(domains.members(0, 0).size()), contacts);
  }
}

}  // namespace domains_test
}  // namespace percuss
