// SPDX-License-Identifier: Apache-2.0
#include "model/disc_contacts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/disc.hpp"
#include "simulation/quantity.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace disc_contacts_test {

DiscOptions disc_at(double x, double y, double radius) {
  DiscOptions options;
  options.radius = radius;
  options.mass = 1.0;
  options.position = {x, y};
  return options;
}

/// A particle, a disc at (3, 1) of radius 1, and a group of two of radius 0.5 at (1, 1) and (1, 3).
std::unique_ptr<Model> stone_and_discs() {
  auto model = std::make_unique<Model>();
  model->add_body("stone", "point_mass", mass_at({0.0, 0.0}));
  model->add_body("wheel", "disc", make_disc(disc_at(3.0, 1.0, 1.0)));
  model->add_body("coins", "discs", build_discs({{0.5, 1.0, {1.0, 1.0, 0.0}, {}}, {0.5, 1.0, {1.0, 3.0, 0.0}, {}}}));
  return model;
}

Vector gaps(const Model& model) {
  Vector gap(model.contacts.size());
  model.contacts.gaps(0.0, model.initial.q, gap);
  return gap;
}

std::vector<std::string> names(const Model& model) {
  std::vector<std::string> all;
  for (Index k = 0; k < model.contacts.size(); ++k) all.push_back(model.contacts.name(k));
  return all;
}

TEST(DiscContacts, ADiscMeetsOneOfAGroup) {
  auto model = stone_and_discs();
  DiscDiscOptions options;
  options.body = "wheel";
  options.other = "coins";
  options.other_node = "1";
  options.law = {0.3, 0.2, 0.1};
  add_disc_disc(*model, "touch", options);
  EXPECT_EQ(names(*model), Keys{"touch"});
  EXPECT_NEAR(gaps(*model)[0], std::sqrt(8.0) - 1.5, 1e-15);
  ContactSet set;
  const std::vector<Index> closed{0};
  model->contacts.evaluate(0.0, model->initial.q, model->system.num_v(), closed, set);
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.2);
  EXPECT_EQ(set.eps_t[0], 0.1);
}

TEST(DiscContacts, AGroupTakesAllDiscsOfTheModelOrThoseNamed) {
  auto model = stone_and_discs();
  add_disc_group(*model, "all", {});
  EXPECT_EQ(names(*model), (Keys{"all.1", "all.2", "all.3"}));
  EXPECT_EQ(gaps(*model), Eigen::Vector3d(2.0 - 1.5, std::sqrt(8.0) - 1.5, 2.0 - 1.0));
  DiscGroupOptions some;
  some.bodies = "coins";
  add_disc_group(*model, "some", some);
  EXPECT_EQ(names(*model).back(), "some");  // one pair
  some.bodies = "coins, wheel";
  add_disc_group(*model, "both", some);
  EXPECT_EQ(names(*model).back(), "both.3");
}

TEST(DiscContacts, ALineOfAnyDirectionMeetsEachDisc) {
  auto model = stone_and_discs();
  DiscPlaneOptions options;
  options.normal = {-3.0, 4.0};
  options.point = {0.0, 1.0};
  add_disc_plane(*model, "slope", options);
  EXPECT_EQ(names(*model), (Keys{"slope.1", "slope.2", "slope.3"}));
  EXPECT_NEAR(gaps(*model)[0], -0.6 * 3.0 - 1.0, 1e-15);
  EXPECT_NEAR(gaps(*model)[2], -0.6 + 0.8 * 2.0 - 0.5, 1e-15);
}

TEST(DiscContacts, ABoxHasFourWalls) {
  auto model = stone_and_discs();
  DiscBoxOptions options;
  options.bodies = "wheel";
  options.from = {1.0, -1.0};
  options.to = {6.0, 9.0};
  add_disc_box(*model, "box", options);
  EXPECT_EQ(names(*model), (Keys{"box.left", "box.right", "box.bottom", "box.top"}));
  EXPECT_EQ(gaps(*model), Eigen::Vector4d(1.0, 2.0, 1.0, 7.0));
  options.bodies = "coins";
  add_disc_box(*model, "bag", options);
  EXPECT_EQ(names(*model)[4], "bag.left.1");
  EXPECT_EQ(names(*model)[11], "bag.top.2");
}

TEST(DiscContacts, TheHistoryShowsAGroupTogetherOrOneOfIt) {
  auto model = stone_and_discs();
  add_disc_box(*model, "box", {"", {0.0, 0.0}, {4.0, 4.0}, {}});
  std::vector<ContactRecord> records(12);
  std::vector<std::array<double, 3>> percussions(12);
  for (std::size_t k = 0; k < 12; ++k) {
    records[k].gap = 1.0 + static_cast<double>(k);
    records[k].force = {1.0, -2.0, 0.0};
    records[k].closed = k % 2 == 0;
    percussions[k] = {3.0, 0.5, 0.0};
  }
  const EnergyLedger ledger;
  const Sample sample{model->initial, records, percussions, ledger, {}, {0.0}};
  const auto value = [&](const std::string& name) { return find_quantity(*model, name).value(sample); };
  EXPECT_EQ(value("box.gap"), 1.0);
  EXPECT_EQ(value("box.force"), 12.0);
  EXPECT_EQ(value("box.bottom.gap"), 7.0);
  EXPECT_EQ(value("box.bottom.friction_force"), 6.0);
  EXPECT_EQ(value("box.bottom.percussion"), 9.0);
  EXPECT_EQ(value("box.bottom.friction_percussion"), 1.5);
  EXPECT_EQ(value("box.bottom.closed"), 2.0);
  EXPECT_EQ(value("box.bottom.3.gap"), 9.0);
  EXPECT_EQ(standard_quantities(*model), (Keys{"box.gap", "box.force", "box.percussion", "energy.total"}));
  EXPECT_THROW(find_quantity(*model, "box.bottom"), InputError);
  EXPECT_THROW(find_quantity(*model, "box.floor.gap"), InputError);
  EXPECT_THROW(find_quantity(*model, "box.bottom.4.gap"), InputError);
}

template <class Options, class Add>
Keys keys_of(const Options& options, Add&& add) {
  auto model = stone_and_discs();
  const auto keys = keys_thrown([&] { add(*model, "contact", options); });
  EXPECT_EQ(model->contacts.size() > 0, keys.empty()) << "nothing half done";
  return keys;
}

TEST(DiscContacts, RefuseWhatIsNoDisc) {
  DiscGroupOptions group;
  for (const char* bodies : {"stone", "nobody", "coins, coins", "wheel"}) {
    group.bodies = bodies;
    EXPECT_EQ(keys_of(group, add_disc_group), Keys{"bodies"}) << bodies;
  }
  DiscDiscOptions pair;
  pair.body = "stone";
  pair.other = "whel";
  EXPECT_EQ(keys_of(pair, add_disc_disc), (Keys{"body", "other"}));
  pair.body = pair.other = "wheel";
  EXPECT_EQ(keys_of(pair, add_disc_disc), Keys{"other"});
  pair.other = "coins";
  pair.other_node = "2";
  EXPECT_EQ(keys_of(pair, add_disc_disc), Keys{"other_node"});
  Model none;
  none.add_body("stone", "point_mass", mass_at({0.0, 0.0}));
  EXPECT_EQ(keys_thrown([&] { add_disc_box(none, "box", {}); }), Keys{"bodies"});
}

TEST(DiscContacts, TellAllThatIsWrongAtOnce) {
  DiscPlaneOptions plane;
  plane.normal = {0.0, 0.0};
  plane.point = {1.0};
  plane.law.restitution = 1.5;
  EXPECT_EQ(keys_of(plane, add_disc_plane), (Keys{"restitution", "point", "normal"}));
  DiscBoxOptions box;
  box.to = {1.0, 0.0};
  box.law.friction = -1.0;
  EXPECT_EQ(keys_of(box, add_disc_box), (Keys{"friction", "to"}));
  box.law.friction = 0.0;
  box.from = {};
  EXPECT_EQ(keys_of(box, add_disc_box), Keys{"from"});
}

}  // namespace disc_contacts_test
}  // namespace percuss
