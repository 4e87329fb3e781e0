// SPDX-License-Identifier: Apache-2.0
// `compare` as a whole on the slider-crank of [HETS]: the paper's table of errors.
#include "simulation/comparison.hpp"

#include <gtest/gtest.h>

#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace {

// [HETS, Table 3] prints 7.1e-1, 1.5e-1, 4.5e-2 for the explicit Moreau-Jean scheme and 4.7e-1, 1.8e-2, 3.3e-3 for the
// half-explicit one; the expected figures are those of an independent implementation, in the three digits it gives. The
// 0.71 of the paper is not met by either.
TEST(SchemeComparison, ReproducesTheErrorsOfTheUnilateralSliderCrank) {
  ComparisonOptions options;
  options.model = std::string(PERCUSS_SOURCE_DIR) + "/examples/03_slider_crank/unilateral.yaml";
  options.schemes = {"moreau_jean:theta=0", "half_explicit_velocity"};
  options.steps = {1e-3, 1e-4, 1e-5};
  options.columns = {"theta1", "theta2", "theta3"};
  options.norm = ErrorNorm::spectral;
  options.until = 0.1;
  options.reference_step = 1e-7;
  options.timing_rounds = 0;
  const auto found = compare(options);
  ASSERT_TRUE(found.all_done()) << found.reference_failure;
  const std::vector<double> expected{7.94e-1, 1.53e-1, 4.54e-2, 4.72e-1, 1.75e-2, 3.30e-3};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& one = found.cases[i];
    expect_figure(fmt::format("{}, h = {} s: spectral norm of the errors", one.scheme, one.step), *one.error,
                  expected[i], 5e-3 * expected[i], "rad");
  }
}

}  // namespace

}  // namespace percuss::verification
