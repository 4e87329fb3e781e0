// SPDX-License-Identifier: Apache-2.0
#include "model/load.hpp"

#include <gtest/gtest.h>

#include "tests/model/models.hpp"

namespace percuss {
namespace load_test {

Vector forces(const Model& model, double t = 0.0) {
  Vector f(model.system.num_v());
  model.system.forces(t, Vector::Zero(f.size()), Vector::Zero(f.size()), f);
  return f;
}

ForceOptions force_on(const std::string& body, double value) {
  ForceOptions options;
  options.body = body;
  options.value = value;
  return options;
}

Keys keys_of(const ForceOptions& options) {
  auto model = bar_and_masses();
  const auto keys = keys_thrown([&] { add_force(*model, options); });
  if (!keys.empty()) {
    EXPECT_EQ(forces(*model), Vector::Zero(10));  // nothing half done
  }
  return keys;
}

Keys keys_of(const GravityOptions& options) {
  auto model = bar_and_masses();
  return keys_thrown([&] { add_gravity(*model, options); });
}

TEST(Force, ActsOnTheLastNodeAlongXUnlessToldOtherwise) {
  auto model = bar_and_masses();
  add_force(*model, force_on("bar", 7.0));
  EXPECT_EQ(forces(*model), Vector(7.0 * Vector::Unit(10, 4)));
  auto options = force_on("bar", 3.0);
  options.node = "1";
  add_force(*model, options);
  EXPECT_EQ(forces(*model), Vector(7.0 * Vector::Unit(10, 4) + 3.0 * Vector::Unit(10, 1)));
}

TEST(Force, HasItsValueWhateverTheLengthOfItsDirection) {
  for (const double length : {0.1, 1.0, 50.0}) {
    auto model = bar_and_masses();
    auto options = force_on("disc", 10.0);
    options.direction = {3.0 * length, -4.0 * length};
    add_force(*model, options);
    const Vector exact = 6.0 * Vector::Unit(10, 5) - 8.0 * Vector::Unit(10, 6);
    EXPECT_LE((forces(*model) - exact).cwiseAbs().maxCoeff(), 4e-15);  // a few eps of 10
  }
}

TEST(Force, FollowsItsHistory) {
  auto model = bar_and_masses();
  auto options = force_on("stone", 0.0);
  options.direction = {0.0, 0.0, -2.0};
  options.history = {{0.0, 0.0}, {1.0, 10.0}};
  add_force(*model, options);
  EXPECT_TRUE(model->system.forces_depend_on_time());
  EXPECT_EQ(forces(*model, 0.25), Vector(-2.5 * Vector::Unit(10, 9)));
  EXPECT_EQ(forces(*model, 9.0), Vector(-10.0 * Vector::Unit(10, 9)));
}

TEST(Force, RefusesABodyOrNodeThatIsNotThere) {
  EXPECT_EQ(keys_of(force_on("rod", 1.0)), Keys{"body"});
  auto options = force_on("disc", 1.0);
  options.node = "1";
  EXPECT_EQ(keys_of(options), Keys{"node"});
}

TEST(Force, RefusesADirectionThatIsNone) {
  auto options = force_on("disc", 1.0);
  options.direction = {0.0};
  EXPECT_EQ(keys_of(options), Keys{"direction"});
  options.direction = {};
  EXPECT_EQ(keys_of(options), Keys{"direction"});
  options.direction = {1.0, 0.0, 0.0};  // three components in the plane
  EXPECT_EQ(keys_of(options), Keys{"direction"});
}

TEST(Force, IsGivenByAValueOrAHistory) {
  auto options = force_on("disc", 1.0);
  options.history = {{0.0, 1.0}};
  EXPECT_EQ(keys_of(options), Keys{"history"});
}

TEST(Force, RefusesToDoNothing) { EXPECT_EQ(keys_of(force_on("disc", 0.0)), Keys{"value"}); }

TEST(Force, TellsAllThatIsWrongAtOnce) {
  auto options = force_on("rod", std::nan(""));
  options.history = {{1.0, 0.0}, {0.0, 0.0}};
  options.direction = {0.0};
  EXPECT_EQ(keys_of(options), (Keys{"value", "history", "body", "history", "direction"}));
}

TEST(Gravity, PullsEveryBodyByItsMass) {
  auto model = bar_and_masses();
  GravityOptions options;
  options.acceleration = {-10.0};
  add_gravity(*model, options);
  const Vector f = forces(*model);
  const double bar_mass = 7800.0 * 1e-4 * 2.0;
  EXPECT_NEAR(f.head(5).sum(), -10.0 * bar_mass, 1e-14);  // a few eps of 15.6
  EXPECT_EQ(f.tail(5), (Vector(5) << -20.0, 0.0, -20.0, 0.0, 0.0).finished());
}

TEST(Gravity, MayPullOneBodyAlone) {
  auto model = bar_and_masses();
  GravityOptions options;
  options.acceleration = {0.0, 0.0, -10.0};
  options.body = "stone";
  add_gravity(*model, options);
  EXPECT_EQ(forces(*model), Vector(-20.0 * Vector::Unit(10, 9)));
}

TEST(Gravity, RefusesComponentsThatABodyDoesNotHave) {
  GravityOptions options;
  options.acceleration = {0.0, -10.0};  // the bar has x alone
  EXPECT_EQ(keys_of(options), Keys{"acceleration"});
  options.acceleration = {0.0, 0.0, -10.0};  // the disc has no z, either
  EXPECT_EQ(keys_of(options), (Keys{"acceleration", "acceleration"}));
  options.body = "disc";
  options.acceleration = {};
  EXPECT_EQ(keys_of(options), Keys{"acceleration"});
}

TEST(Gravity, RefusesABodyThatIsNotThere) {
  GravityOptions options;
  options.acceleration = {1.0};
  options.body = "rod";
  EXPECT_EQ(keys_of(options), Keys{"body"});
  options.acceleration = {std::nan("")};
  EXPECT_EQ(keys_of(options), (Keys{"acceleration", "body"}));
}

TEST(Gravity, OfAModelWithoutBodiesPullsNothing) {
  Model model;
  GravityOptions options;
  options.acceleration = {1.0, 2.0, 3.0};
  add_gravity(model, options);
  EXPECT_EQ(model.system.num_bodies(), 0);
}

}  // namespace load_test
}  // namespace percuss
