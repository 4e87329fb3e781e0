// SPDX-License-Identifier: Apache-2.0
// Error tables of [HETS], reproduced by the norms that give their figures (the slider-crank of [HETS, Table 1]).
#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/scheme_angles.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

namespace papers_tables_test {

using Kind = SliderGuide::Kind;

const TableScheme moreau_jean{"moreau_jean", {{"theta", 0.0}}};
const TableScheme half_explicit{"half_explicit_velocity", {}};

/// Spectral norm of a matrix of few rows.
double spectral_norm(const Eigen::MatrixXd& A) {
  const Eigen::MatrixXd gram = A * A.transpose();
  return std::sqrt(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram).eigenvalues().maxCoeff());
}

// Spectral norm of the angle differences over all steps up to 0.1 s; the joint is a notch without clearance. Reference:
// the half-explicit scheme with a joint at h = 1e-6, whose own error is a 1e-4-th of that at h = 1e-4.
TEST(HetsTable2, ErrorsOfTheSliderBetweenTwoWallsWithoutClearance) {
  constexpr double h = 1e-4, T = 0.1;
  const auto reference = angles(half_explicit, slider_guide(Kind::joint), 1e-6, T, h);
  const auto guide = slider_guide(Kind::notch, 0.0, 0.4, 0.0);
  for (const auto& [row, expected] : {std::pair{moreau_jean, 2.12e-1}, std::pair{half_explicit, 2.59e-2}})
    expect_figure("[HETS] Table 2, h = 1e-4 s, " + row.name, spectral_norm(angles(row, guide, h, T, h) - reference),
                  expected, 0.05 * expected, "rad");
}

// The same norm, with clearance, friction and impacts. Reference: the half-explicit scheme at h = 1e-7, which is of
// first order here: two digits more than the smallest figure of the table.
TEST(HetsTable3, ErrorsOfTheSliderThatStrikesTheWallsWithFriction) {
  constexpr double finest = 1e-5, T = 0.1;
  const auto reference = angles(half_explicit, slider_guide(Kind::notch), 1e-7, T, finest);
  const auto guide = slider_guide(Kind::notch);
  for (const auto& [row, expected] : {std::pair{moreau_jean, std::array{7.94e-1, 1.53e-1, 4.54e-2}},
                                      std::pair{half_explicit, std::array{4.72e-1, 1.75e-2, 3.30e-3}}})
    for (std::size_t i = 0; i < 3; ++i) {
      const double h = std::array{1e-3, 1e-4, finest}[i];
      const auto seen = angles(row, guide, h, T, h);
      expect_figure(fmt::format("[HETS] Table 3, h = {} s, {}", h, row.name),
                    spectral_norm(seen - thinned(reference, std::lround(h / finest))), expected[i], 0.05 * expected[i],
                    "rad");
    }
}

}  // namespace papers_tables_test

}  // namespace percuss::verification
