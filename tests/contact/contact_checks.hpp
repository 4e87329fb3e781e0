// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "core/contact_model.hpp"

namespace percuss {

inline Matrix dense_columns(const SparseColumns& W) {
  Matrix dense = Matrix::Zero(W.rows(), W.cols());
  for (Index j = 0; j < W.cols(); ++j)
    for (Index k = W.begin(j); k < W.end(j); ++k) dense(W.row(k), j) += W.value(k);
  return dense;
}

inline std::vector<Index> all_contacts(const ContactModel& contacts) {
  std::vector<Index> all(static_cast<std::size_t>(contacts.size()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

/// What every contact model owes, checked by central differences at (q, v): W_N is the rate of the gap (of every row's
/// value for joints), normal_velocities agrees with W, velocity_bias and curvature are the derivatives of W. The
/// differences' error is `tolerance`, which the caller reasons by its lengths and speeds.
inline void expect_consistent_derivatives(const ContactModel& contacts, const MechanicalSystem& system, const Vector& q,
                                          const Vector& v, double tolerance) {
  const auto all = all_contacts(contacts);
  const Index nv = system.num_v();
  ContactSet set;
  contacts.evaluate(0.0, q, nv, all, set);
  const Matrix W = dense_columns(set.W);
  const Index rows = set.rows();
  const double s = 1e-6 / std::max(1.0, v.norm());
  Vector after(system.num_q()), before(system.num_q()), plus(rows), minus(rows);
  system.advance(q, s, v, 0.0, v, after);
  system.advance(q, -s, v, 0.0, v, before);
  contacts.row_gaps(0.0, after, all, 0, plus);
  contacts.row_gaps(0.0, before, all, 0, minus);
  const Vector rate = (plus - minus) / (2.0 * s), gamma = W.transpose() * v;
  Vector reported(contacts.size()), gap(contacts.size()), value(rows);
  contacts.normal_velocities(0.0, q, v, reported);
  contacts.gaps(0.0, q, gap);
  contacts.row_gaps(0.0, q, all, 0, value);
  for (Index k = 0; k < set.size(); ++k) {
    const Index row = set.first_row(k);
    EXPECT_EQ(set.num_rows(k), contacts.num_rows(k));
    EXPECT_EQ(contacts.is_joint(k), set.cone[static_cast<std::size_t>(k)] == Cone::bilateral);
    EXPECT_NEAR(rate[row], gamma[row], tolerance) << "normal row of " << contacts.name(k);
    EXPECT_NEAR(gap[k], contacts.is_joint(k) ? 0.0 : value[row], 1e-14 * (1.0 + std::abs(gap[k])));
    EXPECT_NEAR(reported[k], contacts.is_joint(k) ? 0.0 : gamma[row], 1e-13 * (1.0 + std::abs(gamma[row])));
    for (Index r = 1; contacts.is_joint(k) && r < set.num_rows(k); ++r)
      EXPECT_NEAR(rate[row + r], gamma[row + r], tolerance) << "row " << r << " of " << contacts.name(k);
  }
  if (contacts.has_constant_jacobian()) {
    contacts.evaluate(0.0, after, nv, all, set);
    EXPECT_EQ(dense_columns(set.W), W) << "W is said to be constant";
  }
  Vector bias(rows), by_differences(rows);
  contacts.velocity_bias(system, 0.0, q, v, all, 0, bias);
  contacts.ContactModel::velocity_bias(system, 0.0, q, v, all, 0, by_differences);
  EXPECT_LT((bias - by_differences).lpNorm<Eigen::Infinity>(), tolerance * (1.0 + v.squaredNorm()));
  const Vector lambda = Vector::LinSpaced(rows, 1.0, 2.0);
  const auto dense_curvature = [&](auto&& evaluate) {
    std::vector<Eigen::Triplet<double>> entries;
    evaluate(entries);
    Matrix sum = Matrix::Zero(nv, nv);
    for (const auto& e : entries) sum(e.row(), e.col()) += e.value();
    return sum;
  };
  const Matrix exact = dense_curvature([&](auto& e) { contacts.curvature(system, 0.0, q, all, 0, lambda, e); });
  const Matrix numeric =
      dense_curvature([&](auto& e) { contacts.ContactModel::curvature(system, 0.0, q, all, 0, lambda, e); });
  EXPECT_LT((exact - numeric).lpNorm<Eigen::Infinity>(), tolerance * static_cast<double>(rows));
}

}  // namespace percuss
