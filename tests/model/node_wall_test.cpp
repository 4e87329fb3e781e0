// SPDX-License-Identifier: Apache-2.0
#include "model/node_wall.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace node_wall_test {

NodeWallOptions wall_for(const std::string& body) {
  NodeWallOptions options;
  options.body = body;
  return options;
}

double gap(const Model& model, const Vector& q) {
  Vector gaps(model.contacts.size());
  model.contacts.gaps(0.0, q, gaps);
  return gaps[gaps.size() - 1];
}

Keys keys_of(const NodeWallOptions& options) {
  auto model = bar_and_masses();
  const auto keys = keys_thrown([&] { add_node_wall(*model, "wall", options); });
  if (!keys.empty()) {
    EXPECT_EQ(model->contacts.size(), 0);  // nothing half done
  }
  return keys;
}

TEST(NodeWall, StandsBehindTheEndOfABar) {
  auto model = bar_and_masses();
  auto options = wall_for("bar");
  options.node = "last";
  options.wall = {2.5};
  options.normal = {-1.0};  // the bar, 2 m long, comes from the left
  options.restitution = 0.5;
  add_node_wall(*model, "stop", options);
  EXPECT_EQ(model->contacts.name(0), "stop");
  EXPECT_EQ(gap(*model, Vector::Zero(10)), 0.5);
  EXPECT_EQ(gap(*model, 0.5 * Vector::Unit(10, 4)), 0.0);  // row 4: the last node
  ContactSet set;
  const std::vector<Index> closed{0};
  model->contacts.evaluate(0.0, model->initial.q, 10, closed, set);
  EXPECT_EQ(set.W.row(0), 4);
  EXPECT_EQ(set.W.value(0), -1.0);
  EXPECT_EQ(set.eps_n[0], 0.5);
}

TEST(NodeWall, MayBeInclined) {
  auto model = bar_and_masses();
  auto options = wall_for("disc");
  options.normal = {3.0, 4.0};  // any length
  options.friction = 0.2;
  options.tangential_restitution = 0.1;
  add_node_wall(*model, "slope", options);
  EXPECT_NEAR(gap(*model, model->initial.q), 0.6 * 1.0 + 0.8 * 2.0, 1e-15);  // a few eps
  EXPECT_EQ(model->contacts.num_rows(0), 2);
  ContactSet set;
  const std::vector<Index> closed{0};
  model->contacts.evaluate(0.0, model->initial.q, 10, closed, set);
  EXPECT_EQ(set.W.row(0), 5);
  EXPECT_EQ(set.mu[0], 0.2);
  EXPECT_EQ(set.eps_t[0], 0.1);
}

TEST(NodeWall, FillsMissingCoordinatesWithZeros) {
  auto model = bar_and_masses();
  auto options = wall_for("stone");
  options.wall = {1.0};
  options.normal = {0.0, 0.0, 2.0};
  add_node_wall(*model, "floor", options);
  EXPECT_EQ(gap(*model, model->initial.q), 5.0);
  options.normal = {1.0};
  add_node_wall(*model, "side", options);
  EXPECT_EQ(gap(*model, model->initial.q), 2.0);
}

TEST(NodeWall, StopsAPointOfARigidBody) {
  auto model = bar_and_masses();
  model->add_body("plate", "planar", planar_body(1.0, 1.0, {0.0, 3.0, M_PI / 2.0}));
  model->add_body("box", "spatial", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 3.0}));
  auto options = wall_for("plate");
  options.point = {-1.0, 0.5};  // turned by a quarter: (-0.5, -1) from the centre
  options.normal = {0.0, 1.0};
  options.friction = 0.3;
  add_node_wall(*model, "floor", options);
  EXPECT_NEAR(gap(*model, model->initial.q), 2.0, 1e-15);  // a few eps
  EXPECT_EQ(model->contacts.num_rows(0), 2);
  options.body = "box";
  options.point = {1.0, 1.0, -1.0};
  options.normal = {0.0, 0.0, 1.0};
  add_node_wall(*model, "table", options);
  EXPECT_NEAR(gap(*model, model->initial.q), 2.0, 1e-15);
  EXPECT_EQ(model->contacts.num_rows(1), 3);
  EXPECT_FALSE(model->contacts.has_constant_jacobian());
  EXPECT_EQ(model->contacts.parts().size(), 1U);
}

TEST(NodeWall, RefusesAPointOfABodyThatDoesNotTurn) {
  auto options = wall_for("disc");
  options.point = {0.0, 1.0};
  EXPECT_EQ(keys_of(options), Keys{"point"});
}

TEST(NodeWall, RefusesABodyOrNodeThatIsNotThere) {
  EXPECT_EQ(keys_of(wall_for("barr")), Keys{"body"});
  EXPECT_EQ(keys_of(wall_for("")), Keys{"body"});
  auto options = wall_for("bar");
  options.node = "5";
  EXPECT_EQ(keys_of(options), Keys{"node"});
  options.node = "4";
  EXPECT_EQ(keys_of(options), Keys{});
  auto model = bar_and_masses();
  try {
    add_node_wall(*model, "wall", wall_for("barr"));
  } catch (const InputError& error) {
    EXPECT_NE(error.faults()[0].remedy.find("did you mean `bar`?"), std::string::npos);
  }
}

TEST(NodeWall, RefusesFrictionOnALine) {
  auto options = wall_for("bar");
  options.friction = 0.1;
  EXPECT_EQ(keys_of(options), Keys{"friction"});
}

TEST(NodeWall, RefusesANormalWithoutDirection) {
  auto options = wall_for("disc");
  options.normal = {0.0, 0.0};
  EXPECT_EQ(keys_of(options), Keys{"normal"});
}

TEST(NodeWall, RefusesMoreCoordinatesThanTheNodeHas) {
  auto options = wall_for("disc");
  options.normal = {0.0, 1.0, 0.0};
  EXPECT_EQ(keys_of(options), Keys{"normal"});
  options = wall_for("bar");
  options.wall = {0.0, 0.0};
  EXPECT_EQ(keys_of(options), Keys{"wall"});
  options.wall = {};
  EXPECT_EQ(keys_of(options), Keys{"wall"});
}

TEST(NodeWall, TellsAllThatIsWrongAtOnce) {
  auto options = wall_for("bar");
  options.restitution = 1.4;
  options.tangential_restitution = -0.1;
  options.friction = std::nan("");
  options.normal = {0.0};
  options.wall = {1.0, 2.0};
  EXPECT_EQ(keys_of(options), (Keys{"restitution", "tangential_restitution", "friction", "wall", "normal"}));
  options.body = "nobody";  // without a body there is nothing more to check against
  EXPECT_EQ(keys_of(options), (Keys{"restitution", "tangential_restitution", "friction", "body"}));
}

}  // namespace node_wall_test
}  // namespace percuss
