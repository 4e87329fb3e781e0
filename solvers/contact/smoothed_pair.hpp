// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "solvers/contact/cone_scaling.hpp"

namespace percuss {

/// p and q of one contact inside the second-order cone, by one vector v (smooth_projection):
///
///   p - q = v,  p o q = t e,   dp = J dv,  dq = (J - 1) dv,   t > 0.
///
/// J has the eigenvectors (1, d), (1, -d) and (0, d_perp), d = v' / |v'|, and eigenvalues between 0 and 1.
class SmoothedPair {
 public:
  using Block = std::array<double, 9>;  ///< row by row

  SmoothedPair() = default;
  SmoothedPair(const ConeVector& v, double t);
  const ConeVector& p() const { return p_; }
  const ConeVector& q() const { return q_; }
  /// dp/dt = dq/dt
  const ConeVector& by_t() const { return by_t_; }
  ConeVector times_slopes(const ConeVector& v) const;
  Block slopes() const { return on_axes(slopes_); }     ///< J
  Block rest_of_one() const { return on_axes(rest_); }  ///< 1 - J, its small eigenvalues to full accuracy

 private:
  using Values = std::array<double, 3>;  // on the eigenvectors of J
  Block on_axes(const Values& values) const;

  ConeVector p_{}, q_{}, by_t_{};
  std::array<double, 2> direction_{1.0, 0.0};
  Values slopes_{}, rest_{};  // of J, and of 1 - J, each to full accuracy
};

}  // namespace percuss
