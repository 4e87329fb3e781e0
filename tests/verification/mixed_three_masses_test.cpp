// SPDX-License-Identifier: Apache-2.0
// Three masses on springs under gravity [MIX, Sec. 2.8], the last one held by a stiff spring (a) or by a joint (b): the
// mixed schemes against the modal solution.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/decompositions.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/three_masses.hpp"

namespace percuss::verification {

namespace mixed_three_masses_test {

constexpr double g = 9.81, stiff = 1e7;

/// q1(t) of unit masses on K under gravity, from rest, by its modes.
class ModalSolution {
 public:
  explicit ModalSolution(const Matrix& K) : modes_(K) {}
  double q1(double t) const {
    double q = 0.0;
    for (Index i = 0; i < modes_.eigenvalues().size(); ++i) {
      const auto mode = modes_.eigenvectors().col(i);
      const double square = modes_.eigenvalues()[i];
      q += mode[0] * mode.sum() * g / square * (1.0 - std::cos(std::sqrt(square) * t));
    }
    return q;
  }

 private:
  Eigen::SelfAdjointEigenSolver<Matrix> modes_;
};

ModalSolution exact(bool joint) {
  if (joint) return ModalSolution((Matrix(2, 2) << 2, -1, -1, 2).finished());
  return ModalSolution((Matrix(3, 3) << 2, -1, 0, -1, 2, -1, 0, -1, 1 + stiff).finished());
}

struct Run {
  double largest_error = 0.0;  // of q1 over 10 s
  double largest_q3 = 0.0, mean_q3 = 0.0;
  double force_scatter = 0.0;  // largest change of the joint's force between successive steps
};

Run run(const std::string& name, const Values& options, bool joint, double h) {
  const auto model = three_masses(1.0, joint ? 0.0 : stiff);
  const auto scheme = find_scheme(name)->make(model->system, model->contacts, {}, options);
  const auto modal = exact(joint);
  State state = model->initial;
  Run seen;
  const int steps = static_cast<int>(std::lround(10.0 / h));
  double force = 0.0;
  for (int i = 1; i <= steps; ++i) {
    EXPECT_TRUE(scheme->step(h, state).ok());
    seen.largest_error = std::max(seen.largest_error, std::abs(state.q[0] - modal.q1(i * h)));
    seen.largest_q3 = std::max(seen.largest_q3, std::abs(state.q[2]));
    seen.mean_q3 += state.q[2] / steps;
    if (!joint) continue;
    const double now = scheme->contacts()[0].force[0];
    if (i > 1) seen.force_scatter = std::max(seen.force_scatter, std::abs(now - force));
    force = now;
  }
  return seen;
}

struct Row {
  std::string label, scheme;
  Values options;
  double error;  // of q1, h = 1e-3
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

class ThreeMasses : public testing::TestWithParam<Row> {};

// Bathe's error is half that of the trapezoidal rule (period elongation Omega^2/24 instead of Omega^2/12).
INSTANTIATE_TEST_SUITE_P(Schemes, ThreeMasses,
                         testing::Values(Row{"GeneralizedAlpha", "mixed_generalized_alpha", {}, 6.831e-6},
                                         Row{"Bathe", "mixed_bathe", {}, 3.236e-6},
                                         Row{"Newmark", "mixed_newmark", {}, 6.472e-6},
                                         Row{"Hht", "mixed_hht", {}, 9.68e-6}),
                         [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST_P(ThreeMasses, HaveTheErrorsOfTheReferenceTable) {
  for (const bool joint : {false, true})  // half a unit of the last figure of the table
    expect_figure(fmt::format("{}, {}: largest error of q1, h = 1e-3", GetParam().label, joint ? "joint" : "spring"),
                  run(GetParam().scheme, GetParam().options, joint, 1e-3).largest_error, GetParam().error,
                  GetParam().label == "Hht" ? 5e-9 : 6e-10, "m");
}

TEST_P(ThreeMasses, OnAJointConvergeAtOrderTwo) {
  double last = 0.0;
  for (const double h : {0.1, 0.05, 0.025, 0.0125, 0.00625}) {
    const double error = run(GetParam().scheme, GetParam().options, true, h).largest_error;
    if (last > 0.0) {
      EXPECT_NEAR(std::log2(last / error), 2.0, 0.01) << h;  // next term: h^2 = 0.01 of the first
    }
    last = error;
  }
}

// 4.3041e-10 m in 40 digits as well; the 4.157e-10 m of the reference table are off by what its double precision leaves
// (10^4 steps of round-off of 20 m).
TEST(ThreeMassesWithEdAlpha, HaveNextToNoError) {
  for (const bool joint : {false, true})
    expect_figure(fmt::format("EdAlpha 0.5, {}: largest error of q1, h = 1e-3", joint ? "joint" : "spring"),
                  run("mixed_ed_alpha", {{"rho_inf", 0.5}}, joint, 1e-3).largest_error, 4.3041e-10, 2e-11, "m");
}

TEST(ThreeMassesOnAJoint, ConvergeAtOrderThreeWithEdAlphaAndFourUndamped) {
  for (const double rho : {0.0, 0.5, 1.0}) {
    double last = 0.0;
    for (const double h : {0.1, 0.05, 0.025, 0.0125, 0.00625}) {
      const double error = run("mixed_ed_alpha", {{"rho_inf", rho}}, true, h).largest_error;
      if (last > 0.0) {
        EXPECT_NEAR(std::log2(last / error), rho < 1.0 ? 3.0 : 4.0, 0.05)
            << rho << ' ' << h;  // next term: h of the first
      }
      last = error;
    }
  }
}

TEST_P(ThreeMasses, OnAJointKeepTheLastOneWhereItIs) {
  const auto seen = run(GetParam().scheme, GetParam().options, true, 1e-2);
  EXPECT_LT(seen.largest_q3, 1e-15);   // round-off of q1, q2 = 20 m times h^2, summed up
  EXPECT_LT(seen.force_scatter, 0.2);  // q2' h: the force follows q2
}

TEST_P(ThreeMasses, OnAStiffSpringNeedNoStepOfItsFrequency) {
  const auto seen = run(GetParam().scheme, GetParam().options, false, 1e-2);  // omega h = 32
  EXPECT_LT(seen.largest_q3, 3e-5);  // static deflection: (g + q2)/k = 3e-6, and the start
}

// [MIX, Figs. 17, 18]: what the paper takes for a property of the velocity level is its start (25) without lambda_0.
TEST(ThreeMassesOnAJoint, AreOffsetAndTheForceOscillatesWhenTheStartIgnoresTheForce) {
  constexpr double h = 0.05;
  for (const double rho : {0.0, 0.5, 0.8}) {
    const double q = (1.0 - rho) / (1.0 + rho), offset = -g * h * h / 4.0 * q * q;
    const Values consistent{{"rho_inf", rho}}, paper{{"rho_inf", rho}, {"start", std::string("paper")}};
    const auto as_printed = run("mixed_generalized_alpha", paper, true, h);
    const auto clean = run("mixed_generalized_alpha", consistent, true, h);
    expect_figure(fmt::format("generalized-alpha {}: q3 with the start (25), h = 0.05", rho), as_printed.mean_q3,
                  offset, 0.01 * std::abs(offset), "m");
    EXPECT_LT(clean.largest_q3, 1e-14) << rho;
    EXPECT_GT(as_printed.force_scatter, 2.0) << rho;  // (25) is wrong by g = 9.81 m/s^2
    EXPECT_LT(clean.force_scatter, 1.0) << rho;       // q2' h = 12 m/s * 0.05 s * 1 N/m at most
  }
}

}  // namespace mixed_three_masses_test

}  // namespace percuss::verification
