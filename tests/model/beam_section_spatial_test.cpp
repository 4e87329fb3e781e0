// SPDX-License-Identifier: Apache-2.0
#include "model/beam_section_spatial.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace beam_section_spatial_test {

using Shape = BeamSection::Shape;

BeamSectionSpatial rectangle(double width, double height) {
  BeamSectionSpatial section;
  section.shape = Shape::rectangle;
  section.width = width;
  section.height = height;
  return section;
}

TEST(BeamSectionSpatial, HasTheNumbersOfItsShape) {
  BeamSectionSpatial tube;
  tube.shape = Shape::tube;
  tube.diameter = 2.0;
  tube.inner_diameter = 1.0;
  const auto ring = tube.numbers();
  EXPECT_NEAR(ring.area, 0.75 * M_PI, 1e-15 * 4.0);
  EXPECT_NEAR(ring.y, 15.0 * M_PI / 64.0, 1e-15);
  EXPECT_EQ(ring.z, ring.y);
  EXPECT_NEAR(ring.torsion, ring.polar(), 1e-15);
  const auto plank = rectangle(3.0, 2.0).numbers();
  EXPECT_NEAR(plank.area, 6.0, 1e-15);
  EXPECT_NEAR(plank.y, 2.0, 1e-15);  // b h^3/12
  EXPECT_NEAR(plank.z, 4.5, 1e-15);  // h b^3/12
}

// Timoshenko's table: J/(a c^3) = 0.1406 of the square, 0.1958 of 3:2, 0.312 of 10:1, 1/3 of a strip.
TEST(BeamSectionSpatial, RectanglesTwistAsSaintVenantSays) {
  EXPECT_NEAR(rectangle(1.0, 1.0).numbers().torsion, 0.140577, 1e-6);
  EXPECT_NEAR(rectangle(1.5, 1.0).numbers().torsion / 1.5, 0.1958, 5e-5);
  EXPECT_NEAR(rectangle(1.0, 10.0).numbers().torsion / 10.0, 0.312, 5e-4);
  EXPECT_NEAR(rectangle(1.0, 1e4).numbers().torsion / 1e4, 1.0 / 3.0, 1e-4);
}

TEST(BeamSectionSpatial, TellsWhatIsMissingOrTooMuch) {
  BeamSectionSpatial section;
  section.area = 1.0;
  section.second_moment_y = 1.0;
  section.width = 1.0;
  std::vector<Fault> faults;
  section.check(faults);
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_EQ(faults[0].key, "section.second_moment_z");
  EXPECT_EQ(faults[1].key, "section.torsion_constant");
  EXPECT_EQ(faults[2].key, "section.width");
}

}  // namespace beam_section_spatial_test
}  // namespace percuss
