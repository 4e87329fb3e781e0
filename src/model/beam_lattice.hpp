// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_section.hpp"
#include "model/lattice_cells.hpp"
#include "model/model.hpp"
#include "model/shear_modulus.hpp"

namespace percuss {

/// A lattice of elastic beams clamped to each other in the plane or in space, a frame for small displacements. Each
/// beam is of `elements` two-node Euler-Bernoulli elements (fem/beam_element_planar.hpp, fem/beam_element_spatial.hpp),
/// exact at the nodes for loads there. Unknowns of a node: displacements along the axes and rotations, (u_x, u_y,
/// phi_z) or (u_x, u_y, u_z, phi_x, phi_y, phi_z). In space the sections are as stiff about one axis as about the
/// other.
struct BeamLatticeOptions : LatticeCells {
  BeamSection section;                      ///< of each beam
  double torsion_constant = 0.0;            ///< J > 0 of a given section, in space [m^4]
  double shear_modulus = 0.0;               ///< G > 0, in space [Pa]; or
  double poisson_ratio = no_poisson_ratio;  ///< nu in (-1, 1/2], G = E/(2 (1 + nu))

  static const ParameterTable<BeamLatticeOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_beam_lattice(const BeamLatticeOptions& options);

}  // namespace percuss
