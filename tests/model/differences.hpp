// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "core/body.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// Entries drawn evenly from [-1, 1].
inline Vector random_vector(Index n, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  Vector x(n);
  for (double& xi : x) xi = entry(random);
  return x;
}

/// Central differences with this step lose about 1e-10 of values around 1.
inline constexpr double difference_step = 1e-5;

/// Derivatives of value(q, v) (a vector) along the velocities: column j moves q along e_j by `advance`.
template <class Advance, class Value>
Matrix derivative_along_motion(const Advance& advance, const Vector& q, const Vector& v, Value&& value) {
  Matrix D(value(q, v).size(), v.size());
  Vector there(q.size()), back(q.size());
  for (Index j = 0; j < v.size(); ++j) {
    const Vector unit = Vector::Unit(v.size(), j);
    advance.advance(q, difference_step, unit, 0.0, unit, there);
    advance.advance(q, -difference_step, unit, 0.0, unit, back);
    D.col(j) = (value(there, v) - value(back, v)) / (2.0 * difference_step);
  }
  return D;
}

/// Derivatives of value(q, v) by v.
template <class Value>
Matrix derivative_by_velocity(const Vector& q, const Vector& v, Value&& value) {
  Matrix D(value(q, v).size(), v.size());
  for (Index j = 0; j < v.size(); ++j) {
    const Vector step = difference_step * Vector::Unit(v.size(), j);
    D.col(j) = (value(q, v + step) - value(q, v - step)) / (2.0 * difference_step);
  }
  return D;
}

/// All forces of a body or system.
template <class Source>
Vector forces_of(const Source& source, const Vector& q, const Vector& v, double t = 0.0) {
  Vector f(source.num_v());
  source.forces(t, q, v, f);
  return f;
}

inline Matrix tangent_of(const Body& body, const Vector& q, const Vector& v, TangentWeights weights) {
  SparseMatrix A;
  body.tangent(0.0, q, v, weights, A);
  return Matrix(A);
}

}  // namespace percuss
