// SPDX-License-Identifier: Apache-2.0
#include "simulation/state_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/model_file.hpp"

namespace percuss {
namespace state_columns_test {

TEST(StateColumns, NameTheQuantityThatShowsEachColumn) {
  const auto path = std::string(PERCUSS_SOURCE_DIR) + "/examples/09_mixing_discs/discs.yaml";
  const std::vector<std::string> few{"bodies.left.count=2", "bodies.right.count=1"};
  const auto discs = read_model(path, few);
  const auto columns = state_columns(*discs.model);
  EXPECT_NE(columns.q.find("left.nodes.0.x\nleft.nodes.0.y\nleft.nodes.0.phi\nleft.nodes.1.x\n"), std::string::npos);
  EXPECT_NE(columns.v.find("left.nodes.1.omega\n"), std::string::npos);
  EXPECT_NE(columns.q.find("stirrer.phi\n"), std::string::npos);
  EXPECT_EQ(std::count(columns.q.begin(), columns.q.end(), '\n'), discs.model->system.num_q());
  EXPECT_EQ(std::count(columns.v.begin(), columns.v.end(), '\n'), discs.model->system.num_v());
}

TEST(StateColumns, OfManyUnknownsNameTheBodies) {
  const auto bar = read_model(std::string(PERCUSS_SOURCE_DIR) + "/examples/02_impacting_bar/bar.yaml");
  EXPECT_EQ(state_columns(*bar.model, 1000).q, "columns 0 to 50: bar\n");
  EXPECT_TRUE(state_columns(*bar.model).q.starts_with("bar.nodes.0.displacement\nbar.nodes.1.displacement\n"));
}

}  // namespace state_columns_test
}  // namespace percuss
