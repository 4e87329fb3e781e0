// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace percuss
