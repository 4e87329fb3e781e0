// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fem/assembly.hpp"
#include "fem/bar_element.hpp"

namespace percuss::fem {

/// A bar in the plane or in space, hinged at both ends, for small displacements: stiff along its direction n alone,
///
///   K_e = E S / l [n n', -n n'; -n n', n n'],   M_e = [m_00 I, m_01 I; m_10 I, m_11 I]
///
/// with the stiffness and the mass (consistent or lumped) of the axial element.
class TrussElement {
 public:
  /// `direction` of unit length; `dimension` 2 or 3.
  TrussElement(const BarElement& bar, const Eigen::Vector3d& direction, int dimension, bool lumped);
  /// Adds the element between two nodes, whose first unknowns are dimension * node; -1: that end is held.
  void scatter(Index from, Index to, Assembler& M, Assembler& K) const;

 private:
  int dimension_;
  Eigen::Matrix3d stiffness_;
  Eigen::Matrix2d mass_;
};

}  // namespace percuss::fem
