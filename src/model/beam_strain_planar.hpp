// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/types.hpp"
#include "fem/beam_element_planar.hpp"

namespace percuss {

/// Strain energy and strain forces of a mesh, element by element: from the strains of the elements, by differences of
/// the unknowns, which loses less to round-off than K x does.
struct BeamStrainPlanar {
  std::vector<fem::BeamElementPlanar> elements;
  std::vector<std::array<Index, 6>> places;  ///< of each element's unknowns among all; -1: held
  bool stiffens = false;                     ///< the axial strain is the mean von Karman strain
  /// All unknowns by the modes of a reduced body, x = modes y, row by row; no rows: y is x.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> modes = {};

  double energy(VecRef y) const;
  /// f += - dV/dy
  void add_forces(VecRef y, VecOut f) const;

 private:
  fem::Vector6 unknowns(std::size_t e, VecRef y) const;
};

}  // namespace percuss
