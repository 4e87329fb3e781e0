// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_ed_alpha.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/mass_chain.hpp"
#include "scheme/oscillator.hpp"
#include "scheme/spectrum.hpp"
#include "scheme/stability.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace mixed_ed_alpha_test {

NamedScheme ed_alpha(double rho) { return {"EdAlpha", "mixed_ed_alpha", {{"rho_inf", rho}}}; }

/// Coordinate 2 is held.
class HeldMass final : public ContactModel {
 public:
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool is_joint(Index) const override { return true; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double, VecRef, VecOut gap) const override { gap[0] = 0.0; }
  void normal_velocities(double, VecRef, VecRef, VecOut rate) const override { rate[0] = 0.0; }
  void append(double, VecRef, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(2, 1.0);
      set.W.finish_column();
      set.finish_contact(k, Cone::bilateral, 1, 0.0, 0.0, 0.0);
    }
  }

 private:
  std::string name_ = "hold";
};

/// Three unit masses on springs of stiffness 1, the last held, under a constant acceleration of 9.81 from rest
/// [MIX 2.8].
std::unique_ptr<Model> three_masses() {
  auto model = std::make_unique<Model>();
  MassChainOptions chain;
  chain.masses = {1.0, 1.0, 1.0};
  chain.stiffness = {1.0, 1.0, 1.0, 0.0};
  model->add_body("chain", "mass_chain", make_mass_chain(chain));
  GravityOptions gravity;
  gravity.acceleration = {9.81};
  add_gravity(*model, gravity);
  return model;
}

/// q_1 = q_2 = 9.81 (1 - cos t): the mode that moves both alike has stiffness 1.
double error_of_three_masses(double rho, double h) {
  const auto model = three_masses();
  const HeldMass held;
  const auto scheme = make(ed_alpha(rho), model->system, held);
  State state = model->initial;
  double worst = 0.0;
  const int steps = static_cast<int>(std::lround(2.0 / h));
  for (int i = 1; i <= steps; ++i) {
    EXPECT_TRUE(scheme->step(h, state).ok());
    const double exact = 9.81 * (1.0 - std::cos(static_cast<double>(i) * h));
    worst = std::max({worst, std::abs(state.q[0] - exact), std::abs(state.q[1] - exact)});
    EXPECT_NEAR(state.q[2], 0.0, 1e-14);
    EXPECT_NEAR(scheme->contacts()[0].force[0], -9.81 - state.q[1], 1e-12 / h) << "round-off over h";
  }
  return worst;
}

TEST(MixedEdAlpha, IsOfOrderThreeOnMassesHeldByAJointAndFourWithoutDamping) {
  const std::vector<double> hs{0.1, 0.05, 0.025};
  for (const double rho : {0.0, 0.5, 1.0}) {
    std::vector<double> errors;
    for (const double h : hs) errors.push_back(error_of_three_masses(rho, h));
    EXPECT_NEAR(order(hs, errors), rho < 1.0 ? 3.0 : 4.0, 0.1) << rho;
  }
}

// A mass of 1 kg on a spring of 25 N/m and a damper of 1 N s/m under sin(3 t): q = a sin 3t + b cos 3t from the right
// start. With the loads taken as they are at both ends the order is 2.
TEST(MixedEdAlpha, IsOfOrderThreeUnderALoadOverTime) {
  constexpr double w = 3.0, stiffness = 25.0, c = 1.0;
  const double d = stiffness - w * w, a = d / (d * d + c * c * w * w), b = -c * w / (d * d + c * c * w * w);
  for (const double rho : {0.0, 0.5, 1.0}) {
    Model model;
    MassChainOptions chain;
    chain.masses = {1.0};
    chain.stiffness = {stiffness, 0.0};
    chain.damping = {c, 0.0};
    chain.position = {b};
    chain.velocity = {a * w};
    model.add_body("mass", "mass_chain", make_mass_chain(chain));
    ForceOptions load;
    load.body = "mass";
    load.harmonic = {1.0, w / (2.0 * std::acos(-1.0))};
    add_force(model, load);
    const NoContacts none;
    const std::vector<double> hs{0.04, 0.02, 0.01};
    std::vector<double> errors;
    for (const double h : hs) {
      const auto scheme = make(ed_alpha(rho), model.system, none);
      State state = model.initial;
      double worst = 0.0;
      for (int i = 0; i < std::lround(4.0 / h); ++i) {
        EXPECT_TRUE(scheme->step(h, state).ok());
        worst = std::max(worst, std::abs(state.q[0] - a * std::sin(w * state.t) - b * std::cos(w * state.t)));
      }
      errors.push_back(worst);
    }
    EXPECT_GT(order(hs, errors), 2.9) << rho;
  }
}

TEST(MixedEdAlpha, HasTheSpectrumOfThePaper) {
  const auto& type = *find_scheme("mixed_ed_alpha");
  const auto at_one = spectral_point(type, {{"rho_inf", 0.0}}, 1.0);
  EXPECT_NEAR(at_one.radius, 0.98772960, 5e-9);  // all digits given
  EXPECT_NEAR(at_one.period_elongation, 3.521e-3, 5e-7);
  for (const double rho : {0.0, 0.25, 0.5, 0.8, 1.0})
    EXPECT_NEAR(spectral_point(type, {{"rho_inf", rho}}, 1e5).radius, rho, 1e-4) << rho;  // rho + O(1/Omega)
  for (const double alpha_ar : {0.13, 0.2, 1.0, 2.0})
    EXPECT_FALSE(grows(amplification(type, {{"rho_inf", 0.5}, {"alpha_ar", alpha_ar}}, 1.0, 3.0, 0.0))) << alpha_ar;
  EXPECT_EQ(stable_step(type, {}, ModeBound{5.0, 0.1, 0.01}), std::numeric_limits<double>::infinity());
}

TEST(MixedEdAlpha, IsOfOrderTwoWhereTheMassDependsOnThePosition) {
  MechanicalSystem system;
  system.add(std::make_unique<VariableMass>());
  const NoContacts none;
  const auto end = [&](double h) {
    const auto scheme = make(ed_alpha(0.5), system, none);
    State state{0.0, Vector::Constant(1, 0.3), Vector::Constant(1, 1.0)};
    for (int i = 0; i < static_cast<int>(std::lround(1.0 / h)); ++i) EXPECT_TRUE(scheme->step(h, state).ok());
    return state.q[0];
  };
  const double finest = end(1.25e-3);
  const std::vector<double> hs{4e-2, 2e-2};
  EXPECT_GT(order(hs, {std::abs(end(hs[0]) - finest), std::abs(end(hs[1]) - finest)}), 1.9);
}

TEST(MixedEdAlpha, HoldsAParticleOnTheFloorAndBouncesItByNewtonsLaw) {
  for (const double rho : {0.0, 0.5, 0.9}) {
    // A little within the floor, so that round-off does not open the gap.
    const auto resting = ParticleOverFloor{.position = {-1e-9}, .velocity = {0.0}, .gravity = -10.0}.build();
    auto scheme = make(ed_alpha(rho), resting->system, resting->contacts);
    State state = resting->initial;
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(scheme->step(0.01, state).ok());
    EXPECT_NEAR(state.q[0], -1e-9, 1e-14) << rho;
    EXPECT_NEAR(scheme->contacts()[0].force[0], 20.0, 1e-10) << rho;  // m g; the solver's 1e-12 over h
    for (const double eps : {0.0, 0.4, 0.9}) {
      const auto falling =
          ParticleOverFloor{.position = {0.045}, .velocity = {-1.0}, .gravity = 0.0, .restitution = eps}.build();
      scheme = make(ed_alpha(rho), falling->system, falling->contacts);
      state = falling->initial;
      bool struck = false;
      for (int i = 0; i < 10; ++i) {
        const auto report = scheme->step(0.01, state);
        ASSERT_TRUE(report.ok());
        struck = struck || report.impact;
      }
      EXPECT_TRUE(struck);
      EXPECT_NEAR(state.v[0], eps, 1e-14) << rho << ' ' << eps;
    }
  }
}

TEST(MixedEdAlpha, SlidesAndSticksByCoulombsLaw) {
  // m = 2 on the floor under 10 m/s^2, mu = 0.3: slows down by 3 m/s^2 from 1 m/s, stops after 1/3 s at 1/6 m.
  const auto model =
      ParticleOverFloor{.position = {0.0, -1e-9}, .velocity = {1.0, 0.0}, .gravity = -10.0, .friction = 0.3}.build();
  const auto scheme = make(ed_alpha(0.5), model->system, model->contacts);
  State state = model->initial;
  const double h = 1e-3;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
  EXPECT_NEAR(state.v[0], 0.4, 1e-11);
  EXPECT_NEAR(std::abs(scheme->contacts()[0].force[1]), 6.0, 1e-8);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
  EXPECT_NEAR(state.v[0], 0.0, 1e-14);
  EXPECT_NEAR(state.q[0], 1.0 / 6.0, 3.0 * h * h) << "the step in which it stops is off by 3 m/s^2 h^2 at most";
}

TEST(MixedEdAlpha, KeepsAParticleOnACircle) {
  MechanicalSystem system;
  auto model = ParticleOverFloor{.position = {1.0, 0.0}, .velocity = {0.0, 1.0}}.build();
  const UnitCircle circle(Cone::bilateral);
  const auto end = [&](double h) {
    const auto scheme = make(ed_alpha(0.5), model->system, circle);
    State state = model->initial;
    for (int i = 0; i < static_cast<int>(std::lround(1.0 / h)); ++i) {
      EXPECT_TRUE(scheme->step(h, state).ok());
      EXPECT_NEAR(state.q.dot(state.v), 0.0, 1e-10) << "the joint holds on velocity level";
    }
    return std::abs(state.q[0] - std::cos(1.0)) + std::abs(state.q[1] - std::sin(1.0));
  };
  const std::vector<double> hs{4e-2, 2e-2};
  EXPECT_GT(order(hs, {end(hs[0]), end(hs[1])}), 1.9);
}

TEST(MixedEdAlpha, RefusesWhatItCannotDo) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  EXPECT_THROW(make(ed_alpha(1.0), model->system, model->contacts), InputError);
  EXPECT_THROW(make({"", "mixed_ed_alpha", {{"alpha_ar", 0.125}}}, model->system, model->contacts), InputError);
  EXPECT_THROW(make(ed_alpha(1.1), model->system, model->contacts), InputError);
}

TEST(MixedEdAlpha, RepeatsAFailedStepAsIfItHadNotBeen) {
  const auto model = ParticleOverFloor{.position = {0.02, -1e-9}, .velocity = {1.0, 0.0}, .gravity = -10.0}.build();
  const auto straight = make(ed_alpha(0.5), model->system, model->contacts);
  const auto detour = make(ed_alpha(0.5), model->system, model->contacts);
  State a = model->initial, b = model->initial;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(straight->step(0.01, a).ok());
  for (int i = 0; i < 5; ++i) {
    State thrown_away = b;
    detour->step(0.5, thrown_away);
    detour->restart();
    ASSERT_TRUE(detour->step(0.01, b).ok());
  }
  EXPECT_NEAR((a.q - b.q).norm() + (a.v - b.v).norm(), 0.0, 1e-14);
}

}  // namespace mixed_ed_alpha_test

}  // namespace percuss::test
