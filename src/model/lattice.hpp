// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/lattice_cells.hpp"
#include "model/model.hpp"

namespace percuss {

/// A lattice of pin-jointed elastic bars in the plane or in space, a truss for small displacements. Each bar is one
/// two-node element:
///
///   K_e = E S / l [n n', -n n'; -n n', n n'],   M_e = rho S l / 6 [2 I, I; I, 2 I]   or, lumped,  rho S l / 2 I.
struct LatticeOptions : LatticeCells {
  double area = 0.0;  ///< S > 0, of each bar [m^2]

  static const ParameterTable<LatticeOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_lattice(const LatticeOptions& options);

}  // namespace percuss
