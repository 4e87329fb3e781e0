// SPDX-License-Identifier: Apache-2.0
// Spectral radius and period elongation of the mixed schemes at Omega = 1 and far beyond [MIX, Figs. 7 to 12].
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "scheme/spectrum.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace mixed_spectrum_test {

struct Row {
  std::string label, scheme;
  Values options;
  double radius, elongation;  // at Omega = 1
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

class MixedSpectrum : public testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(
    Schemes, MixedSpectrum,
    testing::Values(Row{"GeneralizedAlpha", "mixed_generalized_alpha", {{"rho_inf", 0.8}}, 0.99947461, 8.260e-2},
                    Row{"Bathe", "mixed_bathe", {}, 0.99705449, 4.002e-2},
                    Row{"EdAlpha", "mixed_ed_alpha", {{"rho_inf", 0.0}}, 0.98772960, 3.521e-3}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST_P(MixedSpectrum, AtOmegaOneIsThatOfTheReference) {
  const auto p = spectral_point(*find_scheme(GetParam().scheme), GetParam().options, 1.0);
  // Half a unit of the last figure given.
  expect_figure("spectral radius", p.radius, GetParam().radius, 5e-9, "1");
  expect_figure("period elongation", p.period_elongation, GetParam().elongation,
                GetParam().elongation > 0.01 ? 5e-6 : 5e-7, "1");
}

TEST(MixedSpectrumFarBeyond, IsAsDesigned) {
  const auto radius = [](const char* name, const Values& options) {
    return spectral_point(*find_scheme(name), options, 1e5).radius;
  };
  // Three eigenvalues meet at infinity: what is O(Omega^-2) in the matrix is its cube root in them.
  const double tolerance = 2.0 * std::pow(1e5, -2.0 / 3.0);
  for (const double rho : {0.0, 0.5, 0.8, 1.0})
    for (const char* name : {"mixed_generalized_alpha", "mixed_ed_alpha"})
      expect_figure(fmt::format("{} {}: spectral radius at Omega = 1e5", name, rho), radius(name, {{"rho_inf", rho}}),
                    rho, tolerance, "1");
  expect_figure("mixed_bathe: spectral radius at Omega = 1e5", radius("mixed_bathe", {}), 0.0, tolerance, "1");
}

}  // namespace mixed_spectrum_test

}  // namespace percuss::verification
