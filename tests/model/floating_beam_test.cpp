// SPDX-License-Identifier: Apache-2.0
#include "model/floating_beam.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/torque.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace floating_beam_test {

using Frame = FloatingBeamOptions::Frame;

Keys spatial_keys(const FloatingBeamOptions& options) {
  return keys_thrown([&] { make_floating_beam(options); });
}

TEST(FloatingBeam, StartsWhereItIsPut) {
  for (const auto frame : all_spatial_frames()) {
    auto options = floating_in_space(3, frame);
    options.position = {1.0, 2.0, 3.0};
    options.orientation = {0.0, 0.0, 0.5 * M_PI};  // along y
    options.velocity = {3.0, 4.0, 5.0};
    options.angular_velocity = {9.0, 6.0, 7.0};  // body y is -x of space
    Model model;
    model.add_body("rod", "floating_beam", make_floating_beam(options));
    for (Index node = 0; node < 4; ++node) {
      const auto marker = model.bodies[0].marker(node);
      const double x = static_cast<double>(node) / 3.0;
      EXPECT_LE((marker.position(model.initial.q) - Vector3(1.0, 2.0 + x, 3.0)).norm(), 1e-15);
      EXPECT_LE((marker.velocity(model.initial.q, model.initial.v) - Vector3(3.0 - 7.0 * x, 4.0, 5.0 - 6.0 * x)).norm(),
                1e-14);
    }
  }
}

TEST(FloatingBeam, FramesHoldWhatTheySay) {
  std::mt19937 random(1);
  const BeamMeshSpatial mesh(spatial_mesh(5));
  for (const auto frame : all_spatial_frames()) {
    const auto conditions = frame_conditions(mesh, frame);
    const Vector x = conditions.mesh(random_vector(conditions.num_kept(), random));
    EXPECT_EQ(conditions.num_kept(), mesh.num_unknowns() - 6);
    EXPECT_TRUE(frame != Frame::tangential || x.head<6>().isZero(0.0));
    EXPECT_TRUE(frame != Frame::pinned || (x.head<4>().isZero(0.0) && x.segment<2>(31).isZero(0.0)));
    EXPECT_TRUE(frame != Frame::articulated ||
                (x.head<3>().isZero(0.0) && (mesh.mean_axes().rightCols(3).transpose() * x).norm() < 1e-14));
    EXPECT_TRUE(frame != Frame::free || (mesh.mean_axes().transpose() * x).norm() < 1e-14);  // some eps of 4.68 kg
  }
}

// In its plane a beam in space is the planar beam: section with Iz for I, no twist. Accelerations at a state with large
// rates, and the energy.
TEST(FloatingBeam, InAPlaneIsThePlanarBeam) {
  for (const bool lumped : {false, true})
    for (const int stiffens : {0, 1}) {
      FloatingBeamPlanarOptions flat;
      FloatingBeamOptions solid;
      solid.mesh = spatial_mesh(3);
      flat.frame = FloatingBeamPlanarOptions::Frame::tangential;
      solid.frame = FloatingBeamOptions::Frame::tangential;
      static_cast<BeamLineOptions&>(flat.mesh) = solid.mesh;
      flat.mesh.mass = solid.mesh.mass = lumped ? BeamLineOptions::Mass::lumped : BeamLineOptions::Mass::consistent;
      flat.mesh.section.area = solid.mesh.section.area;
      flat.mesh.section.second_moment = solid.mesh.section.second_moment_z;
      flat.stiffening = static_cast<FloatingBeamPlanarOptions::Stiffening>(stiffens);
      solid.stiffening = static_cast<FloatingBeamOptions::Stiffening>(stiffens);
      const auto planar = make_floating_beam_planar(flat), spatial = make_floating_beam(solid);
      planar.add_gravity({2.0, -9.81, 0.0});
      spatial.add_gravity({2.0, -9.81, 0.0});
      std::mt19937 random(7);
      Vector q = 0.1 * random_vector(planar.q.size(), random), v = random_vector(planar.v.size(), random);
      q[2] = 0.6;
      v[2] = 5.0;
      // (u, w, phi) of the plane are u, v and phi_z in space
      const auto in_space = [](const Vector& flat_rows, Index reference) {
        const Index nodes = (flat_rows.size() - 3) / 3;
        Vector rows = Vector::Zero(reference + 6 * nodes);
        rows.head<2>() = flat_rows.head<2>();
        for (Index node = 0; node < nodes; ++node) {
          rows.segment<2>(reference + 6 * node) = flat_rows.segment<2>(3 + 3 * node);
          rows[reference + 6 * node + 5] = flat_rows[5 + 3 * node];
        }
        return rows;
      };
      Vector q3 = in_space(q, 7), v3 = in_space(v, 6);
      q3.segment<4>(3) << std::cos(0.3), 0.0, 0.0, std::sin(0.3);
      v3[5] = 5.0;
      const auto acceleration = [](const Body& body, const Vector& at, const Vector& rate) -> Vector {
        return tangent_of(body, at, rate, {}).partialPivLu().solve(forces_of(body, at, rate));
      };
      const Vector a = acceleration(planar.body(), q, v), a3 = acceleration(spatial.body(), q3, v3);
      Vector expected = in_space(a, 6);
      expected[5] = a[2];
      EXPECT_LE((a3 - expected).norm(), 1e-9 * expected.norm());  // eps times the condition of M, 1e6
      const auto one = planar.body().energy(0.0, q, v), other = spatial.body().energy(0.0, q3, v3);
      EXPECT_NEAR(one.kinetic, other.kinetic, 1e-13 * one.kinetic);
      EXPECT_NEAR(one.potential, other.potential, 1e-13 * std::abs(one.potential));
    }
}

// Lowest frequencies of clamped-free, pinned, pinned-free and free beams in the soft plane, in sqrt(EIy/(rho A L^4)).
TEST(FloatingBeam, KnowsWhereItsFrameBucklesFalsely) {
  const std::vector<double> factors{3.5160152685, M_PI * M_PI, 15.418205773, 22.373285448};
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const auto built = make_floating_beam(floating_in_space(8, all_spatial_frames()[i]));
    EXPECT_NEAR(built.spin_limit / (factors[i] * std::sqrt(100.0 / 4.68)), 1.0, 1e-3);  // of 8 elements
  }
  auto stiffened = floating_in_space(8, Frame::tangential);
  stiffened.stiffening = FloatingBeamOptions::Stiffening::mean_strain;
  EXPECT_EQ(make_floating_beam(stiffened).spin_limit, 0.0);
}

TEST(FloatingBeam, TellsAllThatIsWrongAtOnce) {
  auto options = floating_in_space(2, Frame::tangential);
  options.position = {1.0};
  options.velocity = {1.0, 2.0};
  options.orientation = {1.0};
  options.angular_velocity = {1.0};
  options.mesh.section.torsion_constant = 0.0;
  EXPECT_EQ(spatial_keys(options),
            (Keys{"section.torsion_constant", "position", "velocity", "angular_velocity", "orientation"}));
  auto turned = floating_in_space(2, Frame::tangential);
  turned.mesh.displacement.assign(18, 0.0);
  turned.mesh.displacement[4] = 0.1;
  EXPECT_EQ(spatial_keys(turned), Keys{"displacement"});
}

TEST(FloatingBeam, RefusesWhatItsMeshCannotHold) {
  auto options = floating_in_space(2, Frame::tangential);
  options.mesh.poisson_ratio = 0.3;
  EXPECT_EQ(spatial_keys(options), Keys{"shear_modulus"});  // twice
  options.mesh.shear_modulus = 0.0;
  EXPECT_TRUE(spatial_keys(options).empty());
  EXPECT_NEAR(options.mesh.shear(), 5e9 / 2.6, 1e-6);  // eps of 2e9
  options.mesh.poisson_ratio = BeamMeshSpatialOptions::no_ratio;
  EXPECT_EQ(spatial_keys(options), Keys{"shear_modulus"});  // never
  auto with_disc = floating_in_space(2, Frame::tangential);
  with_disc.mesh.attach.nodes = {1.0};
  with_disc.mesh.attach.mass = {2.0};
  with_disc.mesh.attach.inertia = {0.1};
  EXPECT_EQ(spatial_keys(with_disc), Keys{"attach.inertia"});
  with_disc.mesh.attach.inertia = {0.0};
  EXPECT_TRUE(spatial_keys(with_disc).empty());
}

/// A beam in space among joints and loads.
class OnABeamInSpace : public testing::Test {
 protected:
  OnABeamInSpace() { model.add_body("rod", "floating_beam", make_floating_beam(floating_in_space(2, Frame::pinned))); }
  Model model;
};

TEST_F(OnABeamInSpace, JointsAndContactsTakePoints) {
  NodeWallOptions wall;
  wall.body = "rod";
  wall.point = {0.7, 0.0, -0.01};
  wall.wall = {0.0, 0.0, -1.0};
  wall.normal = {0.0, 0.0, 1.0};
  EXPECT_TRUE(keys_thrown([&] { add_node_wall(model, "wall", wall); }).empty());
  wall.point = {1.2};
  EXPECT_EQ(keys_thrown([&] { add_node_wall(model, "below", wall); }), Keys{"point"});
  JointOptions joint;
  joint.body = "rod";
  EXPECT_TRUE(keys_thrown([&] { add_joint(model, "ball", JointKind::ball, joint); }).empty());
  joint.axis = {0.0, 1.0, 0.0};
  joint.node = "last";
  EXPECT_TRUE(keys_thrown([&] { add_joint(model, "hinge", JointKind::revolute, joint); }).empty());
}

// A torque about x on the last section twists: all of it goes into phi_x and the frame.
TEST_F(OnABeamInSpace, TorquesActOnSections) {
  TorqueOptions torque;
  torque.body = "rod";
  torque.node = "last";
  torque.axis = {1.0, 0.0, 0.0};
  torque.value = 3.0;
  add_torque(model, torque);
  const Vector f = forces_of(model.system, model.initial.q, model.initial.v);
  const Index phi_x = model.system.num_v() - 3;  // then phi_y, phi_z; v_n and w_n are held
  EXPECT_NEAR(f[phi_x], 3.0, 1e-15);
  EXPECT_NEAR(f[3], 3.0, 1e-15);
  EXPECT_NEAR(f.norm(), std::sqrt(18.0), 1e-14);
}

}  // namespace floating_beam_test
}  // namespace percuss
