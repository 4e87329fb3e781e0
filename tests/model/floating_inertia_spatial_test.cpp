// SPDX-License-Identifier: Apache-2.0
#include "model/floating_inertia_spatial.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/rotation.hpp"
#include "model/floating_body_spatial.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace floating_inertia_spatial_test {

using Frame = FloatingBeamOptions::Frame;

// One point of mass m at x0, shifted by z_1 (a, b, c): every integral by hand.
TEST(FloatingInertiaSpatial, OfAPointOnOneShape) {
  constexpr double m = 2.0, x0 = 0.5, a = 0.3, b = -0.7, c = 1.1, z = 0.2, y = 3.0;
  const Vector3 n(a, b, c), d = Vector3(x0, 0.0, 0.0) + z * n;
  FloatingInertiaSpatial point;
  point.mass = m;
  point.first = m * x0;
  point.second = m * x0 * x0;
  point.per_unknown = 3;
  point.axes = {0, 1, 2};
  point.shape = m * n;
  point.x_shape = m * x0 * n;
  point.products = Matrix(m * n * n.transpose()).sparseView();
  point.turning_couplings = Matrix::Zero(1, 3);
  point.elastic = SymmetricMatrix(SparseMatrix(Matrix::Constant(1, 1, m * n.squaredNorm()).sparseView()));
  const Vector at = Vector::Constant(1, z), rate = Vector::Constant(1, y);
  FloatingInertiaSpatial::Moments D;
  point.moments_of_place(at, D);
  EXPECT_LE((D - m * d * n.transpose()).norm(), 1e-15);
  EXPECT_LE((point.first_moment(at) - m * d).norm(), 1e-15);
  EXPECT_LE((point.mixed_moments(D, rate) - m * d * (y * n).transpose()).norm(), 1e-14);
  EXPECT_LE((point.tensor(D, at) - m * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose())).norm(), 1e-14);
  EXPECT_LE((point.turning_momentum(D, rate) - m * d.cross(y * n)).norm(), 1e-14);
  EXPECT_EQ(point.shifts(), Matrix(m * n.transpose()));
}

/// A beam in a frame, and the same on shapes of any kind, not modes.
struct Pair {
  FloatingBeamOptions options;
  FrameConditions frame;
  FloatingBodySpatial mesh, reduced;
  Matrix shapes;

  static Pair make(Frame kind, Index count) {
    auto options = floating_in_space(4, kind);
    options.mesh.attach.nodes = {0.0, 3.0};
    options.mesh.attach.mass = {1.5, 0.7};
    options.mesh.damping.stiffness = 1e-3;
    const BeamMeshSpatial built(options.mesh);
    const auto frame = frame_conditions(built, kind);
    auto inertia = built.inertia(frame);
    const Index n = frame.num_all();
    std::mt19937 random(7);
    Matrix shapes(n, count);
    for (Index j = 0; j < count; ++j) shapes.col(j) = random_vector(n, random);
    const auto project = [&](const SymmetricMatrix& all) {
      const Matrix P = shapes.transpose() * all.to_sparse() * shapes;
      return SymmetricMatrix(SparseMatrix(Matrix(0.5 * (P + P.transpose())).sparseView()));
    };
    const SymmetricMatrix K(built.modal_problem(frame, {}).K), C(SparseMatrix(1e-3 * K.to_sparse()));
    const FrameConditions free(count, {}, Matrix(count, 0), {});
    const FrameConditions kept(n, {}, Matrix(n, 0), {});
    FloatingBodySpatial reduced(of_modes(inertia, shapes, project(inertia.elastic)), project(K), project(C), free, {},
                                {});
    return {options, frame, FloatingBodySpatial(inertia, K, C, kept, {}, {}), std::move(reduced), shapes};
  }
};

// v = P w on the subspace of the shapes: M = P' M_mesh P, f = P' f_mesh, the same energy. Round-off of some 1e2 terms.
TEST(FloatingInertiaSpatial, OfShapesIsThatOfTheMeshOnTheirSubspace) {
  for (const auto kind : all_spatial_frames())
    for (const Index m : {1, 5}) {
      auto pair = Pair::make(kind, m);
      for (auto* body : {&pair.mesh, &pair.reduced}) body->add_gravity({3.0, -9.81, 2.0});
      std::mt19937 random(3);
      Vector q = random_vector(7 + m, random), w = random_vector(6 + m, random), a = random_vector(6 + m, random);
      q.segment<4>(3).normalize();
      Matrix P = Matrix::Zero(pair.mesh.num_v(), 6 + m);
      P.topLeftCorner<6, 6>().setIdentity();
      P.bottomRightCorner(pair.shapes.rows(), m) = pair.shapes;
      Vector at(pair.mesh.num_q());
      at << q.head<7>(), pair.shapes * q.tail(m);
      const Vector v = P * w;
      const Vector f = P.transpose() * forces_of(pair.mesh, at, v);
      EXPECT_LE((forces_of(pair.reduced, q, w) - f).norm(), 1e-12 * f.norm());
      const Matrix M = P.transpose() * tangent_of(pair.mesh, at, v, {}) * P;
      EXPECT_LE((tangent_of(pair.reduced, q, w, {}) - M).norm(), 1e-12 * M.norm());
      Vector left = Vector::Zero(6 + m);
      ASSERT_TRUE(pair.reduced.subtract_inertia(q, a, left));
      EXPECT_LE((left + M * a).norm(), 1e-12 * (M * a).norm());
      const auto there = pair.mesh.energy(0.0, at, v), here = pair.reduced.energy(0.0, q, w);
      EXPECT_NEAR(here.kinetic, there.kinetic, 1e-12 * there.kinetic);
      EXPECT_NEAR(here.potential, there.potential, 1e-12 * (std::abs(there.potential) + there.kinetic));
      const double damped = pair.mesh.work(0.0, 1.0, at, v, v).damping;
      EXPECT_NEAR(pair.reduced.work(0.0, 1.0, q, w, w).damping, damped, 1e-12 * damped);
    }
}

}  // namespace floating_inertia_spatial_test
}  // namespace percuss
