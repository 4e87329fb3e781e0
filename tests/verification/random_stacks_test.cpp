// SPDX-License-Identifier: Apache-2.0
// Random stacks of boxes on a slope, below and above the angle of friction. The reference is Newton's and Euler's laws,
// interface by interface from the top: a stack that may rest must rest, one that slips at one interface must slip there
// with the acceleration g (sin - mu cos) and nowhere else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/point_face.hpp"
#include "model/rigid_body_planar.hpp"
#include "scheme/moreau_midpoint.hpp"

namespace percuss::verification {

namespace random_stacks_test {

constexpr double g = 9.81;

/// Lengths along the slope (x, downwards) and off it (y).
struct Box {
  double half_width, half_height, mass, x, y;
  double friction = 0.0;      // on what lies below
  double acceleration = 0.0;  // down the slope
};

struct Stack {
  double slope = 0.0;     // [rad]
  std::size_t slips = 0;  // the lowest box that slides down; as many as there are boxes: none does
  std::vector<Box> boxes;
};

/// Normal force, tangential force and where they act on the base of box i, from what lies above.
struct Reaction {
  double normal = 0.0, tangential = 0.0, x = 0.0;
};
Reaction reaction(const Stack& stack, std::size_t i) {
  Reaction r;
  const double base = stack.boxes[i].y - stack.boxes[i].half_height;
  for (std::size_t k = i; k < stack.boxes.size(); ++k) {
    const auto& b = stack.boxes[k];
    const double down = b.mass * g * std::cos(stack.slope);
    const double along = b.mass * (g * std::sin(stack.slope) - b.acceleration);
    r.normal += down;
    r.tangential += along;
    r.x += down * b.x + along * (b.y - base);
  }
  r.x /= r.normal;
  return r;
}

/// A stack whose boxes neither lift nor tip, with at least 10 % to spare, by trial.
Stack random_stack(std::mt19937& random) {
  const auto between = [&random](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  for (;;) {
    Stack stack;
    stack.slope = between(0.0, 0.4);
    stack.boxes.resize(static_cast<std::size_t>(between(1.0, 8.999)));
    stack.slips = static_cast<std::size_t>(between(0.0, static_cast<double>(stack.boxes.size()) + 0.999));
    double top = 0.0;
    for (auto& b : stack.boxes) {
      b = {between(0.2, 1.0), between(0.05, 0.2), std::exp(between(-2.0, 2.0)), between(-0.2, 0.2), 0.0};
      b.y = top + b.half_height;
      top += 2.0 * b.half_height;
    }
    if (stack.slips < stack.boxes.size()) {
      const double friction = std::tan(stack.slope) * between(0.2, 0.95);
      for (std::size_t i = stack.slips; i < stack.boxes.size(); ++i)
        stack.boxes[i].acceleration = g * (std::sin(stack.slope) - friction * std::cos(stack.slope));
    }
    bool stands = true;
    for (std::size_t i = 0; i < stack.boxes.size(); ++i) {
      auto& b = stack.boxes[i];
      const auto r = reaction(stack, i);
      const double used = i == stack.slips ? 1.0 : between(0.1, 0.95);  // of the friction there is
      b.friction = r.tangential / r.normal / used;
      stands = stands && std::abs(r.x - b.x) < 0.9 * b.half_width;
    }
    if (stands) return stack;
  }
}

std::unique_ptr<Model> model_of(const Stack& stack) {
  constexpr double proud = 1e-10;  // of corners, so that round-off opens no gap
  const double c = std::cos(stack.slope), s = std::sin(stack.slope);
  auto model = std::make_unique<Model>();
  for (std::size_t i = 0; i < stack.boxes.size(); ++i) {
    const auto& b = stack.boxes[i];
    RigidBodyPlanarOptions box;
    box.mass = b.mass;
    box.inertia = b.mass * (b.half_width * b.half_width + b.half_height * b.half_height) / 3.0;
    box.position = {c * b.x + s * b.y, c * b.y - s * b.x};
    box.angle = -stack.slope;
    model->add_body(fmt::format("box{}", i), "rigid_body_planar", make_rigid_body_planar(box));
    for (const double side : {-1.0, 1.0}) {
      const auto name = fmt::format("corner{}{}", i, side < 0.0 ? 'a' : 'b');
      const std::vector<double> point{side * b.half_width, -b.half_height - proud};
      if (i == 0) {
        NodeWallOptions ground;
        ground.body = "box0";
        ground.point = point;
        ground.normal = {s, c};
        ground.friction = b.friction;
        add_node_wall(*model, name, ground);
      } else {
        PointFaceOptions on;
        on.body = fmt::format("box{}", i);
        on.point = point;
        on.other = fmt::format("box{}", i - 1);
        on.face = {0.0, stack.boxes[i - 1].half_height};
        on.normal = {0.0, 1.0};
        on.friction = b.friction;
        add_point_face(*model, name, on);
      }
    }
  }
  GravityOptions weight;
  weight.acceleration = {0.0, -g};
  add_gravity(*model, weight);
  return model;
}

TEST(RandomStacks, RestOrSlipWhereTheLawsOfMotionSay) {
  constexpr double h = 1e-3;
  constexpr int steps = 20;
  int resting = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    const auto stack = random_stack(random);
    const auto model = model_of(stack);
    MoreauMidpoint scheme(model->system, model->contacts, SolverSet{});
    State state = model->initial;
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(scheme.step(h, state).ok()) << "seed " << seed;
    const Vector way = state.q - model->initial.q;
    const double t = steps * h, c = std::cos(stack.slope), s = std::sin(stack.slope);
    for (std::size_t i = 0; i < stack.boxes.size(); ++i) {
      // The midpoint rule is exact for a constant acceleration; the solver leaves 2e-14 m/s, and corners that slide
      // 1e-10 m proud of their face turn by as much.
      const Vector3 seen = way.segment<3>(3 * static_cast<Index>(i));
      const double slid = 0.5 * stack.boxes[i].acceleration * t * t;
      EXPECT_LT((seen - slid * Vector3(c, -s, 0.0)).norm(), 1e-9) << "seed " << seed << ", box " << i;
    }
    if (stack.slips == stack.boxes.size()) {
      ++resting;
      EXPECT_LT(way.norm(), 1e-13) << "seed " << seed;
    }
  }
  EXPECT_GT(resting, 30);
  EXPECT_LT(resting, 150);
}

}  // namespace random_stacks_test
}  // namespace percuss::verification
