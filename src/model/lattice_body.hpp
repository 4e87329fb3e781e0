// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "model/lattice_cells.hpp"
#include "model/lattice_matrices.hpp"
#include "model/model.hpp"

namespace percuss {

/// How soft a lattice is and how stiff its members are, which tells what round-off leaves of its deflection.
struct LatticeStiffness {
  double axial = 0.0;    ///< E S of a member [N]
  double bending = 0.0;  ///< E I of a member, 0 of bars [N m^2]
  double racking = 0.0;  ///< compliance of a cell without diagonals against shear, 0 with them [m/N]
};

/// The body, with gravity, a drawing, modes and the velocity at the start. `element_along(span)`: of an element from
/// one end to the other [m]. Throws InputError where round-off would leave nothing of the deflection, or memory does
/// not hold the lattice.
BuiltBody make_lattice_of(const LatticeCells& cells, const LatticeStiffness& stiffness,
                          const std::function<LatticeElementType(const Vector3& span)>& element_along);

/// Throws InputError where numbers that are sound by themselves leave double precision together.
void check_member(const LatticeCells& cells, double mass, double stiffness, double frequency);

}  // namespace percuss
