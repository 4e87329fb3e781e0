// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/symmetric_matrix.hpp"
#include "core/types.hpp"

namespace percuss {

/// Integrals over the mass of a body along x with elastic unknowns x_i, d = (x, 0, 0) + sum N_i x_i the place of a
/// point in the frame. A field N_i has `per_unknown` components n_c, component c along the axis `axes[c]` of the frame:
/// one where unknowns shift points along one axis each, as those of a mesh do, or three, as those of a mode. The
/// components of unknown i are c = per_unknown i, ... . With `products`, of all pairs of components, the moments
///
///   D_c = int n_c d dm,   column c,
///
/// of which all inertia is made are one product.
struct FloatingInertiaSpatial {
  using Vector3 = Eigen::Vector3d;
  using Matrix3 = Eigen::Matrix3d;
  using Moments = Eigen::Matrix3Xd;

  double mass = 0.0;                  ///< int dm [kg]
  double first = 0.0;                 ///< int x dm [kg m]
  double second = 0.0;                ///< int x^2 dm [kg m^2]
  Vector3 turning = Vector3::Zero();  ///< inertia of sections about x, y, z [kg m^2]
  Index per_unknown = 1;              ///< components of an unknown
  std::vector<int> axes;              ///< of the components: 0, 1, 2, or 3 for one that shifts nothing
  Vector shape, x_shape;              ///< int n_c dm, int x n_c dm
  SparseMatrix products;              ///< int n_c n_d dm
  Matrix turning_couplings;           ///< of sections that turn with x_i with a frame turning about x, y, z
  SymmetricMatrix elastic;            ///< m_ff, inertia of sections included

  Index num_unknowns() const { return turning_couplings.rows(); }
  /// visit(i, c, axis) for each component c that shifts points, of unknown i.
  template <class Visit>
  void for_each_component(Visit visit) const {
    Index c = 0;
    for (Index i = 0; i < num_unknowns(); ++i)
      for (Index k = 0; k < per_unknown; ++k, ++c)
        if (const int axis = axes[static_cast<std::size_t>(c)]; axis < 3) visit(i, c, axis);
  }

  /// S' = int N' dm, unknowns x 3.
  Matrix shifts() const;
  /// D at the place d.
  void moments_of_place(VecRef x, Moments& D) const;
  /// The same of the displacement N x alone.
  void moments(VecRef x, Moments& D) const;
  /// S x
  Vector3 shift(VecRef x) const;
  /// int d dm
  Vector3 first_moment(VecRef x) const { return shift(x) + Vector3(first, 0.0, 0.0); }
  /// int d (N y)' dm
  Matrix3 mixed_moments(const Moments& D, VecRef y) const;
  /// int |d|^2 - d d' dm and the inertia of sections
  Matrix3 tensor(const Moments& D, VecRef x) const;
  /// int d x N y dm and of sections that turn with y
  Vector3 turning_momentum(const Moments& D, VecRef y) const;
};

/// The integrals by the coordinates z of modes, x = shapes z, whose m_ff is `elastic`.
FloatingInertiaSpatial of_modes(const FloatingInertiaSpatial& mesh, const Matrix& shapes, SymmetricMatrix elastic);

}  // namespace percuss
