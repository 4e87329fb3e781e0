// SPDX-License-Identifier: Apache-2.0
#include "scheme/phase_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/contact_list.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::phase_step_test {
namespace {

/// VariableMass, whose energy is conserved, without contacts.
struct Free {
  Free() {
    system.add(std::make_unique<test::VariableMass>());
    phase = std::make_unique<SmoothPhase>(system, none, LinearSolverKind::automatic);
    phase->set_modes({});
    step = std::make_unique<PhaseStep>(system, *phase);
  }
  MechanicalSystem system;
  ContactList none;
  std::unique_ptr<SmoothPhase> phase;
  std::unique_ptr<PhaseStep> step;
  const State start{0.0, Vector{{0.5}}, Vector{{1.0}}};
};

/// Over 1 s.
double energy_error(Index steps) {
  Free free;
  const auto& system = free.system;
  auto& step = *free.step;
  State state = free.start;
  const double before = system.energy(0.0, state.q, state.v).total();
  for (Index i = 0; i < steps; ++i) {
    EXPECT_TRUE(step.start(state, 1e-9).ok());
    EXPECT_TRUE(step.take(1.0 / static_cast<double>(steps)).ok());
    state = step.end();
  }
  return std::abs(system.energy(state.t, state.q, state.v).total() - before);
}

TEST(PhaseStep, IsOfOrderFive) {
  const double coarse = energy_error(10), fine = energy_error(20);
  EXPECT_GT(coarse / fine, 25.0);  // 32 in the limit
  EXPECT_LT(fine, 1e-7);
}

TEST(PhaseStep, TellsItsErrorAndMayBeTakenAgain) {
  Free free;
  auto& step = *free.step;
  ASSERT_TRUE(step.start(free.start, 1e-9).ok());
  ASSERT_TRUE(step.take(0.1).ok());
  const State end = step.end();
  const double error = step.error(1e-10, 1.0);
  EXPECT_GT(error, 1.0);
  ASSERT_TRUE(step.take(0.05).ok());
  EXPECT_LT(step.error(1e-10, 1.0), error / 20.0);
  Index looks = 0;
  const PhaseStep::Look look = [&](double s, VecRef q, VecRef) {
    ++looks;
    EXPECT_GT(s, 0.0);
    EXPECT_LT(s, 0.1);
    EXPECT_NEAR(q[0], 0.5 + s, 0.02);
  };
  ASSERT_TRUE(step.take(0.1, look).ok());
  EXPECT_EQ(step.end().q, end.q);
  EXPECT_EQ(step.end().v, end.v);
  ASSERT_TRUE(step.take(0.0).ok());
  EXPECT_EQ(step.end().q, free.start.q);
  EXPECT_EQ(looks, 4);  // of six stages one is at the start and two at the end, counting the error's
}

}  // namespace
}  // namespace percuss::phase_step_test
