// SPDX-License-Identifier: Apache-2.0
#include "model/torsion_spring.hpp"

#include <gtest/gtest.h>

#include "tests/model/loaded_bodies.hpp"

namespace percuss {
namespace torsion_spring_test {

/// Two planar bodies: phi in rows 2 and 5.
std::unique_ptr<Model> two_plates() {
  auto model = std::make_unique<Model>();
  RigidBodyPlanarOptions plate;
  plate.mass = 1.0;
  plate.inertia = 0.5;
  plate.angle = 0.2;
  plate.angular_velocity = 3.0;
  model->add_body("a", "rigid_body_planar", make_rigid_body_planar(plate));
  plate.angle = 0.7;
  plate.angular_velocity = -1.0;
  model->add_body("b", "rigid_body_planar", make_rigid_body_planar(plate));
  model->add_body("stone", "point_mass", mass_at({1.0, 2.0}));
  return model;
}

TorsionSpringOptions spring(const std::string& body, const std::string& to) {
  TorsionSpringOptions options;
  options.body = body;
  options.to = to;
  options.stiffness = 10.0;
  return options;
}

Vector forces(const Model& model, const Vector& q, const Vector& v) { return forces_of(model.system, q, v); }

TEST(TorsionSpring, TurnsItsBodiesTowardsEachOther) {
  auto model = two_plates();
  auto options = spring("a", "b");
  options.angle = 0.0;
  add_torsion_spring(*model, "spring", options);
  const Vector f = forces(*model, model->initial.q, model->initial.v);
  EXPECT_NEAR(f[2], 5.0, 1e-14);
  EXPECT_EQ(f[5], -f[2]);
  EXPECT_EQ(f.cwiseAbs().sum(), 2.0 * f[2]);
  EXPECT_NEAR(model->system.energy(0.0, model->initial.q, model->initial.v).potential, 1.25, 1e-14);
}

TEST(TorsionSpring, IsUnstressedAtTheStartUnlessToldOtherwise) {
  for (const std::string to : {"b", "ground"}) {
    auto model = two_plates();
    add_torsion_spring(*model, "spring", spring("a", to));
    EXPECT_EQ(forces(*model, model->initial.q, model->initial.v).norm(), 0.0);
    Vector q = model->initial.q;
    q[2] += 0.1;
    EXPECT_NEAR(forces(*model, q, model->initial.v)[2], -1.0, 1e-14);
  }
}

TEST(TorsionSpring, MeasuresTheAngleFromBodyToWhatItIsTiedTo) {
  auto model = two_plates();
  auto options = spring("a", "ground");
  options.angle = -0.5;  // unstressed at phi_a = 0.5
  add_torsion_spring(*model, "spring", options);
  EXPECT_NEAR(forces(*model, model->initial.q, model->initial.v)[2], 3.0, 1e-14);
}

TEST(TorsionSpring, DampsTheRelativeTurning) {
  auto model = two_plates();
  auto options = spring("a", "b");
  options.stiffness = 0.0;
  options.damping = 2.0;
  add_torsion_spring(*model, "spring", options);
  const Vector f = forces(*model, model->initial.q, model->initial.v);
  EXPECT_EQ(f[2], -8.0);
  EXPECT_EQ(f[5], 8.0);
  EXPECT_TRUE(model->system.forces_depend_on_velocity());
  // 2 (omega_b - omega_a)^2 h
  EXPECT_NEAR(model->system.work(0.0, 0.1, model->initial.q, model->initial.v, model->initial.v).damping, 3.2, 1e-14);
}

TEST(TorsionSpring, ClosesTheEnergyLedger) {
  auto model = two_plates();
  for (const std::string to : {"b", "ground"}) {
    auto options = spring("a", to);
    options.angle = 0.3;
    options.damping = 0.2;
    add_torsion_spring(*model, "spring", options);
  }
  expect_ledger_closes_at_order_two(*model, model->initial);
}

TEST(TorsionSpring, IsForPlanarBodies) {
  const auto keys_of = [](const TorsionSpringOptions& options) {
    auto model = two_plates();
    const auto keys = keys_thrown([&] { add_torsion_spring(*model, "spring", options); });
    EXPECT_EQ(model->system.has_force_elements(), keys.empty());  // nothing half done
    return keys;
  };
  EXPECT_EQ(keys_of(spring("stone", "b")), Keys{"body"});
  EXPECT_EQ(keys_of(spring("a", "stone")), Keys{"to"});
  EXPECT_EQ(keys_of(spring("a", "a")), Keys{"to"});
  EXPECT_EQ(keys_of(spring("ground", "nobody")), (Keys{"body", "to"}));
  auto options = spring("a", "b");
  options.stiffness = 0.0;
  options.node = options.to_node = "1";
  EXPECT_EQ(keys_of(options), (Keys{"stiffness", "node", "to_node"}));
  options = spring("a", "b");
  options.stiffness = -1.0;
  options.damping = std::nan("");
  options.angle = -INFINITY;
  EXPECT_EQ(keys_of(options), (Keys{"stiffness", "damping", "angle"}));
}

TEST(TorsionSpring, NamesTheKeyOfABodyThatIsNotThere) {
  auto model = two_plates();
  try {
    add_torsion_spring(*model, "spring", spring("a", "nobody"));
    FAIL() << "expected InputError";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1u);
    EXPECT_EQ(error.faults()[0].key, "to");
    EXPECT_NE(error.faults()[0].remedy.find("`to` accepts"), std::string::npos) << error.faults()[0].remedy;
  }
}

}  // namespace torsion_spring_test
}  // namespace percuss
