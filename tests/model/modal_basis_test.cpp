// SPDX-License-Identifier: Apache-2.0
#include "model/modal_basis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/beam.hpp"
#include "model/beam_planar.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace modal_basis_test {

using Frame = FloatingBeamPlanarOptions::Frame;
using Stiffening = FloatingBeamPlanarOptions::Stiffening;
using Support = BeamPlanarOptions::Support;

FloatingBeamPlanarOptions damped_rod(Frame frame) {
  auto options = floating_rod(6, frame);
  options.mesh.attach.nodes = {2.0, 6.0};
  options.mesh.attach.mass = {1.5, 0.7};
  options.mesh.attach.inertia = {0.2, 0.1};
  options.mesh.damping.mass = 0.3;
  options.mesh.damping.stiffness = 1e-3;
  return options;
}

/// x = T y: the rows of the whole body by those of the reduced one.
Matrix expansion(const FloatingBeamPlanarOptions& whole, const BuiltBody& reduced) {
  const BeamMeshPlanar mesh(whole.mesh);
  const auto frame = frame_conditions(mesh, whole.frame);
  const auto modes = reduced.modes(1000);
  Matrix T = Matrix::Zero(3 + frame.num_kept(), 3 + modes.omega.size());
  T.topLeftCorner<3, 3>().setIdentity();
  Vector kept(frame.num_kept());
  for (Index j = 0; j < modes.omega.size(); ++j) {
    EXPECT_TRUE(frame.take(modes.shapes.col(j), kept)) << "mode " << j << " breaks the conditions of the frame";
    T.col(3 + j).tail(frame.num_kept()) = kept;
  }
  return T;
}

class AnyReducedBeam : public testing::TestWithParam<Frame> {
 protected:
  AnyReducedBeam() {
    whole = damped_rod(GetParam());
    reduced = whole;
    reduced.mesh.modes.count = 3;
    reduced.mesh.modes.static_points = {0.4, 1.0};
  }
  FloatingBeamPlanarOptions whole, reduced;
};

// A Galerkin reduction: mass, forces, energy and markers are those of the whole body, projected. To the round-off of
// forces that cancel in the whole one: its stiffest element carries 1e5 times the modes' forces.
TEST_P(AnyReducedBeam, IsTheWholeBodyProjected) {
  const auto full = make_floating_beam_planar(whole), built = make_floating_beam_planar(reduced);
  for (const auto* one : {&full, &built}) one->add_gravity({3.0, -9.81, 0.0});
  const Matrix T = expansion(whole, built);
  std::mt19937 random(7);
  Vector y = random_vector(built.q.size(), random), rate = random_vector(built.q.size(), random);
  y.tail(y.size() - 3) *= 0.01;
  const Vector q = T * y, v = T * rate;
  const Matrix M = tangent_of(built.body(), y, rate, {}),
               expected = T.transpose() * tangent_of(full.body(), q, v, {}) * T;
  EXPECT_LE((M - expected).norm(), 1e-11 * M.norm());
  const Vector f = forces_of(built.body(), y, rate), projected = T.transpose() * forces_of(full.body(), q, v);
  EXPECT_LE((f - projected).norm(), 1e-9 * f.norm());
  const auto energy = built.body().energy(0.0, y, rate), of_full = full.body().energy(0.0, q, v);
  EXPECT_NEAR(energy.kinetic, of_full.kinetic, 1e-11 * of_full.kinetic);
  EXPECT_NEAR(energy.potential, of_full.potential, 1e-9 * std::abs(of_full.potential));
  const Matrix A = tangent_of(built.body(), y, rate, {0.0, 1.0, 0.1});
  const Matrix A_full = T.transpose() * tangent_of(full.body(), q, v, {0.0, 1.0, 0.1}) * T;
  EXPECT_LE((A - A_full).norm(), 1e-9 * A.norm());
  const Vector3 point(0.37, 0.02, 0.0), d(0.6, -0.8, 0.0);
  const auto marker = built.points(0, 0, point), marker_of_full = full.points(0, 0, point);
  EXPECT_LE((marker.position(y) - marker_of_full.position(q)).norm(), 1e-12);
  EXPECT_LE((marker.velocity(y, rate) - marker_of_full.velocity(q, v)).norm(), 1e-11);
  Vector w = Vector::Zero(y.size()), w_full = Vector::Zero(q.size());
  marker.add_force(y, d, w);
  marker_of_full.add_force(q, d, w_full);
  EXPECT_LE((w - T.transpose() * w_full).norm(), 1e-11 * w.norm());
}

INSTANTIATE_TEST_SUITE_P(Frames, AnyReducedBeam, testing::ValuesIn(all_frames()));

class AnyReducedBeamInSpace : public testing::TestWithParam<FloatingBeamOptions::Frame> {};

// The same in space, where axes of sections turn as well.
TEST_P(AnyReducedBeamInSpace, IsTheWholeBodyProjected) {
  auto whole = floating_in_space(5, GetParam());
  whole.mesh.attach.nodes = {2.0};
  whole.mesh.attach.mass = {1.5};
  whole.mesh.damping.mass = 0.3;
  whole.mesh.damping.stiffness = 1e-3;
  auto reduced = whole;
  reduced.mesh.modes.count = 4;
  reduced.mesh.modes.static_points = {0.4, 1.0};
  const auto full = make_floating_beam(whole), built = make_floating_beam(reduced);
  for (const auto* one : {&full, &built}) one->add_gravity({3.0, -9.81, 1.0});
  const auto frame = frame_conditions(BeamMeshSpatial(whole.mesh), whole.frame);
  const auto modes = built.modes(1000);
  const Index r = modes.omega.size(), n = frame.num_kept();
  ASSERT_EQ(built.q.size(), 7 + r);
  Matrix T = Matrix::Identity(6 + n, 6 + r);
  Vector kept(n);
  for (Index j = 0; j < r; ++j) {
    ASSERT_TRUE(frame.take(modes.shapes.col(j), kept));
    T.col(6 + j).tail(n) = kept;
  }
  std::mt19937 random(5);
  Vector y = random_vector(7 + r, random), q(7 + n);
  const Vector rate = random_vector(6 + r, random), v = T * rate;
  y.segment<4>(3).normalize();
  y.tail(r) *= 0.01;
  q << y.head<7>(), T.bottomRightCorner(n, r) * y.tail(r);
  const Matrix M = tangent_of(built.body(), y, rate, {});
  EXPECT_LE((M - T.transpose() * tangent_of(full.body(), q, v, {}) * T).norm(), 1e-11 * M.norm());
  const Vector f = forces_of(built.body(), y, rate), projected = T.transpose() * forces_of(full.body(), q, v);
  EXPECT_LE((f - projected).norm(), 1e-9 * f.norm());
  Vector inertia = Vector::Zero(6 + r);
  ASSERT_TRUE(built.body().subtract_inertia(y, rate, inertia));
  EXPECT_LE((inertia + M * rate).norm(), 1e-11 * inertia.norm());
  const auto energy = built.body().energy(0.0, y, rate), of_full = full.body().energy(0.0, q, v);
  EXPECT_NEAR(energy.kinetic, of_full.kinetic, 1e-11 * of_full.kinetic);
  EXPECT_NEAR(energy.potential, of_full.potential, 1e-9 * std::abs(of_full.potential));
  const Vector3 point(0.37, 0.01, -0.02), d(0.6, -0.8, 0.3);
  const auto marker = built.points(0, 0, point), marker_of_full = full.points(0, 0, point);
  EXPECT_LE((marker.position(y) - marker_of_full.position(q)).norm(), 1e-12);
  EXPECT_LE((marker.rotation(y) - marker_of_full.rotation(q)).norm(), 1e-11);
  Vector w = Vector::Zero(6 + r), w_full = Vector::Zero(6 + n);
  for (const auto& [one, state, sum] : {std::tuple{&marker, &y, &w}, std::tuple{&marker_of_full, &q, &w_full}}) {
    one->add_force(*state, d, *sum);
    one->add_torque(*state, Vector3(1.0, 2.0, -1.0), *sum);
  }
  EXPECT_LE((w - T.transpose() * w_full).norm(), 1e-11 * w.norm());
}

INSTANTIATE_TEST_SUITE_P(Frames, AnyReducedBeamInSpace, testing::ValuesIn(all_spatial_frames()));

// A square section: each bending twice. Torsion of the clamped end: pi/2 sqrt(GJ/(rho Ip))/L, 16 elements err by 8e-4.
TEST(ModalBasis, InSpaceBendsInTwoPlanesAndTwists) {
  auto options = floating_in_space(16, FloatingBeamOptions::Frame::tangential);
  const auto modes = make_floating_beam(options).modes(60);
  const auto section = options.mesh.section.numbers();
  const double EI_y = options.mesh.youngs_modulus * section.y, EI_z = options.mesh.youngs_modulus * section.z,
               line = options.mesh.density * section.area, L2 = options.mesh.length * options.mesh.length;
  const double twist = 0.5 * std::numbers::pi / options.mesh.length *
                       std::sqrt(options.mesh.shear() * section.torsion / (options.mesh.density * section.polar()));
  for (const double expected : {3.5160152685 / L2 * std::sqrt(EI_y / line), 3.5160152685 / L2 * std::sqrt(EI_z / line)})
    EXPECT_LE((modes.omega.array() - expected).abs().minCoeff(), 1e-6 * expected);
  EXPECT_LE((modes.omega.array() - twist).abs().minCoeff(), 8e-4 * twist);
}

TEST(ModalBasis, HasTheFrequenciesOfTheReference) {  // docs/verification.md, ten digits
  const std::vector<std::vector<double>> expected{
      {16.2528201829, 101.8626174601, 285.3689421091, 560.1212379111, 929.1963833408, 1259.6647955625},
      {45.6230126271, 182.5364354486, 411.1286310839, 732.8372616013, 1151.1305449815},
      {71.2734852193, 231.0552873571, 482.6936923407, 827.8932984695, 1259.66479556, 1270.2194926733},
      {103.4288894818, 285.2490889799, 560.0558212043, 928.7793825292, 1394.8186947074, 1960.7737816278}};
  for (std::size_t k = 0; k < all_frames().size(); ++k) {
    const auto modes = make_floating_beam_planar(floating_rod(8, all_frames()[k])).modes(6);
    for (std::size_t j = 0; j < expected[k].size(); ++j)
      EXPECT_NEAR(modes.omega[static_cast<Index>(j)], expected[k][j], 1e-9 * expected[k][j]) << k << ' ' << j;
  }
}

BeamPlanarOptions cantilever() {
  BeamPlanarOptions options;
  options.mesh = rod_mesh(10);
  options.supports.first = Support::clamped;
  return options;
}

/// f' K^-1 f, K being diagonal.
double response(const BuiltBody& built, const Vector& f) {
  const Matrix K = tangent_of(built.body(), built.q, built.v, {0.0, 0.0, 1.0});
  return f.dot(K.diagonal().cwiseInverse().cwiseProduct(f));
}

/// Deflection along y under a force of 1 N there, by modes: sum (phi_i)^2/omega_i^2.
double compliance(const BuiltBody& built, double x) {
  Vector f = Vector::Zero(built.v.size());
  built.points(0, 0, Vector3(x, 0.0, 0.0)).add_force(built.q, Vector3::UnitY(), f);
  return response(built, f);
}

/// Of the section at x to a moment there [rad/(N m)].
double rotational_compliance(const BuiltBody& built, double x, const Vector3& axis = Vector3::UnitZ()) {
  Vector m = Vector::Zero(built.v.size());
  built.points(0, 0, Vector3(x, 0.0, 0.0)).add_torque(built.q, axis, m);
  return response(built, m);
}

TEST(ModalBasis, StaticModesMakeTheResponseToAForceExact) {
  auto options = cantilever();
  options.mesh.modes.count = 4;
  const double exact = 1.0 / (3.0 * 5e9 * std::pow(0.02, 4) / 12.0);  // L^3/(3 EI)
  // Modes alone lack what the faster ones have: sum over i > 4 of 12/lambda_i^4 = 6.2e-4 of the compliance.
  EXPECT_NEAR(compliance(make_beam_planar(options), 1.0) / exact, 1.0 - 6.2e-4, 1e-5);
  options.mesh.modes.static_points = {1.0};
  EXPECT_NEAR(compliance(make_beam_planar(options), 1.0), exact, 1e-9 * exact);  // (L/l)^4 eps
  options.mesh.modes.count = 0;                                                  // static modes alone: along and across
  const auto built = make_beam_planar(options);
  EXPECT_EQ(built.q.size(), 2);
  EXPECT_NEAR(compliance(built, 1.0), exact, 1e-9 * exact);
}

// x/EI of a cantilever under a moment at x; of a beam in space about z likewise, and x/GJ about its axis.
TEST(ModalBasis, StaticMomentsMakeTheResponseToAMomentExact) {
  auto options = cantilever();
  const double EI = 5e9 * std::pow(0.02, 4) / 12.0;
  options.mesh.modes.count = 2;
  EXPECT_LT(rotational_compliance(make_beam_planar(options), 0.6), 0.95 * 0.6 / EI);
  options.mesh.modes.static_moments = {0.6};  // a node: cubic elements bend exactly
  EXPECT_NEAR(rotational_compliance(make_beam_planar(options), 0.6), 0.6 / EI, 1e-9 * 0.6 / EI);
  EXPECT_EQ(make_beam_planar(options).q.size(), 3);
  options.mesh.modes.count = 0;
  EXPECT_EQ(make_beam_planar(options).q.size(), 1);
  BeamOptions space;
  space.mesh = spatial_mesh(5);
  space.supports.first = BeamOptions::Support::clamped;
  space.mesh.modes.static_moments = {1.0};
  const auto built = make_beam(space);
  EXPECT_EQ(built.q.size(), 3);
  EXPECT_NEAR(rotational_compliance(built, 1.0), 1.0 / 225.0, 1e-9 / 225.0);
  EXPECT_NEAR(rotational_compliance(built, 1.0, Vector3::UnitX()), 1.0 / 90.0, 1e-9 / 90.0);
}

TEST(ModalBasis, FreeBeamsKeepTheirRigidMotions) {
  auto options = cantilever();
  options.supports.first = Support::free;
  options.mesh.modes.count = 5;
  const auto modes = make_beam_planar(options).modes(5);
  EXPECT_EQ(modes.omega.head(3), Vector::Zero(3));
  const double unit = std::sqrt(5e9 * std::pow(0.02, 4) / 12.0 / 3.12);
  EXPECT_NEAR(modes.omega[3], 22.3732854 * unit, 1e-4 * modes.omega[3]);  // exact beam; ten elements err by 2e-5
  options.mesh.modes.static_points = {0.3};
  EXPECT_EQ(make_beam_planar(options).q.size(), 7);
}

TEST(ModalBasis, TakesAllModesUpToAFrequency) {
  auto options = cantilever();
  options.mesh.modes.below_frequency = 20.0;  // 2.59 and 16.2 Hz, then 45.4
  EXPECT_EQ(make_beam_planar(options).q.size(), 2);
}

TEST(ModalBasis, GivenShapesAreTakenAsTheyAre) {
  auto options = cantilever();
  const auto exact = make_beam_planar(options).modes(2);
  // Sums of the modes, of no norm: the space counts.
  for (const auto& [a, b] : {std::pair{3.0, 1.0}, std::pair{0.5, -2.0}}) {
    const Vector shape = a * exact.shapes.col(0) + b * exact.shapes.col(1);
    options.mesh.modes.shapes.insert(options.mesh.modes.shapes.end(), shape.begin(), shape.end());
  }
  const auto built = make_beam_planar(options);
  ASSERT_EQ(built.q.size(), 2);
  for (Index j = 0; j < 2; ++j) EXPECT_NEAR(built.modes(2).omega[j], exact.omega[j], 1e-8 * exact.omega[j]);
}

TEST(ModalBasis, DampingRatiosDampEachMode) {
  auto options = cantilever();
  options.mesh.modes.count = 2;
  options.mesh.modes.damping_ratios = {0.02, 0.05};
  options.mesh.damping.mass = 0.4;
  const auto built = make_beam_planar(options);
  const auto omega = built.modes(2).omega;
  const Matrix C = tangent_of(built.body(), built.q, built.v, {0.0, 1.0, 0.0});
  EXPECT_NEAR(C(0, 0), 0.4 + 2.0 * 0.02 * omega[0], 1e-12 * C(0, 0));
  EXPECT_NEAR(C(1, 1), 0.4 + 2.0 * 0.05 * omega[1], 1e-12 * C(1, 1));
  EXPECT_EQ(built.body().mode_bound()->least_damping, 0.4);
}

TEST(ModalBasis, AStartMadeOfItsModesIsTaken) {
  auto options = cantilever();
  const auto exact = make_beam_planar(options).modes(3);
  const Vector start = 0.01 * exact.shapes.col(1);
  options.mesh.displacement.assign(start.begin(), start.end());
  options.mesh.modes.count = 3;
  const auto built = make_beam_planar(options);
  EXPECT_LE((built.q - Vector3(0.0, 0.01, 0.0)).norm(), 1e-9);
  options.mesh.modes.count = 1;
  EXPECT_THROW(make_beam_planar(options), InputError);
}

std::string fault_of(const BeamPlanarOptions& options) {
  try {
    make_beam_planar(options);
  } catch (const InputError& error) {
    return error.faults()[0].key + ": " + error.faults()[0].message;
  }
  return "";
}

TEST(ModalBasis, ReducedBeamsDoNotStiffen) {
  auto planar = damped_rod(Frame::pinned);
  planar.mesh.modes.count = 3;
  planar.stiffening = Stiffening::mean_strain;
  EXPECT_EQ(planar.validate().at(0).key, "stiffening");
  auto spatial = floating_in_space(4, FloatingBeamOptions::Frame::free);
  spatial.mesh.modes.below_frequency = 1e3;
  spatial.stiffening = FloatingBeamOptions::Stiffening::mean_strain;
  EXPECT_EQ(spatial.validate().at(0).key, "stiffening");
}

TEST(ModalBasis, DoesNotPartModesOfTheSameFrequency) {
  auto options = floating_in_space(4, FloatingBeamOptions::Frame::tangential);
  options.mesh.section.second_moment_y = options.mesh.section.second_moment_z;  // bends alike in both planes
  options.mesh.modes.count = 1;
  EXPECT_THROW(make_floating_beam(options), InputError);
  options.mesh.modes.count = 2;
  EXPECT_EQ(make_floating_beam(options).v.size(), 8);
  auto free = cantilever();
  free.supports.first = Support::free;
  free.mesh.modes.count = 2;  // of three rigid motions
  EXPECT_THROW(make_beam_planar(free), InputError);
}

TEST(ModalBasis, BadInputIsTold) {
  auto options = cantilever();
  options.mesh.modes.count = 31;
  EXPECT_EQ(fault_of(options), "modes.count: 31 modes of a body of 30 elastic unknowns under these conditions");
  options.mesh.modes.count = 2;
  options.mesh.modes.static_points = {0.0};
  EXPECT_EQ(fault_of(options), "modes.static_points: the point at 0 m is held, they do not move it");
  options.mesh.modes.static_points = {};
  options.mesh.modes.static_moments = {0.5, 0.0};
  EXPECT_EQ(fault_of(options), "modes.static_moments: the point at 0 m is held, they do not move it");
  options.mesh.modes.static_moments = {};
  options.mesh.modes.damping_ratios = {0.1, 0.1, 0.1};
  EXPECT_EQ(fault_of(options), "modes.damping_ratios: 3 ratios for 2 modes");
  options.mesh.modes.count = 0;
  options.mesh.modes.damping_ratios = {};
  options.mesh.modes.below_frequency = 1.0;
  EXPECT_EQ(fault_of(options), "modes.below_frequency: the slowest mode has 2.587 Hz");
  options.mesh.modes.below_frequency = 0.0;
  options.mesh.modes.shapes = std::vector<double>(33, 0.0);
  EXPECT_EQ(fault_of(options), "modes.shapes: shape 1 is zero or a sum of those before it");
  options.mesh.modes.shapes[0] = 1.0;
  EXPECT_EQ(fault_of(options), "modes.shapes: shape 1 moves what the frame or the supports hold");
}

}  // namespace modal_basis_test
}  // namespace percuss
