// SPDX-License-Identifier: Apache-2.0
#include "model/model.hpp"

#include <gtest/gtest.h>

#include "tests/model/models.hpp"

namespace percuss {
namespace model_test {

TEST(Model, StartsEmpty) {
  const Model model;
  EXPECT_EQ(model.system.num_bodies(), 0);
  EXPECT_EQ(model.find_body("bar"), nullptr);
  EXPECT_TRUE(model.body_names().empty());
  EXPECT_EQ(model.initial.q.size(), 0);
}

TEST(Model, PutsBodiesAndTheirStateSideBySide) {
  const auto model = bar_and_masses();
  EXPECT_EQ(model->system.num_v(), 10);
  EXPECT_EQ(model->body_names(), (std::vector<std::string>{"bar", "disc", "stone"}));
  EXPECT_EQ(model->initial.q, (Vector(10) << 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0).finished());
  EXPECT_EQ(model->initial.v, Vector::Zero(10));
  EXPECT_EQ(model->initial.t, 0.0);
}

TEST(Model, FindsABodyByItsName) {
  const auto model = bar_and_masses();
  const auto* stone = model->find_body("stone");
  ASSERT_NE(stone, nullptr);
  EXPECT_EQ(stone->type, "point_mass");
  EXPECT_EQ(stone->number, 2);
  EXPECT_EQ(stone->q_offset, 7);
  EXPECT_EQ(stone->v_offset, 7);
  EXPECT_EQ(stone->nodes.dimension, 3);
  EXPECT_EQ(stone->count, 1);
  EXPECT_EQ(model->find_body("rock"), nullptr);
}

TEST(FindNode, TakesWordsAndNumbers) {
  const Nodes nodes{5, 1, {}};
  EXPECT_EQ(find_node(nodes, "first"), 0);
  EXPECT_EQ(find_node(nodes, "last"), 4);
  EXPECT_EQ(find_node(nodes, "0"), 0);
  EXPECT_EQ(find_node(nodes, "4"), 4);
}

TEST(FindNode, SaysWhenThereIsNone) {
  const Nodes nodes{5, 1, {}};
  for (const std::string text : {"5", "-1", "", "x", "1x", "1.0", " 1", "99999999999999999999", "First"})
    EXPECT_EQ(find_node(nodes, text), -1) << text;
}

}  // namespace model_test
}  // namespace percuss
