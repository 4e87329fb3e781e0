// SPDX-License-Identifier: Apache-2.0
#include "scheme/mode_choice.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/scheme/fixtures.hpp"

namespace percuss::mode_choice_test {
namespace {

/// A particle of 2 kg on the floor, friction 0.5, pushed along x, its weight of 10 N lifted by a force.
struct Pushed {
  Pushed(std::vector<double> velocity, double push, double lift) {
    test::ParticleOverFloor fixture;
    fixture.position = std::vector<double>(velocity.size(), 0.0);
    fixture.velocity = std::move(velocity);
    fixture.friction = 0.5;
    fixture.gravity = -5.0;
    model = fixture.build();
    const Index last = model->system.num_v() - 1;
    model->bodies.front().add_force(0, TimeFunction(push));
    model->bodies.front().add_force(last, TimeFunction(lift));
  }
  std::vector<PhaseMode> choose(std::array<double, 2> slip = {}) {
    SmoothPhase phase(model->system, model->contacts, LinearSolverKind::automatic);
    ModeChoice choice(model->system, model->contacts, phase);
    std::vector<PhaseMode> modes;
    const std::vector<Touching> touching{{0, slip}};
    const auto report = choice.choose(model->initial, touching, modes);
    EXPECT_TRUE(report.ok()) << report.message;
    return modes;
  }
  std::unique_ptr<Model> model;
};

TEST(ModeChoice, AWeightBelowTheLimitOfFrictionSticks) {
  EXPECT_EQ(Pushed({0.0, 0.0}, 4.9, 0.0).choose().front().mode, ContactMode::holds);
  EXPECT_EQ(Pushed({0.0, 0.0, 0.0}, -4.9, 0.0).choose().front().mode, ContactMode::holds);
}

TEST(ModeChoice, BeyondItSlipBeginsWithTheForce) {
  const auto right = Pushed({0.0, 0.0}, 5.1, 0.0).choose().front(),
             left = Pushed({0.0, 0.0}, -5.1, 0.0).choose().front();
  EXPECT_EQ(right.mode, ContactMode::slides);
  EXPECT_EQ(right.direction[0], -1.0);  // the tangent of the normal y is -x
  EXPECT_EQ(left.direction[0], 1.0);
  const auto spatial = Pushed({0.0, 0.0, 0.0}, -5.1, 0.0).choose().front();
  EXPECT_EQ(spatial.mode, ContactMode::slides);
  EXPECT_NEAR(spatial.direction[0], -1.0, 1e-14);  // round-off of a unit vector
  EXPECT_NEAR(spatial.direction[1], 0.0, 1e-14);
}

TEST(ModeChoice, SlipThatIsThereStaysWhateverTheForce) {
  const auto mode = Pushed({-1.0, 0.0}, 100.0, 0.0).choose({-1.0, 0.0}).front();
  EXPECT_EQ(mode.mode, ContactMode::slides);
  EXPECT_EQ(mode.direction[0], -1.0);
}

TEST(ModeChoice, WhatIsLiftedOpensAndWithoutWeightItRests) {
  EXPECT_EQ(Pushed({0.0, 0.0}, 0.0, 10.1).choose().front().mode, ContactMode::apart);
  EXPECT_EQ(Pushed({0.0, 0.0}, 0.0, 10.0).choose().front().mode, ContactMode::holds);
}

TEST(ModeChoice, NothingTouchesNothingIsHeld) {
  Pushed pushed({0.0, 0.0}, 0.0, 0.0);
  SmoothPhase phase(pushed.model->system, pushed.model->contacts, LinearSolverKind::automatic);
  ModeChoice choice(pushed.model->system, pushed.model->contacts, phase);
  std::vector<PhaseMode> modes;
  ASSERT_TRUE(choice.choose(pushed.model->initial, {}, modes).ok());
  EXPECT_EQ(modes.front().mode, ContactMode::apart);
}

}  // namespace
}  // namespace percuss::mode_choice_test
