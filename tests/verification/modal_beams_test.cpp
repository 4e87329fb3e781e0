// SPDX-License-Identifier: Apache-2.0
// Beams reduced to modes: the flexible pendulum by exact solutions of the reduced models (docs/verification.md), by its
// full model as modes are added, and against a wall, where the static response of the contact point tells.
#include <gtest/gtest.h>

#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace modal_beams_test {

const std::string pendulum = "15_flexible_pendulum/pendulum.yaml";

std::vector<double> tip_of(std::vector<std::string> overrides, double h, double end) {
  overrides.insert(overrides.end(), {"simulation.scheme=half_explicit_velocity", fmt::format("simulation.step={}", h),
                                     fmt::format("simulation.end_time={}", end)});
  return run_example(pendulum, overrides, {"rod.nodes.last.position.x", "rod.nodes.last.position.y"}).last();
}

struct Reduced {
  std::string frame;
  int modes;
  double x, y;
};
void PrintTo(const Reduced& p, std::ostream* out) { *out << p.frame << ' ' << p.modes; }

class ModalPendulum : public testing::TestWithParam<Reduced> {};

// The error of order 2 is taken out of two steps; what is left is of order 4 in h omega of the fastest mode (0.2), over
// the 1e-6 m that it moves.
TEST_P(ModalPendulum, HasItsTipWhereTheExactSolutionHasIt) {
  const auto& p = GetParam();
  const std::vector<std::string> reduced{"bodies.rod.frame=" + p.frame,
                                         fmt::format("bodies.rod.modes.count={}", p.modes)};
  const auto coarse = tip_of(reduced, 8e-5, 0.5), fine = tip_of(reduced, 4e-5, 0.5);
  expect_figure("x of the tip", (4.0 * fine[0] - coarse[0]) / 3.0, p.x, 2e-8, "m");
  expect_figure("y of the tip", (4.0 * fine[1] - coarse[1]) / 3.0, p.y, 2e-8, "m");
}

INSTANTIATE_TEST_SUITE_P(Frames, ModalPendulum,
                         testing::Values(Reduced{"tangential", 2, -.088841598605475, -.99605824571616},
                                         Reduced{"tangential", 6, -.088760498895087, -.99608760236449},
                                         Reduced{"pinned", 2, -.089291925575052, -.9960054979904},
                                         Reduced{"pinned", 6, -.089298954540305, -.9960277598688},
                                         Reduced{"articulated", 2, -.089496629260718, -.99598728153149},
                                         Reduced{"articulated", 6, -.089443533697164, -.99601497405917},
                                         Reduced{"free", 2, -.089594053080945, -.99597836657579},
                                         Reduced{"free", 6, -.089343730840561, -.99600086657629}),
                         [](const auto& reduced) {
                           return fmt::format("{}_{}", reduced.param.frame, reduced.param.modes);
                         });

// The same motion in other unknowns: to round-off, which 4000 steps of axial waves amplify.
TEST(ModalBeams, AllModesAreTheFullModel) {
  for (const std::string frame : {"tangential", "pinned", "articulated", "free"}) {
    const std::vector<std::string> full{"bodies.rod.frame=" + frame};
    auto reduced = full;
    reduced.push_back("bodies.rod.modes.count=24");
    const auto expected = tip_of(full, 4e-5, 0.16), got = tip_of(reduced, 4e-5, 0.16);
    EXPECT_NEAR(got[0], expected[0], 1e-9) << frame;
    EXPECT_NEAR(got[1], expected[1], 1e-9) << frame;
  }
}

// Rest on the stop: 3 EI/L^3 (rho A g L^4/(8 EI) + y) with y the height of the tip, which came to rest 1e-7 to 1e-6 m
// below the stop. Four modes lack 6.2e-4 of the tip's compliance, and their force is that much too large; with the
// static response of the tip nothing is missing. The rest of the motion has decayed to 1e-6 N.
TEST(ModalBeams, RestOnAStopWithTheForceOfTheirCompliance) {
  const auto relative_force = [](const std::vector<std::string>& modes) {
    auto overrides = modes;
    overrides.push_back("bodies.beam.damping.mass=30");
    const auto row =
        run_example("16_cantilever_stop/rigid.yaml", overrides, {"stop.force", "beam.nodes.last.position.y"}).last();
    constexpr double EI = 2.1e11 * 2.5e-9;
    return row[0] / (3.0 * EI * (7800.0 * 3e-4 * 9.81 / (8.0 * EI) + row[1]));
  };
  expect_figure("force on the stop, four modes", relative_force({"bodies.beam.modes.count=4"}), 1.0 + 5.5e-4, 2e-5, "");
  expect_figure("force on the stop, four modes and the static one",
                relative_force({"bodies.beam.modes.count=4", "bodies.beam.modes.static_points=[1.0]"}), 1.0, 1e-6, "");
}

}  // namespace modal_beams_test

}  // namespace percuss::verification
