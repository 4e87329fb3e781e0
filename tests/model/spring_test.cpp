// SPDX-License-Identifier: Apache-2.0
#include "model/spring.hpp"

#include <gtest/gtest.h>

#include "tests/model/loaded_bodies.hpp"

namespace percuss {
namespace spring_test {

SpringOptions spring(const std::string& body, const std::string& to) {
  SpringOptions options;
  options.body = body;
  options.to = to;
  options.stiffness = 100.0;
  return options;
}

Keys keys_of(const SpringOptions& options) {
  auto model = one_of_every_kind();
  const auto keys = keys_thrown([&] { add_spring(*model, "spring", options); });
  EXPECT_EQ(model->system.has_force_elements(), keys.empty());  // nothing half done
  return keys;
}

TEST(Spring, PullsItsEndsTogetherAndPushesThemApart) {
  auto model = one_of_every_kind();
  auto options = spring("stone", "ground");  // the stone is at (3, 4, 5)
  options.to_point = {3.0, 4.0, 1.0};
  options.length = 3.0;
  add_spring(*model, "spring", options);
  State state = model->initial;
  Vector exact = Vector::Zero(state.v.size());
  exact[7] = -100.0;
  EXPECT_EQ(load_forces(*model, state), exact);
  EXPECT_EQ(load_potential(*model, state.q, state.v), 50.0);
  state.q[7] = 3.0;  // 2 m long, 1 m short
  exact[7] = 100.0;
  EXPECT_EQ(load_forces(*model, state), exact);
}

TEST(Spring, IsUnstressedAtTheStartUnlessToldOtherwise) {
  auto model = one_of_every_kind();
  add_spring(*model, "spring", spring("stone", "brick"));
  EXPECT_EQ(load_forces(*model, model->initial).norm(), 0.0);
  State state = model->initial;
  state.q[5] += 0.1;
  EXPECT_GT(load_forces(*model, state).norm(), 1.0);
}

TEST(Spring, JoinsTheLastNodeOfABodyToTheFirstOfTheNext) {
  auto model = one_of_every_kind();
  auto options = spring("bar", "stone");  // node 4 of the bar is at x = 2, and moves along x alone
  options.length = 0.0;
  add_spring(*model, "spring", options);
  const Vector f = load_forces(*model, model->initial);
  EXPECT_EQ(f.segment<4>(4), Eigen::Vector4d(100.0, -100.0, -400.0, -500.0));
  EXPECT_EQ(f.head<4>(), Vector::Zero(4));
}

TEST(Spring, WithoutLengthMayStartAndCrossWhereItsEndsMeet) {
  auto model = one_of_every_kind();
  auto options = spring("stone", "ground");
  options.to_point = {3.0, 4.0, 5.0};
  options.length = 0.0;
  add_spring(*model, "spring", options);
  EXPECT_EQ(load_forces(*model, model->initial).norm(), 0.0);
  State state = model->initial;
  state.q[5] += 1e-9;
  EXPECT_NEAR(load_forces(*model, state)[5], -1e-7, 1e-13);  // 100 eps of 3
}

TEST(Spring, DampsTheRateOfItsLength) {
  auto model = one_of_every_kind();
  auto options = spring("plate", "ground");  // centre at (1, 2)
  options.stiffness = 0.0;
  options.damping = 2.0;
  options.point = {1.0};
  options.to_point = {2.0, 0.0};  // straight below the point (2, 2)
  add_spring(*model, "spring", options);
  EXPECT_TRUE(model->system.forces_depend_on_velocity());
  State state = model->initial;
  state.v[9] = 3.0;
  state.v[10] = 4.0;  // the point moves up at 3 + 4
  state.v[8] = 50.0;  // across: no matter
  Vector exact = Vector::Zero(state.v.size());
  exact.segment<3>(8) << 0.0, -14.0, -14.0;
  EXPECT_LE((load_forces(*model, state) - exact).norm(), 1e-14);  // eps of 14
}

class RandomSprings : public testing::TestWithParam<int> {
 protected:
  RandomSprings() : model_(one_of_every_kind()), random_(static_cast<unsigned>(GetParam())) {}
  /// Springs between all kinds of bodies, at random points.
  void add_springs(double damping) {
    const auto point = [&](Index n) {
      const Vector x = 0.4 * random_vector(n, random_);
      return std::vector<double>(x.begin(), x.end());
    };
    for (const auto& [body, to] :
         {std::pair{"bar", "plate"}, {"stone", "brick"}, {"plate", "brick"}, {"brick", "ground"}, {"bar", "stone"}}) {
      auto options = spring(body, to);
      options.stiffness = 20.0;
      options.damping = damping;
      options.length = 0.7;
      if (options.body == "plate") options.point = point(2);
      if (options.body == "brick") options.point = point(3);
      if (options.to == "plate") options.to_point = point(2);
      if (options.to == "brick" || options.to == "ground") options.to_point = point(3);
      add_spring(*model_, "spring", options);
    }
    state_ = random_state(*model_, static_cast<unsigned>(GetParam()));
  }
  std::unique_ptr<Model> model_;
  std::mt19937 random_;
  State state_;
};

TEST_P(RandomSprings, HaveForcesThatAreTheSlopeOfTheirPotential) {
  add_springs(0.0);
  const auto potential = [&](const Vector& q, const Vector& v) {
    return Vector(Vector::Constant(1, load_potential(*model_, q, v)));
  };
  const Matrix slope = derivative_along_motion(model_->system, state_.q, state_.v, potential);
  EXPECT_LE((load_forces(*model_, state_) + slope.transpose()).norm(), 1e-7);  // differences of 100 J and more
}

TEST_P(RandomSprings, BetweenBodiesLeaveTheirMomentumAsItIs) {
  auto options = spring("stone", "brick");
  options.to_point = {0.3, 0.2, 0.1};
  options.damping = 3.0;
  options.length = 1.0;
  add_spring(*model_, "spring", options);
  const auto state = random_state(*model_, static_cast<unsigned>(GetParam()));
  const Vector f = load_forces(*model_, state);
  EXPECT_LE((f.segment<3>(5) + f.segment<3>(11)).norm(), 1e-12);  // eps of 500 N
  // Angular momentum about the origin: r x F of the stone, r x F of the brick's centre and the moment there.
  const Vector3 stone = state.q.segment<3>(5), brick = state.q.segment<3>(11);
  const Vector3 moment = model_->bodies[3].marker(0).rotation(state.q) * Vector3(f.segment<3>(14));
  EXPECT_LE((stone.cross(Vector3(f.segment<3>(5))) + brick.cross(Vector3(f.segment<3>(11))) + moment).norm(), 1e-11);
}

TEST_P(RandomSprings, CloseTheEnergyLedger) {
  add_springs(1.5);
  expect_ledger_closes_at_order_two(*model_, state_);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomSprings, testing::Range(1, 5));

TEST(Spring, RefusesEndsAtOnePlace) {
  auto options = spring("stone", "stone");
  EXPECT_EQ(keys_of(options), Keys{"to"});
  options.length = 1.0;
  EXPECT_EQ(keys_of(options), Keys{"to"});
  options = spring("stone", "ground");
  options.to_point = {3.0, 4.0, 5.0};
  options.length = 0.0;
  EXPECT_EQ(keys_of(options), Keys{});
  options.damping = 1.0;
  EXPECT_EQ(keys_of(options), Keys{"to"});
}

TEST(Spring, NamesItsEndsInItsFaults) {
  auto options = spring("ground", "stone");
  EXPECT_EQ(keys_of(options), Keys{"body"});
  options = spring("bar", "stne");
  options.node = "5";
  options.point = {1.0};
  EXPECT_EQ(keys_of(options), (Keys{"node", "to"}));
  options = spring("toy", "toy");
  EXPECT_EQ(keys_of(options), (Keys{"body", "to"}));
  options = spring("plate", "brick");
  options.point = {1.0, 2.0, 3.0};
  options.to_node = "7";
  EXPECT_EQ(keys_of(options), (Keys{"point", "to_node"}));
  options = spring("bar", "stone");
  options.to_point = {0.0};
  EXPECT_EQ(keys_of(options), Keys{"to_point"});
}

TEST(Spring, RefusesToDoNothingAndToPush) {
  auto options = spring("stone", "ground");
  options.stiffness = 0.0;
  EXPECT_EQ(keys_of(options), Keys{"stiffness"});
  options.stiffness = -1.0;
  options.damping = -1.0;
  options.length = -1.0;
  EXPECT_EQ(keys_of(options), (Keys{"stiffness", "damping", "length"}));
}

}  // namespace spring_test
}  // namespace percuss
