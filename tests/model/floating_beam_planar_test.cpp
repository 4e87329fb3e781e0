// SPDX-License-Identifier: Apache-2.0
#include "model/floating_beam_planar.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/joint.hpp"
#include "model/node_wall.hpp"
#include "model/torsion_spring.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace floating_beam_planar_test {

using Frame = FloatingBeamPlanarOptions::Frame;

Keys keys(const FloatingBeamPlanarOptions& options) {
  return keys_thrown([&] { make_floating_beam_planar(options); });
}

TEST(FloatingBeamPlanar, StartsWhereItIsPut) {
  for (const auto frame : all_frames()) {
    auto options = floating_rod(3, frame);
    options.position = {1.0, 2.0};
    options.angle = 0.5;
    options.velocity = {3.0, 4.0};
    options.angular_velocity = 6.0;
    Model model;
    model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(options));
    const Vector3 along(std::cos(0.5), std::sin(0.5), 0.0), across(-along[1], along[0], 0.0);
    for (Index node = 0; node < 4; ++node) {
      const auto marker = model.bodies[0].marker(node);
      const double x = static_cast<double>(node) / 3.0;
      EXPECT_LE((marker.position(model.initial.q) - Vector3(1.0, 2.0, 0.0) - x * along).norm(), 1e-15);
      EXPECT_LE((marker.velocity(model.initial.q, model.initial.v) - Vector3(3.0, 4.0, 0.0) - 6.0 * x * across).norm(),
                1e-14);
    }
  }
}

TEST(FloatingBeamPlanar, FramesHoldWhatTheySay) {
  std::mt19937 random(1);
  for (const auto frame : all_frames()) {
    const BeamMeshPlanar mesh(rod_mesh(5));
    const auto conditions = frame_conditions(mesh, frame);
    const Vector x = conditions.mesh(random_vector(conditions.num_kept(), random));
    EXPECT_EQ(conditions.num_kept(), mesh.num_unknowns() - 3);
    const Vector means = mesh.mean_axes().transpose() * x;
    const auto near_zero = [](double value) { return std::abs(value) < 1e-14; };
    EXPECT_TRUE(frame == Frame::free || (x[0] == 0.0 && x[1] == 0.0));
    EXPECT_TRUE(frame != Frame::tangential || x[2] == 0.0);
    EXPECT_TRUE(frame != Frame::pinned || x[16] == 0.0);
    EXPECT_TRUE(near_zero(means[2]) || frame == Frame::tangential || frame == Frame::pinned);
    EXPECT_TRUE(frame != Frame::free || (near_zero(means[0]) && near_zero(means[1])));
  }
}

// Lowest frequencies of clamped-free, pinned, pinned-free and free beams, in sqrt(EI/(rho A L^4)).
TEST(FloatingBeamPlanar, KnowsWhereItsFrameBucklesFalsely) {
  const std::vector<double> factors{3.5160152685, M_PI * M_PI, 15.418205717, 22.373285448};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto built = make_floating_beam_planar(floating_rod(8, all_frames()[i]));
    const double exact = factors[i] * std::sqrt(200.0 / 3.0 / 3.12);
    EXPECT_NEAR(built.spin_limit / exact, 1.0, 1e-3);  // of 8 elements
  }
  auto stiffened = floating_rod(8, Frame::tangential);
  stiffened.stiffening = FloatingBeamPlanarOptions::Stiffening::mean_strain;
  EXPECT_EQ(make_floating_beam_planar(stiffened).spin_limit, 0.0);
}

TEST(FloatingBeamPlanar, TellsAllThatIsWrongAtOnce) {
  auto options = floating_rod(2, Frame::tangential);
  options.position = {1.0};
  options.velocity = {1.0, 2.0, 3.0};
  options.mesh.section.width = 0.0;
  EXPECT_EQ(keys(options), (Keys{"section.width", "position", "velocity"}));
  auto turned = floating_rod(2, Frame::tangential);
  turned.mesh.displacement = {0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  EXPECT_EQ(keys(turned), Keys{"displacement"});
  auto shifted = floating_rod(2, Frame::free);
  shifted.mesh.displacement = {0.0, 0.1, 0.0, 0.0, 0.1, 0.0, 0.0, 0.1, 0.0};
  EXPECT_EQ(keys(shifted), Keys{"displacement"});
}

/// A floating beam beside ground, for contacts and joints that do not fit.
class OnABeam : public testing::Test {
 protected:
  OnABeam() {
    model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(floating_rod(2, Frame::pinned)));
  }
  Model model;
};

TEST_F(OnABeam, PointsOffItAreRefused) {
  NodeWallOptions wall;
  wall.body = "rod";
  wall.point = {1.2};
  wall.wall = {0.0, -1.0};
  wall.normal = {0.0, 1.0};
  EXPECT_EQ(keys_thrown([&] { add_node_wall(model, "wall", wall); }), Keys{"point"});
  wall.point = {0.7, -0.01};
  EXPECT_TRUE(keys_thrown([&] { add_node_wall(model, "wall", wall); }).empty());
  JointOptions joint;
  joint.body = "rod";
  joint.point = {-0.1};
  EXPECT_EQ(keys_thrown([&] { add_joint(model, "pin", JointKind::revolute, joint); }), Keys{"point"});
}

// A torsion spring between the sections at both ends bends the beam: k (phi_n - phi_0) with both signs.
TEST_F(OnABeam, SpringsActOnSections) {
  TorsionSpringOptions spring;
  spring.body = "rod";
  spring.node = "first";
  spring.to = "rod";
  spring.to_node = "last";
  spring.stiffness = 10.0;
  add_torsion_spring(model, "spring", spring);
  Vector q = model.initial.q;
  q[3] = -0.02;            // phi of the first node
  q[q.size() - 1] = 0.03;  // and of the last
  const Vector bent = forces_of(model.system, q, model.initial.v);
  Vector f(q.size());
  model.system.body(0).forces(0.0, q, model.initial.v, f);
  EXPECT_NEAR(bent[3] - f[3], 10.0 * 0.05, 1e-12);
  EXPECT_NEAR(bent[q.size() - 1] - f[q.size() - 1], -10.0 * 0.05, 1e-12);
  EXPECT_NEAR(bent[2] - f[2], 0.0, 1e-12);  // nothing on the frame
  spring.to_node = "first";
  EXPECT_EQ(keys_thrown([&] { add_torsion_spring(model, "spring", spring); }), Keys{"to"});
}

}  // namespace floating_beam_planar_test
}  // namespace percuss
