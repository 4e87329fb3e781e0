// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <Eigen/QR>

#include "model/model.hpp"

// What tests ask of a body that has just been built, at its start.
namespace percuss {

constexpr TangentWeights mass_weights{1.0, 0.0, 0.0}, stiffness_weights{0.0, 0.0, 1.0};

inline Matrix tangent(const BuiltBody& built, TangentWeights weights) {
  SparseMatrix A;
  built.body().tangent(0.0, built.q, built.v, weights, A);
  return A;
}

/// At rest in another place.
inline Vector forces(const BuiltBody& built, const Vector& q) {
  Vector f(q.size());
  built.body().forces(0.0, q, Vector::Zero(q.size()), f);
  return f;
}

/// They are so many, independent, and need no forces but the round-off of some ten terms.
inline void expect_rigid_motions(const BuiltBody& built, Index rows_per_node, Index count) {
  const auto rigid = built.body().rigid_motions();
  EXPECT_EQ(rigid.rows_per_node, rows_per_node);
  EXPECT_EQ(rigid.motions.cols(), count);
  EXPECT_EQ(rigid.motions.colPivHouseholderQr().rank(), count);
  const Matrix K = tangent(built, stiffness_weights);
  const double scale = (K.cwiseAbs() * rigid.motions.cwiseAbs()).maxCoeff();
  EXPECT_LE((K * rigid.motions).cwiseAbs().maxCoeff(), 1e-14 * scale);
}

}  // namespace percuss
