// SPDX-License-Identifier: Apache-2.0
#include "model/modal_reduction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "model/beam_planar.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace modal_reduction_test {

using Frame = FloatingBeamPlanarOptions::Frame;

FloatingBeamPlanarOptions reduced_rod(Frame frame, Index modes) {
  auto options = floating_rod(6, frame);
  options.mesh.modes.count = modes;
  return options;
}

/// K and M over the elastic rows of the whole body, dense.
std::pair<Matrix, Matrix> elastic_block(FloatingBeamPlanarOptions options) {
  options.mesh.modes = {};
  const auto whole = make_floating_beam_planar(options);
  const Index n = whole.q.size() - 3;
  const Matrix K = tangent_of(whole.body(), whole.q, whole.v, {0.0, 0.0, 1.0}).bottomRightCorner(n, n),
               M = tangent_of(whole.body(), whole.q, whole.v, {1.0, 0.0, 0.0}).bottomRightCorner(n, n);
  return {K, M};
}

class AnyFrame : public testing::TestWithParam<Frame> {};

// Against the dense inverse. A free frame's K is factored with 1 % of the square of a frequency below the slowest mode
// (static_solver): a hundredth at most.
TEST_P(AnyFrame, ResidualNormIsThatOfTheStaticDeflection) {
  const auto options = reduced_rod(GetParam(), 3);
  const auto built = make_floating_beam_planar(options);
  ASSERT_NE(built.reduction, nullptr);
  const auto [K, M] = elastic_block(options);
  ASSERT_EQ(built.reduction->num_rows(), K.rows());
  std::mt19937 random(3);
  const Vector r = random_vector(K.rows(), random);
  const double expected = std::sqrt(r.dot(K.ldlt().solve(r)));
  const bool conditioned = GetParam() == Frame::free || GetParam() == Frame::articulated;
  const double tolerance = conditioned ? 0.01 : 1e-9;  // 6^4 eps, and that stretching is 1e4 times as stiff as bending
  EXPECT_NEAR(ResidualNorm(*built.reduction)(r), expected, tolerance * expected);
}

TEST_P(AnyFrame, ShapesAndDeformationAreThoseOfTheWholeBody) {
  const auto options = reduced_rod(GetParam(), 3);
  const auto built = make_floating_beam_planar(options);
  const auto [K, M] = elastic_block(options);
  const Matrix& P = built.reduction->shapes();
  ASSERT_EQ(P.cols(), 3);
  EXPECT_EQ(built.reduction->num_modes(), 3);
  EXPECT_LE((P.transpose() * M * P - Matrix::Identity(3, 3)).norm(), 1e-10);  // unit modal mass, to Lanczos' round-off
  const Vector y = Vector::LinSpaced(3, 0.5, -1.0), x = P * y;
  EXPECT_NEAR(built.reduction->deformation(y), std::sqrt(x.dot(K * x)), 1e-9 * std::sqrt(x.dot(K * x)));
}

// Projected on the modes the forces of their dampers are -2 zeta omega rate, and they do nothing to other shapes.
TEST_P(AnyFrame, ModalDampingIsThatOfTheModes) {
  auto options = reduced_rod(GetParam(), 3);
  options.mesh.modes.damping_ratios = {0.01, 0.02, 0.5};
  const auto built = make_floating_beam_planar(options);
  const auto [K, M] = elastic_block(options);
  const Vector rate = Vector::LinSpaced(3, 2.0, -1.0);
  Vector f = Vector::Zero(K.rows());
  built.reduction->subtract_modal_damping(rate, f);
  const Vector omega = built.modes(3).omega;
  const Vector expected = -2.0 * Eigen::Array3d(0.01, 0.02, 0.5) * omega.array() * rate.array();
  const Matrix& P = built.reduction->shapes();
  EXPECT_LE((P.transpose() * f - expected).norm(), 1e-10 * expected.norm());
  EXPECT_LE((f - M * P * (P.transpose() * f)).norm(), 1e-10 * f.norm());
}

INSTANTIATE_TEST_SUITE_P(Frames, AnyFrame,
                         testing::Values(Frame::tangential, Frame::pinned, Frame::articulated, Frame::free),
                         [](const auto& test) {
                           switch (test.param) {
                             case Frame::tangential:
                               return "tangential";
                             case Frame::pinned:
                               return "pinned";
                             case Frame::articulated:
                               return "articulated";
                             default:
                               return "free";
                           }
                         });

TEST(ModalReduction, IsNoneOfAWholeBody) {
  EXPECT_EQ(make_floating_beam_planar(floating_rod(6, Frame::pinned)).reduction, nullptr);
}

// c = L^3 / 3 E I at the tip: cubic elements bend exactly under a force at a node.
TEST(ModalReduction, ResidualNormOfACantileverIsItsCompliance) {
  BeamPlanarOptions options;
  options.mesh.length = 2.0;
  options.mesh.elements = 10;
  options.mesh.section.area = 1e-3;
  options.mesh.section.second_moment = 3e-8;
  options.mesh.youngs_modulus = 1e11;
  options.mesh.density = 5000.0;
  options.supports.first = BeamPlanarOptions::Support::clamped;
  options.mesh.modes.count = 2;
  const auto built = make_beam_planar(options);
  const Index rows = built.reduction->num_rows();
  Vector r = Vector::Zero(rows);
  r[rows - 2] = 7.0;
  const double c = 8.0 / (3.0 * 3e3), whole = ResidualNorm(*built.reduction)(r);
  EXPECT_NEAR(whole, 7.0 * std::sqrt(c), 1e-9 * whole);
}

}  // namespace modal_reduction_test
}  // namespace percuss
