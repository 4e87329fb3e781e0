// SPDX-License-Identifier: Apache-2.0
#include "model/model_registry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/model/models.hpp"

namespace percuss {
namespace model_registry_test {

template <class Types>
void expect_described(const Types& types) {
  std::set<std::string> names;
  for (const auto& type : types) {
    EXPECT_TRUE(names.insert(type.name).second) << type.name << " is there twice";
    EXPECT_FALSE(type.summary.empty()) << type.name;
    std::set<std::string> keys;
    for (const auto& info : type.parameters) {
      EXPECT_TRUE(keys.insert(info.name).second) << type.name << '.' << info.name << " is there twice";
      EXPECT_FALSE(info.doc.empty()) << type.name << '.' << info.name;
      if (info.standard) {
        EXPECT_EQ(fault_of(info, *info.standard).value_or(""), "") << type.name << '.' << info.name;
      }
    }
  }
}

template <class Types>
const auto& find(const Types& types, const std::string& name) {
  for (const auto& type : types)
    if (type.name == name) return type;
  throw std::logic_error("no type " + name);
}

TEST(ModelRegistry, DescribesEveryTypeAndKeyOnceWithSoundStandards) {
  expect_described(body_types());
  expect_described(contact_types());
  expect_described(joint_types());
  expect_described(load_types());
}

TEST(ModelRegistry, BuildsAModelByNames) {
  Model model;
  model.add_body("ball", "point_mass",
                 find(body_types(), "point_mass").make({{"mass", 2.0}, {"position", std::vector<double>{0.0, 1.0}}}));
  find(contact_types(), "node_wall")
      .make(model, "ground", {{"body", std::string("ball")}, {"normal", std::vector<double>{0.0, 1.0}}});
  find(load_types(), "gravity").make(model, "weight", {{"acceleration", std::vector<double>{0.0, -9.81}}});
  find(load_types(), "force").make(model, "push", {{"body", std::string("ball")}, {"value", 3.0}});
  EXPECT_EQ(model.contacts.name(0), "ground");
  Vector f(2), gap(1);
  model.system.forces(0.0, model.initial.q, model.initial.v, f);
  model.contacts.gaps(0.0, model.initial.q, gap);
  EXPECT_EQ(f, Eigen::Vector2d(3.0, -2.0 * 9.81));
  EXPECT_EQ(gap[0], 1.0);
}

TEST(ModelRegistry, JoinsBodiesByNames) {
  Model model;
  model.add_body("bob", "point_mass",
                 find(body_types(), "point_mass").make({{"mass", 2.0}, {"position", std::vector<double>{3.0, 4.0}}}));
  find(joint_types(), "distance").make(model, "rod", {{"body", std::string("bob")}, {"length", 5.0}});
  EXPECT_EQ(model.contacts.name(0), "rod");
  EXPECT_TRUE(model.contacts.is_joint(0));
  EXPECT_EQ(model.contacts.num_rows(0), 1);
}

TEST(ModelRegistry, BuildsABar) {
  const auto bar = find(body_types(), "bar")
                       .make({{"length", 1.0},
                              {"elements", std::int64_t{3}},
                              {"area", 1.0},
                              {"youngs_modulus", 1.0},
                              {"density", 6.0},
                              {"mass", std::string("lumped")}});
  EXPECT_EQ(bar.nodes.count, 4);
  SparseMatrix M;
  bar.body().tangent(0.0, bar.q, bar.v, {}, M);
  EXPECT_EQ(M.coeff(0, 1), 0.0);
}

}  // namespace model_registry_test
}  // namespace percuss
