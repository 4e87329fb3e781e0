// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/simulation/quantity_refusal.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss {

namespace quantity_test {

class Quantities : public testing::Test {
 protected:
  Quantities() : model_(verification::bar_at_wall(verification::bar_options(4))) {
    records_[0].gap = 0.25;
    records_[0].force = {3.0, 4.0, 0.0};
    records_[0].closed = true;
    percussions_[0] = {1.0, 3.0, 4.0};
    state_ = model_->initial;
    state_.q << 1, 2, 3, 4, 5;
    state_.v << 10, 20, 30, 40, 50;
    ledger_.start = 7.0;
    ledger_.applied = 1.0;
    ledger_.damping = 2.0;
    ledger_.friction = 3.0;
    ledger_.impact = 4.0;
  }
  double value(const std::string& name) {
    const Sample sample{state_, records_, percussions_, ledger_, {5.0, 6.0}, {0.125, 0.25, 0.5, 0.75}};
    return find_quantity(*model_, name).value(sample);
  }
  std::string refusal(const std::string& name) { return refusal_of(*model_, name); }

  std::unique_ptr<Model> model_;
  std::vector<ContactRecord> records_{1};
  std::vector<std::array<double, 3>> percussions_{1};
  State state_;
  EnergyLedger ledger_;
};

TEST_F(Quantities, OfContactsAreReadFromTheRecord) {
  EXPECT_EQ(value("wall.gap"), 0.25);
  EXPECT_EQ(value("wall.force"), 3.0);
  EXPECT_EQ(value("wall.friction_force"), 4.0);
  EXPECT_EQ(value("wall.percussion"), 1.0);
  EXPECT_EQ(value("wall.friction_percussion"), 5.0);
  EXPECT_EQ(value("wall.closed"), 1.0);
}

TEST_F(Quantities, OfNodesFollowTheMesh) {
  EXPECT_EQ(value("bar.nodes.0.velocity"), 10.0);
  EXPECT_EQ(value("bar.nodes.first.velocity.x"), 10.0);
  EXPECT_EQ(value("bar.nodes.last.velocity"), 50.0);
  EXPECT_EQ(value("bar.nodes.2.displacement"), 3.0);
  EXPECT_EQ(value("bar.nodes.2.position"), 3.5);  // node 2 of 4 elements on 1 m
}

TEST_F(Quantities, OfWholeBodiesWeighTheNodesByTheirMass) {
  // Linear velocity field 10 ... 50: mean 30, momentum 30 rho S L.
  EXPECT_NEAR(value("bar.mean_velocity"), 30.0, 1e-13);
  EXPECT_NEAR(value("bar.momentum"), 30.0 * verification::density * verification::area, 1e-12);
}

TEST_F(Quantities, OfTheLedgerCloseTheBalance) {
  EXPECT_EQ(value("energy.total"), 11.0);
  EXPECT_EQ(value("energy.scheme"), 11.0 - 7.0 - 1.0 + 2.0 + 3.0 + 4.0);
  EXPECT_TRUE(find_quantity(*model_, "energy.kinetic").needs_energy);
  EXPECT_FALSE(find_quantity(*model_, "energy.impact").needs_energy);
}

TEST_F(Quantities, OfTheSolverAreItsCertificates) {
  EXPECT_EQ(value("solver.residual"), 0.125);
  EXPECT_EQ(value("solver.complementarity"), 0.25);
  EXPECT_EQ(value("solver.min_gap"), 0.5);
  EXPECT_EQ(value("solver.drift"), 0.75);
}

TEST_F(Quantities, WithWrongNamesAreRefusedWithTheNearestOne) {
  EXPECT_NE(refusal("wal.force").find("did you mean `wall`?"), std::string::npos);
  EXPECT_NE(refusal("wall.forse").find("did you mean `force`?"), std::string::npos);
  EXPECT_NE(refusal("bar.nodes.5.velocity").find("its nodes are 0 to 4"), std::string::npos);
  EXPECT_NE(refusal("bar.nodes.0.velocity.y").find("no component `y`"), std::string::npos);
  EXPECT_NE(refusal("energy.kinetik").find("did you mean `kinetic`?"), std::string::npos);
  EXPECT_NE(refusal("solver").find("the quantity is missing\n  `solver` accepts: residual"), std::string::npos);
  EXPECT_NE(refusal("solver.residul").find("did you mean `residual`?"), std::string::npos);
  for (const char* name : {"", ".", "wall", "bar.nodes", "bar.nodes.0", "energy", "solver", "wall.force.x"})
    EXPECT_NE(refusal(name), "accepted") << name;
}

TEST_F(Quantities, WithMoreWordsThanExpectedAreToldWhereToEnd) {
  EXPECT_NE(refusal("wall.force.x").find("`x` is not expected here\n  end the name after `wall.force`"),
            std::string::npos);
  EXPECT_NE(refusal("wall.forse.x").find("there is no quantity `forse`"), std::string::npos);
  EXPECT_NE(refusal("energy.total.now").find("`now` is not expected here"), std::string::npos);
  EXPECT_NE(refusal("solver.residual.x").find("end the name after `solver.residual`"), std::string::npos);
  EXPECT_NE(refusal("bar.momentum.x.y").find("end the name after `bar.momentum.x`"), std::string::npos);
}

TEST_F(Quantities, OutliveTheirModel) {
  const auto momentum = find_quantity(*verification::bar_at_wall(verification::bar_options(4)), "bar.momentum");
  const Sample sample{state_, records_, percussions_, ledger_, {}, {}};
  EXPECT_EQ(momentum.value(sample), value("bar.momentum"));
}

TEST(QuantitiesInThePlane, NeedTheirComponent) {
  const auto model = test::ParticleOverFloor{.position = {1.0, 2.0}, .velocity = {3.0, 4.0}}.build();
  const EnergyLedger ledger;
  const std::vector<ContactRecord> records(1);
  const std::vector<std::array<double, 3>> percussions(1);
  const Sample sample{model->initial, records, percussions, ledger, {}, {}};
  EXPECT_EQ(find_quantity(*model, "particle.nodes.first.position.y").value(sample), 2.0);
  EXPECT_EQ(find_quantity(*model, "particle.momentum.x").value(sample), 6.0);
  EXPECT_THROW(find_quantity(*model, "particle.momentum"), InputError);
  EXPECT_THROW(find_quantity(*model, "particle.nodes.first.velocity.z"), InputError);
}

}  // namespace quantity_test

}  // namespace percuss
