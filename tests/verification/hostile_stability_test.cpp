// SPDX-License-Identifier: Apache-2.0
// A step that lets some oscillation grow is refused, however unevenly the modes of a body are damped.
#include <gtest/gtest.h>

#include <cmath>

#include "core/fault.hpp"
#include "model/mass_chain.hpp"
#include "scheme/scheme_registry.hpp"
#include "scheme/stability.hpp"
#include "tests/model/models.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace hostile_stability_test {

/// Two masses of 1 kg on springs to ground that know nothing of each other; only the first has a damper.
MassChainOptions uneven() {
  MassChainOptions chain;
  chain.masses = {1.0, 1.0};
  chain.stiffness = {100.0, 0.0, 100.0};
  chain.damping = {10.0, 0.0, 0.0};
  return chain;
}

double limit(const std::string& scheme, const Values& options, const MassChainOptions& chain) {
  Model model;
  model.add_body("chain", "mass_chain", make_mass_chain(chain));
  return stable_step(*find_scheme(scheme), options, model.system);
}

TEST(HostileStability, AnUndampedMassBesideADampedOneHasItsOwnLimit) {
  expect_figure("limit of theta = 0", limit("moreau_jean", {{"theta", 0.0}}, uneven()), 0.0, 0.0, "s");
  expect_figure("limit of theta = 0.3", limit("moreau_jean", {{"theta", 0.3}}, uneven()), 0.0, 0.0, "s");
  EXPECT_EQ(limit("moreau_jean", {{"theta", 0.5}}, uneven()), INFINITY);
  // Newmark, beta = 0.3: omega h <= 1/sqrt(gamma/2 - beta) undamped, and more with damping. The scan ends at 1e-13.
  expect_figure("limit of Newmark, beta 0.3, gamma 0.7",
                limit("mixed_newmark", {{"beta", 0.3}, {"gamma", 0.7}}, uneven()), 0.1 / std::sqrt(0.05), 1e-7, "s");
  MassChainOptions free = uneven();
  free.damping = {};
  for (const long order : {2L, 3L})
    EXPECT_LE(limit("dg_minus", {{"order", order}}, uneven()), limit("dg_minus", {{"order", order}}, free)) << order;
}

/// The same masses, coupled: whatever the scheme, the bound must not exceed what the motion itself shows.
TEST(HostileStability, OfCoupledMassesNoStepBelowTheLimitGrows) {
  struct Case {
    std::string scheme;
    Values options;
  };
  MassChainOptions chain;
  chain.masses = {1.0, 0.2, 3.0};
  chain.stiffness = {100.0, 300.0, 20.0, 0.0};
  chain.damping = {0.0, 4.0, 0.0, 0.1};
  for (const auto& [scheme, options] : {Case{"half_explicit_velocity", {}}, Case{"dg_minus", {{"order", 3L}}},
                                        Case{"mixed_newmark", {{"beta", 0.3}, {"gamma", 0.7}}}}) {
    const double h = limit(scheme, options, chain);
    ASSERT_TRUE(std::isfinite(h)) << scheme;
    if (h == 0.0) continue;
    Model model;
    model.add_body("chain", "mass_chain", make_mass_chain(chain));
    const auto run = find_scheme(scheme)->make(model.system, model.contacts, {}, options);
    State state = model.initial;
    state.v << 1.0, -2.0, 0.5;
    for (int i = 0; i < 4000; ++i) {
      const auto step = run->step(h, state);
      ASSERT_TRUE(step.ok()) << scheme << ", h = " << h << ": " << step.report.message;
    }
    EXPECT_LT(state.v.norm(), 3.0) << scheme << ", h = " << h;
  }
}

TEST(HostileStability, OfManyMassesTheLeastDampedCountToo) {
  MassChainOptions chain;
  chain.masses.assign(1000, 1.0);
  chain.stiffness.assign(1001, 100.0);
  chain.damping.assign(1001, 0.0);
  chain.damping[3] = 10.0;
  EXPECT_EQ(limit("moreau_jean", {{"theta", 0.3}}, chain), 0.0);
  chain.damping.assign(1001, 1.0);  // as the springs: every mode is damped, by a hundredth of omega^2
  EXPECT_GT(limit("moreau_jean", {{"theta", 0.3}}, chain), 0.0);
}

}  // namespace hostile_stability_test
}  // namespace percuss::verification
