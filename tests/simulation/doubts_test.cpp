// SPDX-License-Identifier: Apache-2.0
#include "simulation/doubts.hpp"

#include <gtest/gtest.h>

#include "tests/model/beam_bodies.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace doubts_test {

class BeamInDoubt : public testing::Test {
 protected:
  BeamInDoubt() {
    model.add_body("stone", "point_mass", mass_at({0.0, 0.0}));
    model.add_body("rod", "floating_beam_planar",
                   make_floating_beam_planar(floating_rod(4, FloatingBeamPlanarOptions::Frame::tangential)));
    state = model.initial;
  }
  Model model;
  State state;
};

TEST_F(BeamInDoubt, IsInNoneAtRest) {
  Doubts doubts(model);
  doubts.look(state);
  EXPECT_TRUE(doubts.warnings().empty());
}

TEST_F(BeamInDoubt, TellsOfSectionsThatTurnFar) {
  Doubts doubts(model);
  state.q[state.q.size() - 1] = -0.5;  // phi of the last node
  doubts.look(state);
  doubts.look(model.initial);  // the worst stays
  ASSERT_EQ(doubts.warnings().size(), 1U);
  EXPECT_NE(doubts.warnings()[0].find("`rod` turn by up to 0.5 rad"), std::string::npos) << doubts.warnings()[0];
  doubts.forget();
  EXPECT_TRUE(doubts.warnings().empty());
}

TEST_F(BeamInDoubt, TellsOfAFrameThatBucklesFalsely) {
  Doubts doubts(model);
  doubts.look(state);
  state.v[4] = 100.0;        // of a vibration: the angle does not follow
  state.t = 0.5;             // longer than a period of the slowest mode, 2 pi/16.25 s
  state.q[4] -= 16.0 * 0.5;  // below 3.516 sqrt(EI/(rho A L^4)) = 16.25 1/s
  doubts.look(state);
  EXPECT_TRUE(doubts.warnings().empty());
  state.t = 0.6;
  state.q[4] -= 30.0 * 0.1;  // fast, but not for a period
  doubts.look(state);
  EXPECT_TRUE(doubts.warnings().empty());
  state.t = 1.0;
  state.q[4] -= 16.5 * 0.5 - 3.0;
  doubts.look(state);
  ASSERT_EQ(doubts.warnings().size(), 1U);
  EXPECT_NE(doubts.warnings()[0].find("stiffening: mean_strain"), std::string::npos) << doubts.warnings()[0];
}

// A heavy tip makes the period longer than the run: a whole turn tells as well.
TEST_F(BeamInDoubt, TellsOfAWholeTurnWithinAPeriod) {
  auto options = floating_rod(4, FloatingBeamPlanarOptions::Frame::tangential);
  options.mesh.attach.nodes = {4.0};
  options.mesh.attach.mass = {200.0};  // about 1 1/s
  Model heavy;
  heavy.add_body("rod", "floating_beam_planar", make_floating_beam_planar(options));
  state = heavy.initial;
  Doubts doubts(heavy);
  doubts.look(state);
  state.t = 0.5;
  state.q[2] = 6.0;
  doubts.look(state);
  EXPECT_TRUE(doubts.warnings().empty());
  state.t = 0.6;
  state.q[2] = 7.0;
  doubts.look(state);
  EXPECT_EQ(doubts.warnings().size(), 1U);
}

// In space: a beam that turns about z in steps of 0.1 rad, spins about itself and nods.
TEST(BeamInSpaceInDoubt, CountsTurnsAcrossTheBeamAlone) {
  Model model;
  model.add_body("shaft", "floating_beam",
                 make_floating_beam(floating_in_space(4, FloatingBeamOptions::Frame::tangential)));
  const auto warnings_at = [&](double spin, double turn) {  // [1/s]; the limit is 3.516 sqrt(100/4.68) = 16.25 1/s
    Doubts doubts(model);
    State state = model.initial;
    for (int i = 0; i <= 100; ++i) {
      state.t = 0.005 * i;
      const double nod = i % 2 == 0 ? 0.1 : -0.1;
      const Eigen::Quaterniond p(Eigen::AngleAxisd(turn * state.t, Vector3::UnitZ()) *
                                 Eigen::AngleAxisd(nod, Vector3::UnitY()) *
                                 Eigen::AngleAxisd(spin * state.t, Vector3::UnitX()));
      state.q.segment<4>(3) << p.w(), p.x(), p.y(), p.z();
      doubts.look(state);
    }
    return doubts.warnings().size();
  };
  EXPECT_EQ(warnings_at(200.0, 15.0), 0U);
  EXPECT_EQ(warnings_at(0.0, 18.0), 1U);
  Doubts doubts(model);
  State state = model.initial;
  state.q.tail<3>() << 0.3, 0.0, 0.4;  // phi of the last node
  doubts.look(state);
  ASSERT_EQ(doubts.warnings().size(), 1U);
  EXPECT_NE(doubts.warnings()[0].find("`shaft` turn by up to 0.5 rad"), std::string::npos) << doubts.warnings()[0];
}

}  // namespace doubts_test
}  // namespace percuss
