// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "fem/assembly.hpp"
#include "fem/bar_element.hpp"
#include "fem/beam_element_spatial.hpp"

namespace percuss::fem {

/// A bar or beam between two nodes of a lattice, for small displacements: its matrices over the unknowns of both nodes
/// in the axes of the lattice.
struct LatticeMember {
  Index unknowns = 0;  ///< of a node
  Matrix M, K;         ///< (2 unknowns) x (2 unknowns)

  /// Adds the member on these rows, of the unknowns of both nodes; -1: that one is held.
  void scatter(std::span<const Index> rows, Assembler& mass, Assembler& stiffness) const;
};

/// A bar hinged at both ends, stiff along its direction n alone,
///
///   K_e = E S / l [n n', -n n'; -n n', n n'],   M_e = [m_00 I, m_01 I; m_10 I, m_11 I]
///
/// with the stiffness and the mass (consistent or lumped) of the axial element. Unknowns of a node: its displacements,
/// `dimension` 2 or 3 of them; `direction` is of unit length.
LatticeMember bar_member(const BarElement& bar, const Eigen::Vector3d& direction, int dimension, bool lumped);

/// A beam clamped to its nodes, T' K_e T and T' M_e T with T from the axes of the lattice to those of the beam. In the
/// plane x y, unknowns of a node (u_x, u_y, phi_z):
LatticeMember beam_member(const BeamElementPlanar& beam, const Eigen::Vector3d& direction);
/// in space, (u_x, u_y, u_z, phi_x, phi_y, phi_z), of a beam as stiff about y as about z: which way round it lies does
/// not matter.
LatticeMember beam_member(const BeamElementSpatial& beam, const Eigen::Vector3d& direction);

}  // namespace percuss::fem
