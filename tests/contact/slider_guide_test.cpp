// SPDX-License-Identifier: Apache-2.0
#include "contact/slider_guide.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "model/slider_crank.hpp"
#include "tests/contact/contact_checks.hpp"

namespace percuss {
namespace slider_guide_test {

SliderGuide::Parameters guide_of_table_1() {
  SliderGuide::Parameters p;
  p.crank_length = 0.153;
  p.rod_length = 0.306;
  p.half_length = 0.05;
  p.half_height = 0.025;
  p.clearance = 1e-3;
  p.restitution = 0.4;
  p.friction = 0.01;
  return p;
}

TEST(SliderGuide, LeavesTheClearanceAtEachCornerOfACentredSlider) {
  const SliderGuide notch(guide_of_table_1());
  Vector gap(4);
  notch.gaps(0.0, Vector::Zero(3), gap);
  for (Index k = 0; k < 4; ++k) EXPECT_NEAR(gap[k], 1e-3, 1e-17) << k;
  EXPECT_EQ(notch.name(3), "slider.4");
}

// A slider turned by phi has its corners at (x3, y3) + R(phi) (+-a, +-b): the walls stand at +-d/2.
TEST(SliderGuide, MeasuresTheCornersOfATurnedSlider) {
  const SliderGuide notch(guide_of_table_1());
  const Vector q = (Vector(3) << 0.3, -0.16, 0.02).finished();
  const double y3 = 0.153 * std::sin(0.3) + 0.306 * std::sin(-0.16), half = 0.026;
  const auto corner_y = [&](double x, double y) { return y3 + x * std::sin(0.02) + y * std::cos(0.02); };
  Vector gap(4);
  notch.gaps(0.0, q, gap);
  EXPECT_NEAR(gap[0], half - corner_y(-0.05, 0.025), 1e-16);
  EXPECT_NEAR(gap[1], half - corner_y(0.05, 0.025), 1e-16);
  EXPECT_NEAR(gap[2], half + corner_y(-0.05, -0.025), 1e-16);
  EXPECT_NEAR(gap[3], half + corner_y(0.05, -0.025), 1e-16);
}

TEST(SliderGuide, ItsRowsAndTheirDerivativesBelongTogether) {
  MechanicalSystem system;
  system.add(std::make_unique<SliderCrank>());
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-2.0, 2.0);
  auto joint = guide_of_table_1(), smooth = joint;
  joint.kind = SliderGuide::Kind::joint;
  smooth.friction = 0.0;
  for (const auto& parameters : {guide_of_table_1(), joint, smooth})
    for (int sample = 0; sample < 20; ++sample) {
      const Vector q = Vector::NullaryExpr(3, [&](Index) { return any(random); });
      const Vector v = Vector::NullaryExpr(3, [&](Index) { return any(random); });
      // Lengths below 1 m, speeds below 4 m/s; differences over 1e-6 s lose to round-off 1e-10 and to their cube 1e-12.
      expect_consistent_derivatives(SliderGuide(parameters), system, q, v, 2e-9);
    }
}

// The slip of a corner along its wall is the rate of its x.
TEST(SliderGuide, ItsTangentialRowsAreTheSlipOfTheCorners) {
  const SliderGuide notch(guide_of_table_1());
  const Vector q = (Vector(3) << 0.4, -0.2, 0.1).finished(), v = (Vector(3) << 3.0, -2.0, 5.0).finished();
  ContactSet set;
  const auto all = all_contacts(notch);
  notch.evaluate(0.0, q, 3, all, set);
  const double sx[] = {-1, 1, -1, 1}, sy[] = {1, 1, -1, -1};
  for (Index k = 0; k < 4; ++k) {
    const auto x = [&](double t) {
      const double a = 0.05 * sx[k], b = 0.025 * sy[k], phi = q[2] + t * v[2];
      return 0.153 * std::cos(q[0] + t * v[0]) + 0.306 * std::cos(q[1] + t * v[1]) + a * std::cos(phi) -
             b * std::sin(phi);
    };
    EXPECT_NEAR(set.W.column_dot(2 * k + 1, v), (x(1e-6) - x(-1e-6)) / 2e-6, 1e-9) << k;  // 1e-16 / 1e-6 round-off
  }
}

TEST(SliderGuide, HasOneRowWithoutFrictionAndOneAsAJoint) {
  auto parameters = guide_of_table_1();
  parameters.friction = 0.0;
  EXPECT_EQ(SliderGuide(parameters).num_rows(0), 1);
  parameters.kind = SliderGuide::Kind::joint;
  const SliderGuide joint(parameters);
  EXPECT_EQ(joint.size(), 1);
  EXPECT_EQ(joint.name(0), "slider");
  EXPECT_TRUE(joint.is_joint(0));
}

}  // namespace slider_guide_test
}  // namespace percuss
