// SPDX-License-Identifier: Apache-2.0
#include "simulation/certificates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/point_plane.hpp"
#include "core/contact_list.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss {
namespace certificates_test {

/// A slider-crank on its joint and, in the same model, a notch around it.
std::unique_ptr<ContactList> joint_and_notch() {
  auto list = std::make_unique<ContactList>();
  list->add(std::make_unique<SliderGuide>(verification::slider_guide(SliderGuide::Kind::joint)));
  list->add(std::make_unique<SliderGuide>(verification::slider_guide(SliderGuide::Kind::notch)));
  return list;
}

StepReport report(double residual, double complementarity) {
  StepReport step;
  step.residual = residual;
  step.complementarity = complementarity;
  return step;
}

TEST(Certificates, KeepTheWorstOfAllSteps) {
  const PointPlane none;
  CertificateKeeper keeper(none);
  keeper.start({});
  keeper.add(report(1e-9, 2e-9), {});
  keeper.add(report(3e-9, 1e-9), {});
  EXPECT_EQ(keeper.run().residual, 3e-9);
  EXPECT_EQ(keeper.run().complementarity, 2e-9);
  EXPECT_EQ(keeper.run().min_gap(), 0.0);  // no contacts: nothing to report
}

TEST(Certificates, StartAfreshWithEveryRow) {
  const PointPlane none;
  CertificateKeeper keeper(none);
  keeper.start({});
  keeper.add(report(3e-9, 2e-9), {});
  keeper.clear_row();
  keeper.add(report(1e-9, 1e-9), {});
  EXPECT_EQ(keeper.row().residual, 1e-9);
  EXPECT_EQ(keeper.run().residual, 3e-9);
}

TEST(Certificates, MeasureGapsOfContactsAndDriftOfJoints) {
  const auto contacts = joint_and_notch();
  CertificateKeeper keeper(*contacts);
  State state = verification::slider_crank_start();
  keeper.start(state);
  EXPECT_NEAR(keeper.run().min_gap(), 1e-3, 1e-17);  // the clearance, not the joint's 0
  EXPECT_EQ(keeper.run().drift, 0.0);
  std::vector<ContactRecord> records(5);
  records[0].gap = -7.0;  // a joint: not a gap
  for (std::size_t k = 1; k < 5; ++k) records[k].gap = 1e-4 * static_cast<double>(k);
  keeper.add(report(0.0, 0.0), records);
  EXPECT_EQ(keeper.run().min_gap(), 1e-4);
  state.q[0] = 0.1;
  keeper.look(state);
  EXPECT_NEAR(keeper.run().drift, 0.153 * std::sin(0.1), 1e-16);
}

// What a scheme reports must be what its contact problem left: restitution on a free ball makes it exactly zero.
TEST(Certificates, ComplementarityOfAnElasticImpactIsRoundOff) {
  const auto system = verification::slider_crank();
  const auto guide = verification::slider_guide(SliderGuide::Kind::notch, 1e-3, 0.4, 0.0);
  const auto scheme = find_scheme("moreau_midpoint")->make(system, guide, {}, {});
  State state = verification::slider_crank_start();
  double worst = 0.0, largest = 0.0;
  for (int i = 0; i < 600; ++i) {
    const auto step = scheme->step(1e-5, state);
    ASSERT_TRUE(step.ok());
    worst = std::max(worst, step.complementarity);
    for (const auto& record : scheme->contacts()) largest = std::max(largest, record.percussion[0]);
  }
  EXPECT_GT(largest, 1e-2);  // it did hit: [N s]
  EXPECT_GT(worst, 0.0);     // and the product was formed
  EXPECT_LT(worst, 1e-12);   // residual 1e-12 of speeds below 1 m/s times 0.1 N s
}

}  // namespace certificates_test
}  // namespace percuss
