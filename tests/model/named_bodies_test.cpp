// SPDX-License-Identifier: Apache-2.0
#include "model/named_bodies.hpp"

#include <gtest/gtest.h>

#include "model/disc.hpp"
#include "model/point_mass.hpp"

namespace percuss {
namespace named_bodies_test {

using Names = std::vector<std::string>;

constexpr BodyKind discs{[](const ModelBody& body) { return !body.radii.empty(); }, "a disc"};

/// Discs a, b and a point mass p.
std::unique_ptr<Model> model() {
  auto made = std::make_unique<Model>();
  for (const auto* name : {"a", "b"}) {
    DiscOptions disc;
    disc.radius = disc.mass = 1.0;
    made->add_body(name, "disc", make_disc(disc));
  }
  PointMassOptions point;
  point.mass = 1.0;
  point.position = {0.0, 0.0};
  made->add_body("p", "point_mass", make_point_mass(point));
  return made;
}

/// Names of the bodies found, or what is wrong.
Names found(const Names& names, Names seen = {}) {
  const auto made = model();
  std::vector<Fault> faults;
  Names result;
  for (const auto* body : find_bodies(*made, discs, "bodies", names, seen, faults)) result.push_back(body->name);
  for (const auto& fault : faults) result.push_back(fault.key + ": " + fault.message + "; " + fault.remedy);
  return result;
}

TEST(NamedBodies, ANameStandsBetweenCommas) {
  EXPECT_EQ(split_names("a, b,c"), (Names{"a", "b", "c"}));
  EXPECT_EQ(split_names("a"), Names{"a"});
  EXPECT_EQ(split_names("a,"), (Names{"a", ""}));
}

TEST(NamedBodies, AreThoseOfTheKind) {
  EXPECT_EQ(names_of(*model(), discs), (Names{"a", "b"}));
  EXPECT_EQ(found({"b", "a"}), (Names{"b", "a"}));
}

TEST(NamedBodies, OthersAreRefusedWithTheNearestName) {
  EXPECT_EQ(found({"p"}).front().find("bodies: `p` of type point_mass is not a disc; "), 0U);
  EXPECT_EQ(found({"bb"}).front().find("bodies: there is no body `bb`; did you mean `b`?"), 0U);
  EXPECT_EQ(found({"a", "a"}).back(), "bodies: `a` is named twice; name it once");
  EXPECT_EQ(found({"a"}, {"a"}).back(), "bodies: `a` is named twice; name it once");
  EXPECT_EQ(found({"a", ""}).back(), "bodies: a name is missing beside a comma; leave out the comma, or name a body");
}

}  // namespace named_bodies_test
}  // namespace percuss
