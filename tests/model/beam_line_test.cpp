// SPDX-License-Identifier: Apache-2.0
#include "model/beam_line.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace beam_line_test {

struct Line : BeamLineOptions {
  std::vector<Fault> faults() const {
    std::vector<Fault> all;
    check_line(6, "u, v, w, phi_x, phi_y, phi_z", all);
    return all;
  }
};

TEST(BeamLine, HasNodesAtEqualDistancesOrWhereTheyAreGiven) {
  Line line;
  line.length = 3.0;
  line.elements = 2;
  EXPECT_EQ(line.nodes(), (std::vector{0.0, 1.5, 3.0}));
  line.elements = 0;
  line.node_positions = {0.0, 1.0, 3.0};
  EXPECT_EQ(line.nodes(), line.node_positions);
  EXPECT_TRUE(line.faults().empty());
}

TEST(BeamLine, SaysHowManyNumbersANodeHas) {
  Line line;
  line.length = 3.0;
  line.elements = 2;
  line.displacement = {1.0, 2.0};
  line.attach.nodes = {3.0};
  const auto faults = line.faults();
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_EQ(faults[0].key, "attach.nodes");
  EXPECT_EQ(faults[1].key, "attach.mass");
  EXPECT_EQ(faults[2].key, "displacement");
  EXPECT_NE(faults[2].remedy.find("18 numbers: u, v, w"), std::string::npos);
}

TEST(BeamLine, RefusesMeshesOfWhichRoundOffLeavesNothing) {
  BeamLineOptions beam;
  beam.length = 1.0;
  EXPECT_NO_THROW(check_fineness(beam, 1e-3));
  EXPECT_THROW(check_fineness(beam, 1e-4), InputError);
  beam.length = 1000.0;
  EXPECT_THROW(check_fineness(beam, 1e-2), InputError);
  beam.free_span = 10.0;
  EXPECT_NO_THROW(check_fineness(beam, 1e-2));
  EXPECT_THROW(check_fineness(beam, 1e-3), InputError);
  EXPECT_THROW(check_fineness(beam, 20.0), InputError);  // no span is shorter than an element
  EXPECT_NO_THROW(check_element(1.0, 1.0, 1.0, 1.0));
  EXPECT_THROW(check_element(1.0, 1.0, 1e-320, 1.0), InputError);
}

}  // namespace beam_line_test
}  // namespace percuss
