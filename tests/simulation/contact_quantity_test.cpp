// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_quantity.hpp"

#include <gtest/gtest.h>

#include "model/node_wall.hpp"
#include "model/woodpecker.hpp"
#include "tests/model/models.hpp"
#include "tests/simulation/quantity_refusal.hpp"

namespace percuss {
namespace contact_quantity_test {

/// Contacts `floor`, `pole.1`, `pole.2`, `pole.3`.
class GroupsOfContacts : public testing::Test {
 protected:
  GroupsOfContacts() {
    model_.add_body("stone", "point_mass", mass_at({1.0, 2.0}));
    model_.add_body("toy", "woodpecker", make_woodpecker({}));
    NodeWallOptions floor;
    floor.body = "stone";
    add_node_wall(model_, "floor", floor);
    WoodpeckerPoleOptions pole;
    pole.body = "toy";
    add_woodpecker_pole(model_, "pole", pole);
    for (std::size_t k = 0; k < 4; ++k) {
      const double x = static_cast<double>(k);
      records_[k].gap = 10.0 - x;
      records_[k].force = {100.0 + x, 3.0, 4.0};
      records_[k].closed = k != 2;
      percussions_[k] = {x, -6.0, 8.0};
    }
  }
  double value(const std::string& name) {
    const Sample sample{model_.initial, records_, percussions_, ledger_, {}, {0.0}};
    return find_quantity(model_, name).value(sample);
  }
  std::string refusal(const std::string& name) { return refusal_of(model_, name); }

  Model model_;
  std::vector<ContactRecord> records_{4};
  std::vector<std::array<double, 3>> percussions_{4};
  EnergyLedger ledger_;
};

TEST_F(GroupsOfContacts, HaveContactsThatCanBeAskedOneByOne) {
  EXPECT_EQ(value("pole.1.gap"), 9.0);
  EXPECT_EQ(value("pole.3.force"), 103.0);
  EXPECT_EQ(value("pole.3.friction_force"), 5.0);
  EXPECT_EQ(value("pole.2.percussion"), 2.0);
  EXPECT_EQ(value("pole.2.friction_percussion"), 10.0);
  EXPECT_EQ(value("pole.2.closed"), 0.0);
}

TEST_F(GroupsOfContacts, ShowTheirSmallestGapAndTheSumOfTheRest) {
  EXPECT_EQ(value("pole.gap"), 7.0);
  EXPECT_EQ(value("pole.force"), 306.0);
  EXPECT_EQ(value("pole.friction_force"), 15.0);
  EXPECT_EQ(value("pole.percussion"), 6.0);
  EXPECT_EQ(value("pole.friction_percussion"), 30.0);
  EXPECT_EQ(value("pole.closed"), 2.0);
}

TEST_F(GroupsOfContacts, LeaveContactsOfOneAsTheyAre) {
  EXPECT_EQ(value("floor.gap"), 10.0);
  EXPECT_EQ(value("floor.closed"), 1.0);
  EXPECT_NE(refusal("floor.1.gap").find("there is no quantity `1`"), std::string::npos);
}

TEST_F(GroupsOfContacts, ToldWithWrongNamesSayWhatIsThere) {
  EXPECT_NE(refusal("pole.4.gap").find("`pole` has no contact 4\n  its contacts are `pole.1` to `pole.3`"),
            std::string::npos);
  EXPECT_NE(refusal("pole.0.gap"), "accepted");
  EXPECT_NE(refusal("pole.forse").find("did you mean `force`?  `pole`, and each of its contacts `pole.1` to `pole.3`,"),
            std::string::npos);
  EXPECT_NE(refusal("pole.1").find("the quantity is missing"), std::string::npos);
  EXPECT_NE(refusal("pole").find("the quantity is missing"), std::string::npos);
  EXPECT_NE(refusal("pole.1.gap.x").find("end the name after `pole.1.gap`"), std::string::npos);
  EXPECT_NE(refusal("pole.gap.x").find("end the name after `pole.gap`"), std::string::npos);
  EXPECT_NE(refusal("pol.gap").find("did you mean `pole`?"), std::string::npos);
}

TEST_F(GroupsOfContacts, AreNamedOnce) {
  EXPECT_EQ(contact_names(model_.contacts), (Words{"floor", "pole"}));
  EXPECT_EQ(contacts_called(model_.contacts, "pole"), (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_TRUE(contacts_called(model_.contacts, "pol").empty());
}

TEST_F(GroupsOfContacts, AreShownContactByContactWhileTheyAreFew) {
  const auto names = standard_quantities(model_);
  EXPECT_EQ(names.size(), 3U * 4U + 1U);
  EXPECT_EQ(names[0], "floor.gap");
  EXPECT_EQ(names[3], "pole.1.gap");
  for (const auto& name : names) EXPECT_NO_THROW(find_quantity(model_, name)) << name;
}

/// Nine walls of one entry.
class ManyWalls final : public ContactModel {
 public:
  ManyWalls() {
    for (int k = 1; k <= 9; ++k) names_.push_back("walls." + std::to_string(k));
  }
  Index size() const override { return 9; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index k) const override { return names_[static_cast<std::size_t>(k)]; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double, VecRef, VecOut gap) const override { gap.setOnes(); }
  void normal_velocities(double, VecRef, VecRef, VecOut rate) const override { rate.setZero(); }
  void append(double, VecRef, std::span<const Index>, Index, ContactSet&) const override {}

 private:
  std::vector<std::string> names_;
};

TEST_F(GroupsOfContacts, AreShownAsOneWhenTheyAreMany) {
  model_.contacts.add(std::make_unique<ManyWalls>());
  const auto names = standard_contact_quantities(model_.contacts);
  EXPECT_EQ(names.size(), 3U * 4U + 3U);
  EXPECT_EQ(names[12], "walls.gap");
  EXPECT_EQ(names[14], "walls.percussion");
}

}  // namespace contact_quantity_test
}  // namespace percuss
