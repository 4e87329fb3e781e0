// SPDX-License-Identifier: Apache-2.0
// Random stacks of crates in space on a slope: four corners each, contacts of three rows, crates turned against each
// other. The reference is Newton's and Euler's laws: the stack rests, or slides down as one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/point_face.hpp"
#include "model/rigid_body.hpp"
#include "scheme/moreau_midpoint.hpp"

namespace percuss::verification {

namespace random_crates_test {

constexpr double g = 9.81;

struct Crate {
  Vector3 half, centre;  // z off the slope
  double turn, mass;
  double friction = 0.0;  // on what lies below
};

/// The slope is the plane z = 0, weight pulls aslant.
struct Crates {
  Vector3 weight = Vector3::Zero();        // per mass [m/s^2]
  Vector3 acceleration = Vector3::Zero();  // of all of them; zero: they rest
  std::vector<Crate> crates;
};

/// Where the resultant of weight and inertia of crate i and all above meets the base of crate i.
Vector3 centre_of_pressure(const Crates& stack, std::size_t i) {
  const Vector3 pull = stack.weight - stack.acceleration;
  Vector3 centre = Vector3::Zero();
  double mass = 0.0;
  for (std::size_t k = i; k < stack.crates.size(); ++k) {
    centre += stack.crates[k].mass * stack.crates[k].centre;
    mass += stack.crates[k].mass;
  }
  centre /= mass;
  return centre + (centre[2] - stack.crates[i].centre[2] + stack.crates[i].half[2]) / -pull[2] * pull;
}

/// Crates that do not tip, with at least 10 % to spare, by trial. Odd seeds rest, even ones slide.
Crates random_crates(unsigned seed) {
  std::mt19937 random(seed);
  const auto between = [&random](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  for (;;) {
    Crates stack;
    const double slope = between(0.05, 0.4), towards = between(0.0, 2.0 * M_PI);
    const Vector3 down(std::cos(towards), std::sin(towards), 0.0);
    stack.weight = g * (std::sin(slope) * down - std::cos(slope) * Vector3::UnitZ());
    const double friction = std::tan(slope) * between(0.2, 0.95);
    if (seed % 2 == 0) stack.acceleration = g * (std::sin(slope) - friction * std::cos(slope)) * down;
    const double share = (stack.weight - stack.acceleration).dot(down) / -stack.weight[2];  // tangential over normal
    stack.crates.resize(static_cast<std::size_t>(between(1.0, 4.999)));
    double top = 0.0;
    bool stands = true;
    for (auto& crate : stack.crates) {
      crate.half = {between(0.2, 1.0), between(0.2, 1.0), between(0.05, 0.2)};
      crate.centre = {between(-0.2, 0.2), between(-0.2, 0.2), top + crate.half[2]};
      crate.turn = between(-3.0, 3.0);
      crate.mass = std::exp(between(-2.0, 2.0));
      crate.friction = share / (&crate == stack.crates.data() && seed % 2 == 0 ? 1.0 : between(0.1, 0.9));
      top += 2.0 * crate.half[2];
    }
    for (std::size_t i = 0; i < stack.crates.size(); ++i) {
      const auto& crate = stack.crates[i];
      const Vector3 arm =
          Eigen::AngleAxisd(-crate.turn, Vector3::UnitZ()) * Vector3(centre_of_pressure(stack, i) - crate.centre);
      stands = stands && std::abs(arm[0]) < 0.9 * crate.half[0] && std::abs(arm[1]) < 0.9 * crate.half[1];
    }
    if (stands) return stack;
  }
}

std::vector<double> list(const Vector3& x) { return {x[0], x[1], x[2]}; }

void add_corners(Model& model, const Crates& stack, std::size_t i) {
  constexpr double proud = 1e-10;  // of corners, so that round-off opens no gap
  const auto& crate = stack.crates[i];
  for (int corner = 0; corner < 4; ++corner) {
    const auto name = fmt::format("corner{}.{}", i, corner);
    const Vector3 point(corner % 2 == 0 ? crate.half[0] : -crate.half[0], corner < 2 ? crate.half[1] : -crate.half[1],
                        -crate.half[2] - proud);
    if (i == 0) {
      NodeWallOptions ground;
      ground.body = "crate0";
      ground.point = list(point);
      ground.normal = {0.0, 0.0, 1.0};
      ground.friction = crate.friction;
      add_node_wall(model, name, ground);
    } else {
      PointFaceOptions on;
      on.body = fmt::format("crate{}", i);
      on.point = list(point);
      on.other = fmt::format("crate{}", i - 1);
      on.face = {0.0, 0.0, stack.crates[i - 1].half[2]};
      on.normal = {0.0, 0.0, 1.0};
      on.friction = crate.friction;
      add_point_face(model, name, on);
    }
  }
}

std::unique_ptr<Model> model_of(const Crates& stack) {
  auto model = std::make_unique<Model>();
  for (std::size_t i = 0; i < stack.crates.size(); ++i) {
    const auto& crate = stack.crates[i];
    const Vector3 squares = crate.half.cwiseAbs2();
    RigidBodyOptions box;
    box.mass = crate.mass;
    box.inertia = list(crate.mass / 3.0 * (squares.sum() * Vector3::Ones() - squares));
    box.position = list(crate.centre);
    box.orientation = {0.0, 0.0, crate.turn};
    model->add_body(fmt::format("crate{}", i), "rigid_body", make_rigid_body(box));
    add_corners(*model, stack, i);
  }
  GravityOptions weight;
  weight.acceleration = list(stack.weight);
  add_gravity(*model, weight);
  return model;
}

TEST(RandomCrates, RestOrSlideAsOne) {
  constexpr double h = 1e-3;
  constexpr int steps = 20;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const auto stack = random_crates(seed);
    const auto model = model_of(stack);
    MoreauMidpoint scheme(model->system, model->contacts, SolverSet{});
    State state = model->initial;
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(scheme.step(h, state).ok()) << "seed " << seed;
    const Vector way = state.q - model->initial.q;
    const Vector3 slid = 0.5 * (steps * h) * (steps * h) * stack.acceleration;
    // At rest some 1e-14 m/s of the solver; sliding corners are 1e-10 m proud of their face.
    const double tolerance = seed % 2 == 0 ? 1e-9 : 1e-13;
    for (std::size_t i = 0; i < stack.crates.size(); ++i) {
      const auto first = 7 * static_cast<Index>(i);
      EXPECT_LT((way.segment<3>(first) - slid).norm(), tolerance) << "seed " << seed << ", crate " << i;
      EXPECT_LT(way.segment<4>(first + 3).norm(), tolerance) << "seed " << seed << ", crate " << i;
    }
  }
}

}  // namespace random_crates_test
}  // namespace percuss::verification
