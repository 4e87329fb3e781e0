// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "core/contact_model.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {

/// A planar rigid body (q 0 to 2, v 0 to 2), one in space (q 3 to 9, v 3 to 8), another of each kind, and a particle in
/// the plane, in a random configuration with random velocities.
struct RandomBodies {
  Model model;
  State state;

  explicit RandomBodies(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> number;
    const auto vector = [&] {  // one number after the other: compilers evaluate arguments in orders of their own
      Vector3 drawn;
      for (double& x : drawn) x = number(random);
      return drawn;
    };
    for (const char* name : {"plate", "plank"}) {
      const Vector3 q = vector(), v = vector();
      model.add_body(name, "planar", planar_body(2.0, 0.3, q, v));
    }
    for (const char* name : {"stone", "brick"}) {
      Eigen::Quaterniond turn;
      for (double& x : turn.coeffs()) x = number(random);
      turn.normalize();
      const Vector3 x = vector(), v = vector(), omega = vector();
      model.add_body(name, "spatial", spatial_body(2.0, {0.1, 0.2, 0.3}, x, turn, v, omega));
    }
    state = model.initial;
  }
  Marker marker(const std::string& body, const Vector3& point) const { return model.find_body(body)->marker(0, point); }
};

inline std::vector<Index> all_of(const ContactModel& contacts) {
  std::vector<Index> all(static_cast<std::size_t>(contacts.size()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

inline Matrix dense(const SparseColumns& W) {
  Matrix A = Matrix::Zero(W.rows(), W.cols());
  for (Index j = 0; j < W.cols(); ++j) W.add_column(j, 1.0, A.col(j));
  return A;
}

inline Matrix jacobian(const ContactModel& contacts, Index nv, const Vector& q) {
  ContactSet set;
  contacts.evaluate(0.0, q, nv, all_of(contacts), set);
  return dense(set.W);
}

/// W' v is the rate of the row gaps where rows have one, and W'dot v is what `velocity_bias` says: both by central
/// differences along the motion, whose error is h^2 times a third derivative, of order 100 where the rates are of order
/// one and as much larger as they are, and round-off over h.
inline void expect_consistent_derivatives(const ContactModel& contacts, const RandomBodies& bodies) {
  const auto& system = bodies.model.system;
  const auto& [t, q, v] = bodies.state;
  const auto all = all_of(contacts);
  const Matrix W = jacobian(contacts, system.num_v(), q);
  constexpr double h = 1e-5, difference_error = 1e-7;
  Vector ahead(q.size()), behind(q.size()), gap_ahead(W.cols()), gap_behind(W.cols()), bias(W.cols());
  system.advance(q, h, v, 0.0, v, ahead);
  system.advance(q, -h, v, 0.0, v, behind);
  contacts.row_gaps(t, ahead, all, 0, gap_ahead);
  contacts.row_gaps(t, behind, all, 0, gap_behind);
  contacts.velocity_bias(system, t, q, v, all, 0, bias);
  const Vector gap_rate = (gap_ahead - gap_behind) / (2.0 * h), gamma = W.transpose() * v;
  const Vector gamma_rate =
      (jacobian(contacts, v.size(), ahead) - jacobian(contacts, v.size(), behind)).transpose() * v / (2.0 * h);
  Index row = 0;
  for (Index k = 0; k < contacts.size(); ++k)
    for (Index r = 0; r < contacts.num_rows(k); ++r, ++row) {
      if (r == 0 || contacts.is_joint(k)) {
        EXPECT_NEAR(gamma[row], gap_rate[row], difference_error * (1.0 + std::abs(gamma[row])))
            << "row " << r << " of contact " << k;
      }
      EXPECT_NEAR(bias[row], gamma_rate[row], difference_error * (1.0 + std::abs(bias[row])))
          << "row " << r << " of contact " << k;
    }
}

}  // namespace percuss
