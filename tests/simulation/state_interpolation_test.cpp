// SPDX-License-Identifier: Apache-2.0
#include "simulation/state_interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/rigid_bodies.hpp"
#include "tests/simulation/motion_of_a_point.hpp"

namespace percuss {
namespace {

using test::MotionOfAPoint;

/// By hand, q = 1 + t^2 (1 - t) and its slope between (0, v = 0) and (1, v = -1).
TEST(StateInterpolation, OfTwoEndsIsHermitesCubic) {
  const MotionOfAPoint point;
  StateInterpolation nodes(point.system(), 1);
  EXPECT_TRUE(nodes.is_empty());
  nodes.begin({0.0, Vector::Constant(1, 1.0), Vector::Constant(1, 0.0)});
  nodes.add({1.0, Vector::Constant(1, 1.0), Vector::Constant(1, -1.0)});
  State found;
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    nodes.at(t, 1, found);
    EXPECT_EQ(found.t, t);
    EXPECT_NEAR(found.q[0], 1.0 + t * t * (1.0 - t), 3e-16);
    EXPECT_NEAR(found.v[0], t * (2.0 - 3.0 * t), 1e-15);
  }
}

/// At rest at both ends of a step, and not between them.
TEST(StateInterpolation, RestsAtBothEnds) {
  const MotionOfAPoint point;
  StateInterpolation nodes(point.system(), 4);
  nodes.begin({0.0, Vector::Constant(1, 0.0), Vector::Constant(1, 0.0)});
  nodes.add({1.0, Vector::Constant(1, 1.0), Vector::Constant(1, 1e-17)});
  State found;
  nodes.at(0.5, 4, found);
  EXPECT_NEAR(found.v[0], 1.5, 1e-15);
}

/// Six steps of sin(t), halved: errors fall by 2^p at least for steps that are extrapolated to the order p, up to
/// round-off, and those of a scheme's own steps as a cubic's.
TEST(StateInterpolation, IsOfTheOrderOfTheSteps) {
  const MotionOfAPoint point;
  for (Index order = 1; order <= 6; ++order) {
    double errors[2][2];
    for (int halved = 0; halved < 2; ++halved) {
      const double h = halved == 0 ? 0.2 : 0.1;
      StateInterpolation nodes(point.system(), order);
      nodes.begin(point.at(0.0));
      for (int i = 1; i <= 12; ++i) nodes.add(point.at(i * h));
      State found;
      double off_q = 0.0, off_v = 0.0;
      for (const double share : {0.2, 0.5, 0.8}) {
        const double t = (11.0 + share) * h;
        nodes.at(t, order, found);
        off_q = std::max(off_q, std::abs(found.q[0] - point.at(t).q[0]));
        off_v = std::max(off_v, std::abs(found.v[0] - point.at(t).v[0]));
      }
      errors[halved][0] = off_q;
      errors[halved][1] = off_v;
    }
    for (int part = 0; part < 2; ++part) {
      const double fallen = errors[0][part] / std::max(errors[1][part], 1e-14);
      EXPECT_TRUE(fallen > 0.8 * std::pow(2.0, std::max<Index>(order, 2)) || errors[0][part] < 1e-12)
          << order << (part == 0 ? " q " : " v ") << errors[0][part] << " " << errors[1][part];
    }
  }
}

/// Steps that double from 1e-8 s, behind a cluster of small ones whose ends are off by 1e-15: no polynomial amplifies
/// that in positions by more than a hundred. Velocities are slopes where 16 units of round-off over the step are below
/// 1e-10 of them; these are five units, which the polynomials amplify tenfold.
TEST(StateInterpolation, SmallStepsBeforeALargeOneAreHarmless) {
  const MotionOfAPoint point;
  StateInterpolation nodes(point.system(), 6);
  nodes.begin(point.at(0.0));
  double t = 0.0;
  State found;
  for (int i = 0; i < 40; ++i) {
    const double h = i < 10 ? 1e-8 : std::min(std::ldexp(1.1e-7, i - 10), 0.05);
    auto end = point.at(t += h);
    end.q[0] += i % 2 == 0 ? 1e-15 : -1e-15;
    end.v[0] += i % 3 == 0 ? 1e-15 : -1e-15;
    nodes.add(end);
    const double middle = t - 0.5 * h;
    nodes.at(middle, 6, found);
    EXPECT_NEAR(found.q[0], point.at(middle).q[0], 1e-13) << i;
    EXPECT_NEAR(found.v[0], point.at(middle).v[0], 1e-9 + 0.1 * std::pow(h, 5)) << i;
  }
}

/// Nothing before `begin` counts: a velocity that jumps there is none that bends.
TEST(StateInterpolation, BeginsAnew) {
  const MotionOfAPoint point;
  StateInterpolation nodes(point.system(), 4);
  nodes.begin(point.at(0.0));
  for (int i = 1; i < 5; ++i) nodes.add(point.at(0.1 * i));
  nodes.begin({1.0, Vector::Constant(1, 2.0), Vector::Constant(1, -3.0)});
  nodes.add({2.0, Vector::Constant(1, -1.0), Vector::Constant(1, -3.0)});
  State found;
  nodes.at(1.5, 4, found);
  EXPECT_NEAR(found.q[0], 0.5, 1e-15);
  EXPECT_NEAR(found.v[0], -3.0, 1e-15);
}

/// A body that turns about a fixed axis: quaternions stay of unit length and on the great circle.
TEST(StateInterpolation, OfRotations) {
  Model model;
  model.add_body("top", "spatial", spatial_body(1.0, {1.0, 1.0, 1.0}, Vector3::Zero()));
  const double omega = 3.0;
  const auto at = [&](double t) {
    auto state = model.initial;
    state.t = t;
    state.v.setZero();
    state.v[5] = omega;
    state.q.tail(4) << std::cos(0.5 * omega * t), 0.0, 0.0, std::sin(0.5 * omega * t);
    return state;
  };
  StateInterpolation nodes(model.system, 6);
  nodes.begin(at(0.0));
  for (int i = 1; i <= 10; ++i) nodes.add(at(0.05 * i));
  State found;
  for (const double t : {0.46, 0.475, 0.49}) {
    nodes.at(t, 6, found);
    // Of the eighth order: (omega/2)^10 h^10 / 10! times some distances, and the differences' round-off.
    EXPECT_LT((found.q - at(t).q).lpNorm<Eigen::Infinity>(), 2e-13) << t;
    EXPECT_NEAR(found.q.tail(4).norm(), 1.0, 1e-15);
    EXPECT_NEAR(found.v[5], omega, 1e-13);
  }
}

/// What is restored gives the same numbers, to the bit.
TEST(StateInterpolation, IsWalked) {
  const MotionOfAPoint point;
  StateInterpolation nodes(point.system(), 3), other(point.system(), 3);
  nodes.begin(point.at(0.0));
  for (int i = 1; i <= 5; ++i) nodes.add(point.at(0.1 * i));
  MemoryImage image;
  auto save = MemoryWalk::saving(image);
  nodes.walk_memory(save);
  auto restore = MemoryWalk::restoring(image);
  other.walk_memory(restore);
  for (auto* one : {&nodes, &other}) one->add(point.at(0.61));
  State found, again;
  nodes.at(0.57, 3, found);
  other.at(0.57, 3, again);
  EXPECT_EQ(found.q, again.q);
  EXPECT_EQ(found.v, again.v);
}

}  // namespace
}  // namespace percuss
