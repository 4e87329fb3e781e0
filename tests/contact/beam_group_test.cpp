// SPDX-License-Identifier: Apache-2.0
#include "contact/beam_group.hpp"

#include <map>
#include <string>

#include "core/sanitizer.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace beam_group_test {

constexpr SurfaceLaw rough{0.3, 0.4, 0.1};
constexpr double rounding = 1e-14;  // some eps of lengths of order 1

/// A beam of nodes that move freely, `dimension` rows of q and v each, from row `first` on.
BeamGroup::Beam loose_beam(Index dimension, Index first, Index nodes, double radius, int side = 0) {
  BeamGroup::Beam beam{"", {}, radius, side};
  for (Index i = 0; i < nodes; ++i)
    beam.nodes.push_back(Marker::translation(dimension, first + dimension * i, first + dimension * i, Vector3::Zero()));
  return beam;
}

/// Rows of a straight line of nodes from `from` to `to`.
Vector straight(Index dimension, Index nodes, const Vector3& from, const Vector3& to) {
  Vector q(dimension * nodes);
  for (Index i = 0; i < nodes; ++i) {
    const double s = static_cast<double>(i) / static_cast<double>(nodes - 1);
    q.segment(dimension * i, dimension) = ((1.0 - s) * from + s * to).head(dimension);
  }
  return q;
}

Vector stacked(const std::vector<Vector>& parts) {
  Vector all(0);
  for (const auto& part : parts) {
    all.conservativeResize(all.size() + part.size());
    all.tail(part.size()) = part;
  }
  return all;
}

Vector gaps_of(const ContactModel& model, const Vector& q) {
  Vector gap(model.size());
  model.gaps(0.0, q, gap);
  return gap;
}

std::vector<double> gaps_that_count(const ContactModel& model, const Vector& q) {
  std::vector<double> gaps;
  for (const double gap : gaps_of(model, q))
    if (gap < NearPairs::far) gaps.push_back(gap);
  return gaps;
}

/// Two beams of so many nodes in space, radii 0.1 and 0.2.
BeamGroup two_beams(Index one, Index two, const SurfaceLaw& law = rough, Index dimension = 3) {
  return BeamGroup("rods", {loose_beam(dimension, 0, one, 0.1), loose_beam(dimension, dimension * one, two, 0.2)}, law);
}

TEST(BeamGroup, CrossedRodsTouchWhereTheyCross) {
  const auto rods = two_beams(2, 2);
  EXPECT_EQ(rods.size(), 5);  // four nodes, one crossing
  const Vector q = stacked({straight(3, 2, {-1, 0, 0}, {3, 0, 0}), straight(3, 2, {0, -2, 0.5}, {0, 2, 0.5})});
  const Vector gap = gaps_of(rods, q);
  EXPECT_NEAR(gap[4], 0.5 - 0.3, rounding);
  for (Index k = 0; k < 4; ++k) EXPECT_EQ(gap[k], NearPairs::far) << "the rods are closer than at this node";
  EXPECT_EQ(rods.name(4), "rods.5");
  const auto place = rods.place(0.0, q, 4);
  EXPECT_NEAR((place->point - Vector3(0.0, 0.0, 0.3)).norm(), 0.0, rounding);
  EXPECT_NEAR((place->direction[0] - Vector3::UnitZ()).norm(), 0.0, rounding);
  ContactSet set;
  rods.evaluate(0.0, q, 12, std::vector<Index>{4}, set);
  EXPECT_EQ(set.start, (std::vector<Index>{0, 3}));
  Vector lift = Vector::Zero(12);
  lift[2] = lift[5] = -1.0;  // the first sinks by 1, the second rises by 2 at one end, which is 1 in the middle
  lift[8] = 2.0;
  EXPECT_NEAR(set.W.column_dot(0, lift), 2.0, rounding);
}

TEST(BeamGroup, RodsThatCrossAtTheirNodesHaveOneContact) {
  const auto rods = two_beams(3, 3);
  const Vector q = stacked({straight(3, 3, {-1, 0, 0}, {1, 0, 0}), straight(3, 3, {0, -1, 0.4}, {0, 1, 0.4})});
  const Vector gap = gaps_of(rods, q);
  EXPECT_NEAR(gap[1], 0.4 - 0.3, rounding) << "the middle node of the first";
  EXPECT_EQ(gap[4], NearPairs::far) << "the middle node of the second";
  EXPECT_EQ(gap[6], NearPairs::far) << "the crossing";
}

TEST(BeamGroup, RodsAlongEachOtherTouchAtTheirNodes) {
  const auto rods = two_beams(2, 2);
  Vector q = stacked({straight(3, 2, {0, 0, 0}, {2, 0, 0}), straight(3, 2, {0.5, 0, 0.4}, {2.5, 0, 0.4})});
  Vector gap = gaps_of(rods, q);
  EXPECT_NEAR(gap[1], 0.1, rounding);
  EXPECT_NEAR(gap[2], 0.1, rounding);
  EXPECT_EQ(gap[4], NearPairs::far);
  q[7] = -1e-4;  // hardly turned: nodes would not be 1e-6 R deeper
  q[10] = 1e-4;
  EXPECT_EQ(gaps_of(rods, q)[4], NearPairs::far);
  q[7] = -0.1;  // turned: they cross
  q[10] = 0.1;
  EXPECT_NEAR(gaps_of(rods, q)[4], 0.1, rounding);
}

TEST(BeamGroup, BeamsInThePlaneTouchAtNodesAlone) {
  const auto beams = two_beams(2, 3, rough, 2);
  EXPECT_EQ(beams.size(), 5);
  const Vector q = stacked({straight(2, 2, {0, 0, 0}, {2, 0, 0}), straight(2, 3, {0.5, 0.4, 0}, {2.5, 0.4, 0})});
  const Vector gap = gaps_of(beams, q);
  EXPECT_EQ(gap[0], NearPairs::far) << "the rods are closer than at this node";
  EXPECT_NEAR(gap[1], 0.1, rounding);
  EXPECT_NEAR(gap[2], 0.1, rounding);
  EXPECT_NEAR(gap[3], 0.1, rounding);
  EXPECT_EQ(gap[4], NearPairs::far) << "closest to the end of the first, whose contact it is";
  ContactSet set;
  beams.evaluate(0.0, q, 10, std::vector<Index>{1, 2}, set);
  EXPECT_EQ(set.start, (std::vector<Index>{0, 2, 4}));
}

// The first beam lies on the second over its end, its free end in the air: a hair's tilt must not take a support away.
TEST(BeamGroup, ABeamThatLiesOverAnEndRestsOnTwoPoints) {
  for (const Index dimension : {2, 3})
    for (const double tilt : {-1e-6, 0.0, 1e-6}) {
      const auto beams = two_beams(2, 2, rough, dimension);
      const Vector3 up = dimension == 3 ? Vector3::UnitZ() : Vector3::UnitY();
      const Vector q = stacked({straight(dimension, 2, (0.3 + tilt) * up - 0.5 * Vector3::UnitX(),
                                         (0.3 - tilt) * up + 0.5 * Vector3::UnitX()),
                                straight(dimension, 2, -Vector3::UnitX(), 0.1 * Vector3::UnitX())});
      const Vector gap = gaps_of(beams, q);
      EXPECT_NEAR(gap[0], tilt, 1e-9) << "its end on the other, " << dimension << "D, tilt " << tilt;
      EXPECT_NEAR(gap[3], -0.2 * tilt, 1e-9) << "the end of the other, " << dimension << "D, tilt " << tilt;
    }
}

/// The largest speed at which a contact that counts closes, while the second of two beams moves by v.
double closing_speed(const BeamGroup& rods, const Vector& q, Index first_row, const Vector3& v, Index dimension) {
  Vector rate(rods.size()), velocity = Vector::Zero(q.size());
  for (Index row = first_row; row < q.size(); row += dimension) velocity.segment(row, dimension) = v.head(dimension);
  rods.normal_velocities(0.0, q, velocity, rate);
  return -rate.minCoeff();
}

// A rod that slides across another, or with its end along it, meets no nodes: what closes, closes no faster than by
// near_node of the speed.
TEST(BeamGroup, NothingIsStruckByWhatSlidesAlong) {
  for (const Index dimension : {2, 3}) {
    const auto rods = two_beams(6, 4, rough, dimension);
    const Index first_row = dimension * 6;
    for (int i = 0; i <= 1000; ++i) {
      const double x = 0.002 * i;
      const Vector rail = straight(dimension, 6, {-0.5, 0, 0}, {2.5, 0, 0});
      const Vector across = dimension == 3 ? straight(3, 4, {x, -0.4, 0.3}, {x + 0.3, 0.6, 0.3})
                                           : straight(2, 4, {x, 0.3, 0}, {x + 0.3, 1.5, 0});
      const Vector q = stacked({rail, across});
      EXPECT_LE(closing_speed(rods, q, first_row, Vector3::UnitX(), dimension), 1e-5) << dimension << "D, x = " << x;
      EXPECT_LE(closing_speed(rods, q, first_row, -Vector3::UnitX(), dimension), 1e-5) << dimension << "D, x = " << x;
    }
  }
}

/// A rod of two nodes on a rigid body, along its x axis.
BeamGroup::Beam rod_on(const RandomBodies& bodies, const std::string& body, double radius) {
  return {body,
          {bodies.marker(body, {-1.0, 0.0, 0.0}), bodies.marker(body, {0.2, 0.0, 0.0}),
           bodies.marker(body, {1.0, 0.0, 0.0})},
          radius,
          0};
}

TEST(BeamGroup, HasTheDerivativesOfItsGapAndOfItsW) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBodies bodies(seed);
    for (const bool in_space : {false, true}) {
      const BeamGroup rods(
          "rods",
          {rod_on(bodies, in_space ? "stone" : "plate", 0.1), rod_on(bodies, in_space ? "brick" : "plank", 0.2)},
          rough);
      if (gaps_of(rods, bodies.state.q).minCoeff() < -0.299) continue;  // lines through each other have no normal
      expect_consistent_derivatives(rods, bodies);
      Vector rate(rods.size());
      rods.normal_velocities(0.0, bodies.state.q, bodies.state.v, rate);
      const Vector gap = gaps_of(rods, bodies.state.q);
      const Vector gamma = jacobian(rods, bodies.model.system.num_v(), bodies.state.q).transpose() * bodies.state.v;
      for (Index k = 0; k < rods.size(); ++k)
        EXPECT_NEAR(rate[k], gap[k] < NearPairs::far ? gamma[k * rods.num_rows(0)] : 0.0, 1e-13);
    }
  }
}

// The slip by its definition, and a force on one beam is the opposite of that on the other.
TEST(BeamGroup, TangentialRowsAreTheSlipOfTheSurfaces) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBodies bodies(seed);
    const auto &q = bodies.state.q, &v = bodies.state.v;
    const double r1 = 0.1, r2 = 0.2;
    const BeamGroup rods("rods", {rod_on(bodies, "stone", r1), rod_on(bodies, "brick", r2)}, rough);
    const Index k = rods.size() - 1;  // the crossing
    if (gaps_of(rods, q)[k] == NearPairs::far) continue;
    const auto place = rods.place(0.0, q, k);
    const Vector3 n = place->direction[0], on_second = place->point;
    const double gap = gaps_of(rods, q)[k];
    const Vector3 on_first = on_second - gap * n;
    const auto velocity_at = [&](const char* body, const Vector3& point) -> Vector3 {
      const auto origin = bodies.marker(body, Vector3::Zero());
      return origin.velocity(q, v) + origin.angular_velocity(q, v).cross(Vector3(point - origin.position(q)));
    };
    const Vector3 slip = velocity_at("brick", on_second) - velocity_at("stone", on_first);
    const Vector gamma = jacobian(rods, bodies.model.system.num_v(), q).rightCols(3).transpose() * v;
    for (std::size_t row = 0; row < 3; ++row)
      EXPECT_NEAR(gamma[static_cast<Index>(row)], slip.dot(place->direction[row]), 1e-13);
  }
}

TEST(BeamGroup, AndGearsOfParallelCylindersDoNotSlip) {
  Model model;
  model.add_body("one", "spatial",
                 spatial_body(1.0, {1, 1, 1}, {0, 0, 0}, Eigen::Quaterniond::Identity(), Vector3::Zero(), {2, 0, 0}));
  model.add_body(
      "two", "spatial",
      spatial_body(1.0, {1, 1, 1}, {0.1, 0, 0.3}, Eigen::Quaterniond::Identity(), Vector3::Zero(), {-1, 0, 0}));
  const auto rod = [&](const char* body, double radius) {
    const auto* const b = model.find_body(body);
    return BeamGroup::Beam{body, {b->marker(0, {-1, 0, 0}), b->marker(0, {1, 0, 0})}, radius, 0};
  };
  const BeamGroup rods("rods", {rod("one", 0.1), rod("two", 0.2)}, rough);
  const Vector gamma = jacobian(rods, 12, model.initial.q).transpose() * model.initial.v;
  EXPECT_NEAR(gamma.lpNorm<Eigen::Infinity>(), 0.0, rounding);
}

TEST(BeamGroup, SidesMeetTheOtherSideAlone) {
  const std::vector<BeamGroup::Beam> beams{loose_beam(3, 0, 2, 0.1, 1), loose_beam(3, 6, 2, 0.1, 1),
                                           loose_beam(3, 12, 2, 0.1, 2)};
  const BeamGroup group("g", beams, rough);
  Index taken = 0;
  for (Index k = 0; k < group.size(); ++k) taken += group.pairs()[k].is_free() ? 0 : 1;
  EXPECT_EQ(taken, 4 + 2 * 2 + 2);  // four nodes against the third, its two against both, two crossings
}

TEST(BeamGroup, RefusesWhatIsNoBeam) {
  EXPECT_THROW(BeamGroup("g", {loose_beam(3, 0, 1, 0.1)}, rough), std::invalid_argument);
  EXPECT_THROW(BeamGroup("g", {loose_beam(3, 0, 2, 0.0)}, rough), std::invalid_argument);
  EXPECT_THROW(BeamGroup("g", {loose_beam(1, 0, 2, 0.1)}, rough), std::invalid_argument);
  EXPECT_THROW(BeamGroup("g", {loose_beam(3, 0, 2, 0.1), loose_beam(2, 6, 2, 0.1)}, rough), std::invalid_argument);
  EXPECT_EQ(BeamGroup("g", {}, rough).size(), 0);
  EXPECT_EQ(BeamGroup("g", {loose_beam(3, 0, 2, 0.1)}, rough).size(), 0);
}

TEST(BeamGroup, LinesThroughEachOtherGetANormal) {
  for (const Index dimension : {2, 3}) {
    const auto rods = two_beams(2, 2, rough, dimension);
    const Vector q =
        stacked({straight(dimension, 2, {-1, 0, 0}, {1, 0, 0}), straight(dimension, 2, {0.5, -0.5, 0}, {0.5, 1, 0})});
    const Matrix W = jacobian(rods, q.size(), q);
    EXPECT_TRUE(W.allFinite());
    EXPECT_NEAR(gaps_of(rods, q).minCoeff(), -0.3, rounding);
    for (Index k = 0; k < rods.size(); ++k)
      if (const auto place = rods.place(0.0, q, k)) {
        EXPECT_NEAR(place->direction[0].norm(), 1.0, rounding);
      }
  }
}

/// The distance of two lines by all their segments.
double line_distance(const Vector& q, Index dimension, Index first, Index n, Index second, Index m) {
  const auto node = [&](Index first_row, Index i) {
    Vector3 x = Vector3::Zero();
    x.head(dimension) = q.segment(first_row + dimension * i, dimension);
    return x;
  };
  double best = 1e9;
  for (Index i = 0; i + 1 < n; ++i)
    for (Index j = 0; j + 1 < m; ++j) {
      const Vector3 a0 = node(first, i), a1 = node(first, i + 1), b0 = node(second, j), b1 = node(second, j + 1);
      const auto [s, t] = closest_of_segments(a0, a1, b0, b1);
      best = std::min(best, ((1.0 - t) * b0 + t * b1 - (1.0 - s) * a0 - s * a1).norm());
    }
  return best;
}

// Two beams never touch without a contact that tells it: the smallest gap of the slots of two beams is their distance,
// but for what crossings near a node and parallel ones leave to nodes, 1e-6 R.
TEST(BeamGroup, NoOverlapIsMissedThroughRandomMotions) {
  Index overlaps = 0, steps = 0, lists = 0;
  for (unsigned seed = 1; seed <= (PERCUSS_UNDER_SANITIZER ? 3 : 12); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Index dimension = seed % 3 == 0 ? 2 : 3, nodes = 2 + static_cast<Index>(seed % 4), beams = 24;
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vector = [&] {
      Vector3 x;
      for (double& xi : x) xi = number(random);
      return x;
    };
    std::vector<BeamGroup::Beam> all;
    std::vector<Vector> places, rates;
    for (Index b = 0; b < beams; ++b) {
      all.push_back(loose_beam(dimension, dimension * nodes * b, nodes, 0.01 * static_cast<double>(1 + b % 2)));
      const Vector3 from = (dimension == 2 ? 2.0 : 0.5) * vector();
      // Directions along the axes: many are parallel, and in space many cross at right angles.
      const Vector3 along = seed % 2 == 0 ? Vector3::Unit(b % dimension) : vector().normalized();
      places.push_back(straight(dimension, nodes, from, from + 0.5 * along));
      const Vector3 v = 0.2 * vector();
      rates.push_back(straight(dimension, nodes, v, v));
    }
    Vector q = stacked(places);
    const Vector v = stacked(rates);
    BeamGroup group("g", std::move(all), rough);
    const double h = 1e-3;
    for (int step = 0; step < 200; ++step, ++steps) {
      group.prepare(0.0, q, v, h);
      q += h * v;
      std::map<std::pair<Index, Index>, double> told;
      const Vector gap = gaps_of(group, q);
      for (Index k = 0; k < group.size(); ++k) {
        const auto& slot = group.pairs()[k];
        if (gap[k] == NearPairs::far) continue;
        Index a = slot.i < group.num_nodes() ? slot.i / nodes : slot.i - group.num_nodes();
        Index b = slot.j - group.num_nodes();
        if (a > b) std::swap(a, b);
        auto& least = told.try_emplace({a, b}, gap[k]).first->second;
        least = std::min(least, gap[k]);
      }
      for (Index a = 0; a < beams; ++a)
        for (Index b = a + 1; b < beams; ++b) {
          const double R = 0.02 + 0.01 * static_cast<double>(a % 2 + b % 2);
          const double own =
              line_distance(q, dimension, dimension * nodes * a, nodes, dimension * nodes * b, nodes) - R;
          if (own > 0.0) continue;
          ++overlaps;
          const auto found = told.find({a, b});
          ASSERT_NE(found, told.end()) << a << ", " << b << ": " << own;
          EXPECT_NEAR(found->second, own, 2e-6 * R) << a << ", " << b;
        }
    }
    lists += group.pairs().lists_made();
  }
  EXPECT_GT(overlaps, PERCUSS_UNDER_SANITIZER ? 100 : 1000) << "the test must have something to find";
  EXPECT_LT(lists, steps / 2) << "the list must not be made anew in every step";
}

// Beams that lie along each other, nearly parallel and bent a little, cross in several places: each has a contact.
TEST(BeamGroup, EveryPlaceWhereTwoBeamsCrossHasAContact) {
  int crossings = 0, several = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const Index n = 3 + static_cast<Index>(random() % 4), m = 3 + static_cast<Index>(random() % 4);
    Vector q = stacked({straight(3, n, {0, 0, 0}, {1, 0, 0}), straight(3, m, {0.02, 0, 0.03}, {0.98, 0.0, 0.03})});
    for (Index row = 0; row < q.size(); ++row) q[row] += (row % 3 == 2 ? 2e-5 : 0.002) * number(random);
    BeamGroup rods("rods", {loose_beam(3, 0, n, 0.01), loose_beam(3, 3 * n, m, 0.02)}, rough);
    rods.prepare(0.0, q, Vector::Zero(q.size()), 1e-3);
    const Vector gap = gaps_of(rods, q);
    int here = 0;
    for (Index i = 0; i + 1 < n; ++i)
      for (Index j = n; j + 1 < n + m; ++j) {
        const auto node = [&](Index k) -> Vector3 { return q.segment<3>(3 * k); };
        const auto [s, t] = closest_of_segments(node(i), node(i + 1), node(j), node(j + 1));
        if (std::min({s, t, 1.0 - s, 1.0 - t}) < 1e-4) continue;
        const Vector3 of_second = (1.0 - t) * node(j) + t * node(j + 1);
        ++here;
        bool found = false;
        for (Index k = 0; k < rods.size(); ++k)
          if (gap[k] < NearPairs::far) {
            const auto place = rods.place(0.0, q, k);
            found = found || (place->point + 0.02 * place->direction[0] - of_second).norm() < 1e-6;
          }
        EXPECT_TRUE(found) << i << ", " << j - n;
      }
    crossings += here;
    several += here > 1 ? 1 : 0;
  }
  EXPECT_GT(crossings, 300);
  EXPECT_GT(several, 50);
}

TEST(BeamGroup, BeamsThatCouldPassThroughEachOtherAreRefused) {
  auto rods = two_beams(2, 2);
  const Vector q = stacked({straight(3, 2, {-1, 0, 0}, {3, 0, 0}), straight(3, 2, {0, -2, 0.5}, {0, 2, 0.5})});
  Vector v = Vector::Zero(12);
  v[8] = v[11] = -1.0;
  rods.prepare(0.0, q, v, 0.34);  // gap 0.2 and half of R, 0.15
  EXPECT_NO_THROW(rods.check_forecast());
  EXPECT_FALSE(rods.may_have_passed(q + 0.34 * v));
  EXPECT_TRUE(rods.may_have_passed(q + 0.36 * v));
  rods.prepare(0.0, q, v, 0.36);
  EXPECT_THROW(rods.check_forecast(), std::runtime_error);
  v = -v;
  rods.prepare(0.0, q, v, 10.0);
  EXPECT_NO_THROW(rods.check_forecast());
}

TEST(BeamGroup, SaysWhichContactsAreThereOnlyAfterASearch) {
  std::vector<BeamGroup::Beam> beams;
  std::vector<Vector> places;
  for (Index b = 0; b < 10; ++b) {
    beams.push_back(loose_beam(3, 9 * b, 3, 0.1));
    const double z = static_cast<double>(b);
    places.push_back(straight(3, 3, {0, 0, z}, {1, 0, z}));
  }
  BeamGroup group("g", std::move(beams), rough);
  EXPECT_EQ(group.size(), 10 * 30 + 8 * 10);
  const Vector q = stacked(places), v = Vector::Zero(90);
  EXPECT_THROW(gaps_of(group, q), std::logic_error);
  group.prepare(0.0, q, v, 1e-3);
  EXPECT_TRUE(gaps_that_count(group, q).empty());
  ContactSet set;
  group.evaluate(0.0, q, 90, std::vector<Index>{0}, set);
  EXPECT_EQ(set.rows(), 3);
  EXPECT_EQ(set.W.non_zeros(), 0);
  EXPECT_FALSE(group.place(0.0, q, 0));
}

}  // namespace beam_group_test
}  // namespace percuss
