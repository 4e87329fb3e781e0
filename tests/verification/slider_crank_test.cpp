// SPDX-License-Identifier: Apache-2.0
// The rigid slider-crank of [HETS]: what the schemes do where M, f and W depend on the configuration, with joints,
// impacts and friction. References: event-by-event solutions on a grid of 1 ms (tests/verification/data).
#include <gtest/gtest.h>

#include <cmath>

#include "scheme/scheme_registry.hpp"
#include "tests/verification/angle_error.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

namespace slider_crank_test {

struct Row {
  std::string label, scheme;
  Values options;
  std::vector<double> errors;  // at h = 1e-3, 1e-4, 1e-5, 1e-6
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

double largest_error(const Row& row, const SliderGuide& guide, const std::string& reference, double h) {
  return largest_angle_error(row.scheme, row.options, slider_crank(), guide, slider_crank_start(), {0, 1, 2}, reference,
                             h);
}

void compare(const Row& row, const SliderGuide& guide, const std::string& reference) {
  const std::vector<double> hs{1e-3, 1e-4, 1e-5, 1e-6};
  for (std::size_t i = 0; i < hs.size(); ++i)
    expect_figure(fmt::format("largest error of an angle, h = {} s", hs[i]),
                  largest_error(row, guide, reference, hs[i]), row.errors[i], 0.05 * row.errors[i], "rad");
}

class BilateralSliderCrank : public testing::TestWithParam<Row> {};

TEST_P(BilateralSliderCrank, HasTheErrorsOfTheReferenceTable) {
  compare(GetParam(), slider_guide(SliderGuide::Kind::joint), "slider_crank_bilateral.csv");
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, BilateralSliderCrank,
    testing::Values(Row{"MoreauMidpoint", "moreau_midpoint", {}, {5.89e-1, 5.00e-2, 4.91e-3, 4.90e-4}},
                    Row{"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}, {9.98e-2, 5.18e-3, 5.07e-4, 5.06e-5}},
                    Row{"HalfExplicit", "half_explicit_velocity", {}, {5.82e-2, 8.09e-4, 8.32e-6, 8.34e-8}}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST(SliderCrankOnAJoint, IsFollowedByTheGalerkinSchemesAtTheirOrders) {
  const auto joint = slider_guide(SliderGuide::Kind::joint);
  const double bound[] = {1e-3, 5e-8, 5e-8, 1e-10};
  for (const char* name : {"dg_minus", "dg_plus"})
    for (std::int64_t M = 1; M <= 4; ++M) {
      const Row row{"", name, {{"order", M}}, {}};
      const double coarse = largest_error(row, joint, "slider_crank_bilateral.csv", 1e-3);
      const double fine = largest_error(row, joint, "slider_crank_bilateral.csv", 1e-4);
      // The crank turns by 0.15 rad in a step of 1 ms: not yet the asymptotic range. M = 4 ends at 3e-11 rad, the noise
      // of the differences by which this model's W'dot v is formed.
      EXPECT_GT(std::log10(coarse / fine), static_cast<double>(M) + 1.0 - 0.2) << name << " of order " << M;
      EXPECT_LT(fine, bound[M - 1]) << name << ", M = " << M;
    }
}

class UnilateralSliderCrank : public testing::TestWithParam<Row> {};

TEST_P(UnilateralSliderCrank, HasTheErrorsOfTheReferenceTable) {
  compare(GetParam(), slider_guide(SliderGuide::Kind::notch), "slider_crank_unilateral.csv");
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, UnilateralSliderCrank,
    testing::Values(Row{"MoreauMidpoint", "moreau_midpoint", {}, {5.67e-1, 4.82e-2, 4.70e-3, 4.68e-4}},
                    Row{"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}, {1.18e-1, 7.25e-3, 6.99e-4, 7.28e-5}},
                    Row{"HalfExplicit", "half_explicit_velocity", {}, {5.56e-2, 9.58e-4, 3.00e-5, 2.82e-6}}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

// G as a recipe and G as a matrix are one: M changes between the two ends of a step.
TEST(SliderCrankOnAJoint, MovesTheSameWithEitherDelassusOperator) {
  const auto joint = slider_guide(SliderGuide::Kind::joint);
  const auto end_with = [&](const std::string& scheme, const Values& options, DelassusKind delassus) {
    const auto system = slider_crank();
    SolverSet solvers;
    solvers.delassus = delassus;
    solvers.contact.name = ContactSolverOptions::Name::jacobi;  // the one that needs no rows
    const auto made = find_scheme(scheme)->make(system, joint, solvers, options);
    State state = slider_crank_start();
    for (int i = 0; i < 200; ++i) EXPECT_TRUE(made->step(1e-4, state).ok());
    return state;
  };
  for (const auto& [scheme, options] : {std::pair<std::string, Values>{"half_explicit_velocity", {}},
                                        {"half_explicit_acceleration", {}},
                                        {"explicit_velocity", {}},
                                        {"moreau_jean", {{"theta", 0.0}}},
                                        {"moreau_midpoint", {}}}) {
    const auto assembled = end_with(scheme, options, DelassusKind::assembled);
    const auto implicit = end_with(scheme, options, DelassusKind::implicit);
    // Round-off of 200 steps, tolerance 1e-12 of the solver.
    EXPECT_LT((assembled.q - implicit.q).norm(), 1e-10) << scheme;
    EXPECT_LT((assembled.v - implicit.v).norm(), 1e-8) << scheme;
  }
}

TEST(SliderCrankBody, ConservesItsEnergyWithoutContacts) {
  const auto system = slider_crank();
  const auto open = slider_guide(SliderGuide::Kind::notch, 10.0);  // walls out of reach
  const auto scheme = find_scheme("half_explicit_velocity")->make(system, open, {}, {});
  State state = slider_crank_start();
  const double start = system.energy(0.0, state.q, state.v).total();
  for (int i = 0; i < 20000; ++i) scheme->step(1e-6, state);
  EXPECT_NEAR(system.energy(0.0, state.q, state.v).total(), start, 1e-7 * start);  // order 2 at omega h = 1.5e-4
}

}  // namespace slider_crank_test

}  // namespace percuss::verification
