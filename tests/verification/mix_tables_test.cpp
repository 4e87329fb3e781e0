// SPDX-License-Identifier: Apache-2.0
// Error tables of [MIX]: the rigid slider-crank on a joint and in its notch, by Moreau's midpoint rule, the
// half-explicit scheme and three mixed ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/verification/figure.hpp"
#include "tests/verification/scheme_angles.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

namespace mix_tables_test {

using Kind = SliderGuide::Kind;

constexpr double T = 0.05, every = 1e-4;
constexpr std::array steps{1e-4, 1e-5, 1e-6};

/// [MIX (92)]: 2-norm of the relative errors of theta_2 at every `stride`-th instant.
double relative_error(const Eigen::MatrixXd& seen, const Eigen::MatrixXd& exact, Index stride) {
  const Eigen::ArrayXd a = thinned(seen, stride).row(1).transpose(), b = thinned(exact, stride).row(1).transpose();
  return ((a - b) / b).matrix().norm();
}

struct ErrorLine {
  TableScheme scheme;
  std::array<double, 3> seen;                // t_k = k 1e-4 s
  std::array<double, 2> printed, tolerance;  // t_k = k 1e-3 s, where the paper's figures are met
};

// The paper does not name its instants t_k, and nine tenths of the norm come from those beside t = 0.034 s, where
// theta_2 passes zero. Moreau's rule has the printed errors 1.3e1 1.3e0 1.3e-1 with t_k = k 1e-4 s, the others have
// theirs, of one or two digits, with t_k = k 1e-3 s. For h = 1e-6 the paper prints 1.6e-5 for Bathe and ED-alpha alike:
// the error of its reference. Ours is the half-explicit scheme at h = 1e-7: it takes 1 % off the figures for h = 1e-6.
TEST(MixTable4, RelativeErrorsOfTheConnectingRod) {
  const auto joint = slider_guide(Kind::joint);
  const auto exact = angles({"half_explicit_velocity", {}}, joint, 1e-7, T, every);
  const std::vector<ErrorLine> lines{
      {{"moreau_midpoint", {}}, {1.311e1, 1.297e0, 1.296e-1}, {}, {}},
      {{"half_explicit_velocity", {}}, {1.838e-1, 1.890e-3, 1.895e-5}, {0.1, 0.1e-2}, {0.06, 0.06e-2}},
      {{"mixed_generalized_alpha", {}}, {1.760e-1, 1.759e-3, 1.759e-5}, {0.1, 0.1e-2}, {0.06, 0.06e-2}},
      {{"mixed_bathe", {}}, {8.795e-2, 8.783e-4, 8.783e-6}, {0.7e-1, 0.7e-3}, {0.05e-1, 0.05e-3}},
      {{"mixed_ed_alpha", {}}, {1.665e-1, 1.659e-3, 1.658e-5}, {1.3e-1, 1.3e-3}, {0.06e-1, 0.06e-3}}};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto seen = angles(line.scheme, joint, steps[i], T, every);
      const auto what = fmt::format("[MIX] Table 4, h = {} s, {}", steps[i], line.scheme.name);
      expect_figure(what, relative_error(seen, exact, 1), line.seen[i], 0.05 * line.seen[i], "1");
      if (i < 2 && line.printed[i] > 0.0)
        expect_figure(what + ", as printed", relative_error(seen, exact, 10), line.printed[i], line.tolerance[i], "1");
    }
}

struct OrderLine {
  TableScheme scheme;
  std::array<double, 3> printed;
  std::array<double, 3> seen;
};

// The paper does not define the error of its Table 6. The largest error of theta_1 and theta_2 over t_k = k 1e-4 s has
// its orders, and its figures but for 30 %, provided that the acceleration before an impact is kept after it, as in the
// paper. Reference, as there: ED-alpha with rho_inf = 0 at h = 1e-7.
TEST(MixTable6, OrdersOfTheSliderThatStrikesTheWallsWithFriction) {
  const auto notch = slider_guide(Kind::notch);
  const Values kept{{"after_impact", std::string("kept")}};
  const auto exact = angles({"mixed_ed_alpha", kept}, notch, 1e-7, T, every);
  const std::vector<OrderLine> lines{
      {{"moreau_midpoint", {}}, {6.7e-2, 6.4e-3, 6.4e-4}, {4.82e-2, 4.70e-3, 4.68e-4}},
      {{"half_explicit_velocity", {}}, {1.1e-3, 2.8e-5, 2.3e-6}, {9.69e-4, 2.95e-5, 2.60e-6}},
      {{"mixed_generalized_alpha", kept}, {2.0e-3, 1.2e-4, 1.4e-5}, {2.03e-3, 1.13e-4, 1.32e-5}},
      {{"mixed_bathe", kept}, {1.4e-3, 7.8e-5, 8.9e-6}, {1.21e-3, 6.62e-5, 8.77e-6}},
      {{"mixed_ed_alpha", kept}, {9.4e-4, 2.8e-5, 2.3e-6}, {8.90e-4, 3.06e-5, 2.60e-6}}};
  for (const auto& line : lines) {
    std::array<double, 3> error;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      error[i] = (angles(line.scheme, notch, steps[i], T, every) - exact).cwiseAbs().maxCoeff();
      expect_figure(fmt::format("[MIX] Table 6, largest error, h = {} s, {}", steps[i], line.scheme.name), error[i],
                    line.seen[i], 0.05 * line.seen[i], "rad");
      if (i > 0)
        expect_figure(fmt::format("[MIX] Table 6, order from h = {} s, {}", steps[i - 1], line.scheme.name),
                      std::log10(error[i - 1] / error[i]), std::log10(line.printed[i - 1] / line.printed[i]), 0.1, "1");
    }
  }
}

}  // namespace mix_tables_test

}  // namespace percuss::verification
