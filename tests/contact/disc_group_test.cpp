// SPDX-License-Identifier: Apache-2.0
#include "contact/disc_group.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>

#include "core/sanitizer.hpp"
#include "model/disc.hpp"

namespace percuss {
namespace disc_group_test {

constexpr SurfaceLaw rough{0.3, 0.4, 0.1};

/// n discs with rows one after the other, as a group has them.
std::vector<Disc> discs_of(const std::vector<double>& radius) {
  std::vector<Disc> discs;
  for (std::size_t i = 0; i < radius.size(); ++i)
    discs.push_back({static_cast<Index>(3 * i), static_cast<Index>(3 * i), radius[i]});
  return discs;
}

DiscGroup pair_of(double r1, double r2, const SurfaceLaw& law = rough) {
  return DiscGroup("pair", discs_of({r1, r2}), law);
}

/// Bodies for the rows: their mass does not matter here.
MechanicalSystem system_of(Index discs) {
  MechanicalSystem system;
  auto built = build_discs(std::vector<DiscAtStart>(static_cast<std::size_t>(discs), {1.0, 1.0, {}, {}}));
  for (auto& body : built.bodies) system.add(std::move(body));
  return system;
}

Vector random_vector(Index n, std::mt19937& random, double low = -1.0, double high = 1.0) {
  std::uniform_real_distribution<double> number(low, high);
  Vector x(n);
  for (auto& xi : x) xi = number(random);
  return x;
}

Vector gaps_of(const ContactModel& model, const Vector& q) {
  Vector gap(model.size());
  model.gaps(0.0, q, gap);
  return gap;
}

const std::vector<Index> only{0};

TEST(DiscGroup, GapOfTwoDiscsIsTheDistanceOfTheirEdges) {
  const auto pair = pair_of(0.5, 1.0);
  EXPECT_EQ(pair.size(), 1);
  EXPECT_EQ(pair.name(0), "pair");
  Vector q(6);
  q << 1.0, 1.0, 0.3, 4.0, 5.0, -0.2;
  EXPECT_EQ(gaps_of(pair, q)[0], 5.0 - 1.5);
  q << 1.0, 1.0, 0.3, 1.6, 1.8, -0.2;
  EXPECT_NEAR(gaps_of(pair, q)[0], 1.0 - 1.5, 1e-15);
}

// Two gears in mesh turn against each other, with speeds as the inverse radii.
TEST(DiscGroup, DiscsThatRollOnEachOtherDoNotSlip) {
  const auto pair = pair_of(0.5, 1.0);
  Vector q(6), v(6);
  q << 0.0, 0.0, 0.0, 0.9, 1.2, 0.0;
  v << 0.0, 0.0, 2.0, 0.0, 0.0, -1.0;
  ContactSet set;
  pair.evaluate(0.0, q, 6, only, set);
  EXPECT_NEAR(set.W.column_dot(1, v), 0.0, 1e-15);
  EXPECT_EQ(set.W.column_dot(0, v), 0.0);
  v << 0.0, 0.0, 2.0, 0.0, 0.0, 1.0;  // the same sense: the edges rub with the sum of their speeds, against t
  EXPECT_NEAR(set.W.column_dot(1, v), -2.0, 1e-15);
}

TEST(DiscGroup, NormalRowIsTheGradientOfTheGap) {
  std::mt19937 random(3);
  const auto pair = pair_of(0.5, 1.0);
  const double s = 1e-6;
  for (int round = 0; round < 20; ++round) {
    const Vector q = random_vector(6, random), v = random_vector(6, random);
    Vector rate(1);
    pair.normal_velocities(0.0, q, v, rate);
    const double difference = (gaps_of(pair, q + s * v)[0] - gaps_of(pair, q - s * v)[0]) / (2.0 * s);
    EXPECT_NEAR(rate[0], difference, 1e-8);  // s^2 and eps/s, centres may be 0.1 m apart
    ContactSet set;
    pair.evaluate(0.0, q, 6, only, set);
    EXPECT_NEAR(set.W.column_dot(0, v), rate[0], 1e-14);
  }
}

// The slip by its definition: velocities of the material points at x_i + r_i n and x_j - r_j n.
TEST(DiscGroup, TangentialRowIsTheSlipOfThePointsAtTheContact) {
  std::mt19937 random(4);
  const double r1 = 0.5, r2 = 1.0;
  const auto pair = pair_of(r1, r2);
  for (int round = 0; round < 20; ++round) {
    const Vector q = random_vector(6, random), v = random_vector(6, random);
    const Eigen::Vector2d n = (q.segment<2>(3) - q.segment<2>(0)).normalized(), t(-n[1], n[0]);
    const auto turned = [](double omega, const Eigen::Vector2d& arm) {
      return Eigen::Vector2d(-omega * arm[1], omega * arm[0]);
    };
    const Eigen::Vector2d one = v.segment<2>(0) + turned(v[2], r1 * n), two = v.segment<2>(3) + turned(v[5], -r2 * n);
    ContactSet set;
    pair.evaluate(0.0, q, 6, only, set);
    EXPECT_NEAR(set.W.column_dot(1, v), t.dot(two - one), 1e-14);
  }
}

TEST(DiscGroup, VelocityBiasAndCurvatureAreThoseOfDifferences) {
  std::mt19937 random(5);
  const auto system = system_of(2);
  for (const double friction : {0.0, 0.3}) {
    const auto pair = pair_of(0.5, 1.0, {friction, 0.0, 0.0});
    const Index rows = pair.num_rows(0);
    for (int round = 0; round < 20; ++round) {
      const Vector q = random_vector(6, random), v = random_vector(6, random), lambda = random_vector(rows, random);
      Vector exact(rows), difference(rows);
      pair.velocity_bias(system, 0.0, q, v, only, 0, exact);
      pair.ContactModel::velocity_bias(system, 0.0, q, v, only, 0, difference);
      const double distance = (q.segment<2>(3) - q.segment<2>(0)).norm();
      // Central differences with a step of 6e-6: their error goes with the fourth power of 1/distance.
      const double tolerance = 1e-8 * (1.0 + std::pow(distance, -4.0));
      EXPECT_NEAR((exact - difference).norm(), 0.0, tolerance);
      std::vector<Eigen::Triplet<double>> a, b;
      pair.curvature(system, 0.0, q, only, 0, lambda, a);
      pair.ContactModel::curvature(system, 0.0, q, only, 0, lambda, b);
      SparseMatrix A(6, 6), B(6, 6);
      A.setFromTriplets(a.begin(), a.end());
      B.setFromTriplets(b.begin(), b.end());
      EXPECT_NEAR((Matrix(A) - Matrix(B)).norm(), 0.0, tolerance);
    }
  }
}

TEST(DiscGroup, DiscsWithOneCentreArePushedApartAlongX) {
  const auto pair = pair_of(0.5, 1.0);
  const auto system = system_of(2);
  const Vector q = Vector::Ones(6), v = Vector::LinSpaced(6, 1.0, 6.0);
  EXPECT_EQ(gaps_of(pair, q)[0], -1.5);
  ContactSet set;
  pair.evaluate(0.0, q, 6, only, set);
  EXPECT_EQ(set.W.column_dot(0, Vector::Unit(6, 3)), 1.0);
  EXPECT_EQ(set.W.column_dot(0, Vector::Unit(6, 0)), -1.0);
  EXPECT_EQ(set.W.column_dot(1, Vector::Unit(6, 4)), 1.0);
  Vector bias(2), rate(1);
  pair.velocity_bias(system, 0.0, q, v, only, 0, bias);
  EXPECT_EQ(bias, Vector::Zero(2));
  pair.normal_velocities(0.0, q, v, rate);
  EXPECT_EQ(rate[0], 3.0);
  std::vector<Eigen::Triplet<double>> entries;
  pair.curvature(system, 0.0, q, only, 0, Vector::Ones(2), entries);
  for (const auto& entry : entries) EXPECT_EQ(entry.value(), 0.0);
}

TEST(DiscGroup, FewDiscsHaveASlotForEachPairManyHaveThreeSlotsEach) {
  const SurfaceLaw law;
  EXPECT_EQ(DiscGroup("g", discs_of(std::vector<double>(7, 1.0)), law).size(), 21);
  EXPECT_EQ(DiscGroup("g", discs_of(std::vector<double>(8, 1.0)), law).size(), 24);
  const DiscGroup many("g", discs_of(std::vector<double>(100, 1.0)), law);
  EXPECT_EQ(many.size(), 300);
  EXPECT_EQ(many.name(0), "g.1");
  EXPECT_EQ(many.name(299), "g.300");
  EXPECT_THROW(DiscGroup("g", discs_of({1.0, 0.0}), law), std::invalid_argument);
}

TEST(DiscGroup, AFreeSlotIsFarAndActsOnNobody) {
  DiscGroup group("g", discs_of(std::vector<double>(8, 0.1)), rough);
  Vector q = Vector::Zero(24), v = Vector::Ones(24);
  for (Index i = 0; i < 8; ++i) q[3 * i] = static_cast<double>(i);
  group.prepare(0.0, q, v, 1e-3);
  EXPECT_EQ(gaps_of(group, q), Vector::Constant(24, DiscGroup::far));
  Vector rate(24);
  group.normal_velocities(0.0, q, v, rate);
  EXPECT_EQ(rate, Vector::Zero(24));
  ContactSet set;
  group.evaluate(0.0, q, 24, only, set);
  EXPECT_EQ(set.rows(), 2);
  EXPECT_EQ(set.W.non_zeros(), 0);
}

/// What must hold after every step: each overlap is the gap of one slot, and every slot tells its pair's gap.
void expect_every_overlap_in_one_slot(const DiscGroup& group, const std::vector<Disc>& discs, const Vector& q,
                                      const std::string& where) {
  const Vector gap = gaps_of(group, q);
  std::map<std::pair<Index, Index>, double> seen;
  for (Index k = 0; k < group.size(); ++k)
    if (!group.pair(k).is_free()) seen[{group.pair(k).i, group.pair(k).j}] = gap[k];
  for (std::size_t i = 0; i < discs.size(); ++i)
    for (std::size_t j = i + 1; j < discs.size(); ++j) {
      const double own =
          (q.segment<2>(discs[j].q) - q.segment<2>(discs[i].q)).norm() - discs[i].radius - discs[j].radius;
      const auto slot = seen.find({static_cast<Index>(i), static_cast<Index>(j)});
      if (own <= 0.0) {
        ASSERT_NE(slot, seen.end()) << where << ": pair " << i << ", " << j << " with gap " << own << " has no slot";
      }
      if (slot != seen.end()) {
        EXPECT_NEAR(slot->second, own, 1e-15) << where;
      }
    }
}

TEST(DiscGroup, NoOverlapIsMissedThroughRandomMotions) {
  Index lists = 0, overlaps = 0, steps = 0;
  for (unsigned seed = 1; seed <= (PERCUSS_UNDER_SANITIZER ? 4 : 12); ++seed) {
    std::mt19937 random(seed);
    const Index n = 30 + static_cast<Index>(random() % 30);
    std::uniform_real_distribution<double> size(0.02, 0.04);
    std::vector<double> radius(static_cast<std::size_t>(n));
    for (auto& r : radius) r = seed % 2 == 0 ? 0.03 : size(random);
    const auto discs = discs_of(radius);
    DiscGroup group("g", discs, rough);
    Vector q = random_vector(3 * n, random), v = random_vector(3 * n, random);
    const double h = seed % 4 == 0 ? 0.05 : 2e-4;  // 0.05: a disc crosses its own width in a step
    for (int step = 0; step < 200; ++step, ++steps) {
      group.prepare(0.0, q, v, h);
      const auto where = "seed " + std::to_string(seed) + ", step " + std::to_string(step);
      expect_every_overlap_in_one_slot(group, discs, q, where);
      const Vector w = v + 0.5 * random_vector(3 * n, random);  // the velocity changes during the step
      q += 0.5 * h * (v + w);
      v = w.cwiseMin(1.5).cwiseMax(-1.5);
      expect_every_overlap_in_one_slot(group, discs, q, where + ", end");
      overlaps += (gaps_of(group, q).array() <= 0.0).count();
      if (HasFatalFailure()) return;
    }
    lists += group.lists_made();
  }
  EXPECT_GT(overlaps, PERCUSS_UNDER_SANITIZER ? 100 : 1000) << "the test must have something to find";
  EXPECT_LT(lists, steps / 2) << "the list must not be made anew in every step";
}

TEST(DiscGroup, APairKeepsItsSlotWhileItStaysNear) {
  std::mt19937 random(9);
  const Index n = 60;
  DiscGroup group("g", discs_of(std::vector<double>(static_cast<std::size_t>(n), 0.05)), rough);
  Vector q = random_vector(3 * n, random), v = random_vector(3 * n, random);
  std::map<std::pair<Index, Index>, Index> before;
  Vector gap = Vector::Constant(group.size(), DiscGroup::far);
  Index kept = 0, lists = 0;
  for (int step = 0; step < 500; ++step) {
    std::map<std::pair<Index, Index>, Index> slot_of_closed;
    for (Index k = 0; k < group.size(); ++k)
      if (gap[k] <= 0.0) slot_of_closed[{group.pair(k).i, group.pair(k).j}] = k;
    group.prepare(0.0, q, v, 1e-3);
    for (const auto& [pair, k] : slot_of_closed) {
      EXPECT_EQ(group.pair(k).i, pair.first) << "a closed pair has lost its slot";
      EXPECT_EQ(group.pair(k).j, pair.second);
      kept += group.lists_made() > lists ? 1 : 0;
    }
    lists = group.lists_made();
    q += 1e-3 * v;
    v += 0.2 * random_vector(3 * n, random);
    gap = gaps_of(group, q);
  }
  EXPECT_GT(lists, 5);
  EXPECT_GT(kept, 50) << "closed pairs must have lived through new lists";
}

// Eight discs in a row that fly far in a step: all 28 pairs count as near, 24 have slots, the nearest.
TEST(DiscGroup, TooManyNearPairsShrinkTheSkin) {
  DiscGroup group("g", discs_of(std::vector<double>(8, 0.1)), rough);
  Vector q = Vector::Zero(24), v = Vector::Zero(24);
  for (Index i = 0; i < 8; ++i) q[3 * i] = 0.3 * static_cast<double>(i);
  v[0] = 1.0;
  group.prepare(0.0, q, v, 0.42);  // travel: twice 0.42 m
  EXPECT_NEAR(group.skin(), 5 * 0.3 - 0.2, 1e-15);
  double widest = 0.0;
  for (Index k = 0; k < group.size(); ++k) {
    ASSERT_FALSE(group.pair(k).is_free());
    widest = std::max(widest, gaps_of(group, q)[k]);
  }
  EXPECT_NEAR(widest, 5 * 0.3 - 0.2, 1e-15);
}

TEST(DiscGroup, DiscsThatFlyFastSideBySideStayApart) {
  DiscGroup group("g", discs_of(std::vector<double>(8, 0.1)), rough);
  Vector q = Vector::Zero(24), v = Vector::Zero(24);
  for (Index i = 0; i < 8; ++i) {
    q[3 * i] = 0.3 * static_cast<double>(i);
    v[3 * i + 1] = 100.0;
  }
  EXPECT_NO_THROW(group.prepare(0.0, q, v, 1.0));
  const Index lists = group.lists_made();
  group.prepare(0.0, q, v, 1.0);
  EXPECT_EQ(group.lists_made(), lists + 1) << "such a list is for one step";
  for (Index i = 0; i < 8; ++i) v[3 * i] = -10.0 * static_cast<double>(i);  // now they may all meet
  const auto before = gaps_of(group, q);
  EXPECT_THROW(group.prepare(0.0, q, v, 1.0), std::runtime_error);
  EXPECT_EQ(gaps_of(group, q), before) << "the state before can still be looked at";
  EXPECT_NO_THROW(group.prepare(0.0, q, v, 1e-3));
}

// Radii of 0.5 m together, a gap of 0.1 m: a step of 0.36 m ends deeper than half of that.
TEST(DiscGroup, DiscsThatWouldGoThroughEachOtherAreTold) {
  auto pair = pair_of(0.3, 0.2);
  Vector q(6), v = Vector::Zero(6);
  q << 0.0, 0.0, 0.0, 0.6, 0.0, 0.0;
  v[0] = 1.0;
  pair.prepare(0.0, q, v, 0.34);
  EXPECT_NO_THROW(pair.check_forecast());
  EXPECT_FALSE(pair.may_have_passed(q + 0.34 * v));
  EXPECT_TRUE(pair.may_have_passed(q + 0.36 * v)) << "what made it faster does not matter";
  EXPECT_TRUE(pair.may_have_passed(q + 10.0 * v));
  pair.prepare(0.0, q, v, 0.36);
  EXPECT_THROW(pair.check_forecast(), std::runtime_error);
  v[3] = 1.0;  // side by side
  pair.prepare(0.0, q, v, 10.0);
  EXPECT_NO_THROW(pair.check_forecast());
}

TEST(DiscGroup, AMissThatLooksLikeAHitIsTold) {
  auto pair = pair_of(0.3, 0.2);
  Vector q(6), v = Vector::Zero(6);
  q << 0.0, 0.0, 0.0, 2.0, 0.6, 0.0;
  v[0] = 1.0;
  pair.prepare(0.0, q, v, 2.0);
  EXPECT_THROW(pair.check_forecast(), std::runtime_error);
  EXPECT_FALSE(pair.may_have_passed(q + 2.0 * v)) << "nothing was passed through";
}

// The list holds pairs that may meet at twice the velocities; a disc at rest that forces move across two others within
// the step meets what nobody looked for.
TEST(DiscGroup, DiscsThatGoFartherThanTheListLooksAreTold) {
  std::vector<double> radius(30, 0.1);
  DiscGroup group("g", discs_of(radius), rough);
  Vector q = Vector::Zero(90), v = Vector::Zero(90);
  for (Index i = 0; i < 30; ++i) q[3 * i] = 1.0 * static_cast<double>(i);
  group.prepare(0.0, q, v, 0.1);
  Vector moved = q;
  moved[1] = 0.04;  // skin/2 = 0.025 and a quarter of the radius
  EXPECT_FALSE(group.may_have_passed(moved));
  moved[1] = 0.06;
  EXPECT_TRUE(group.may_have_passed(moved));
}

TEST(DiscGroup, OverlapsThatCannotAllBeKeptAreToldNotSkipped) {
  DiscGroup group("g", discs_of(std::vector<double>(12, 1.0)), rough);
  std::mt19937 random(1);
  const Vector q = 0.01 * random_vector(36, random);  // 66 overlaps, 36 slots
  EXPECT_THROW(group.prepare(0.0, q, Vector::Zero(36), 1e-3), std::runtime_error);
  EXPECT_THROW(gaps_of(group, q), std::logic_error);  // there is no list
}

}  // namespace disc_group_test
}  // namespace percuss
