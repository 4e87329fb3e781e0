// SPDX-License-Identifier: Apache-2.0
// A flexible pendulum in four frames, linear and stiffened: exact solutions of the semi-discrete model, from two codes
// that agree to 2e-13 (docs/verification.md).
#include <gtest/gtest.h>

#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace flexible_pendulum_test {

struct Pendulum {
  std::string frame, stiffening;
  double t, x, y;
};
void PrintTo(const Pendulum& p, std::ostream* out) { *out << p.frame << ' ' << p.stiffening << ' ' << p.t; }

std::vector<double> tip(const Pendulum& p, double h) {
  return run_example("15_flexible_pendulum/pendulum.yaml",
                     {"bodies.rod.frame=" + p.frame, "bodies.rod.stiffening=" + p.stiffening,
                      "simulation.scheme=half_explicit_velocity", fmt::format("simulation.step={}", h),
                      fmt::format("simulation.end_time={}", p.t)},
                     {"rod.nodes.last.position.x", "rod.nodes.last.position.y"})
      .last();
}

class FlexiblePendulum : public testing::TestWithParam<Pendulum> {};

// The scheme's order is 2: from two steps the error of order 2 is taken out. What is left are axial waves of 2e4 1/s,
// which two to four steps per radian leave out of phase, with 1e-8 m of motion: 1e-7 m in half a second.
TEST_P(FlexiblePendulum, HasItsTipWhereTheExactSolutionHasIt) {
  const auto& p = GetParam();
  const auto coarse = tip(p, 4e-5), fine = tip(p, 2e-5);
  expect_figure("x of the tip", (4.0 * fine[0] - coarse[0]) / 3.0, p.x, 2e-7 * p.t, "m");
  expect_figure("y of the tip", (4.0 * fine[1] - coarse[1]) / 3.0, p.y, 2e-7 * p.t, "m");
}

INSTANTIATE_TEST_SUITE_P(Frames, FlexiblePendulum,
                         testing::Values(Pendulum{"tangential", "none", 0.5, -0.088767352836, -0.996086608633},
                                         Pendulum{"pinned", "none", 0.5, -0.089295014950, -0.996028197190},
                                         Pendulum{"articulated", "none", 0.5, -0.089443763858, -0.996014985047},
                                         Pendulum{"free", "none", 0.5, -0.089268382915, -0.996030577787},
                                         Pendulum{"tangential", "mean_strain", 2.0, 0.999472854391, -0.032489280679},
                                         Pendulum{"pinned", "mean_strain", 2.0, 0.999473377157, -0.032471583921}),
                         [](const auto& pendulum) { return pendulum.param.frame + "_" + pendulum.param.stiffening; });

// Momentum balance: the force of the hinge, summed over the steps, and the weight change the momentum. The force is
// that at the end of each step; the trapezoidal sum errs by h^2.
TEST(FlexiblePendulum, GainsTheMomentumThatHingeAndWeightGive) {
  const auto run = run_example("15_flexible_pendulum/pendulum.yaml", {"simulation.end_time=0.5"},
                               {"rod.momentum.x", "rod.momentum.y", "pin.force.x", "pin.force.y"}, 1);
  constexpr double h = 2e-4;
  double impulse_x = 0.0, impulse_y = 0.0;
  for (std::size_t i = 1; i < run.rows.size(); ++i) {
    impulse_x += 0.5 * h * (run.rows[i - 1][2] + run.rows[i][2]);
    impulse_y += 0.5 * h * (run.rows[i - 1][3] + run.rows[i][3]);
  }
  expect_figure("momentum in x", run.last()[0], impulse_x, 2e-3, "kg m/s");
  expect_figure("momentum in y", run.last()[1], impulse_y - 3.12 * 9.81 * 0.5, 2e-3, "kg m/s");
}

}  // namespace flexible_pendulum_test

}  // namespace percuss::verification
