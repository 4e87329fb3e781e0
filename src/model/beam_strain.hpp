// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/types.hpp"
#include "fem/beam_element_planar.hpp"
#include "fem/beam_element_spatial.hpp"
#include "model/frame_conditions.hpp"

namespace percuss {

/// Strain energy and strain forces of a mesh, element by element: from the strains of the elements, by differences of
/// the unknowns, which loses less to round-off than K x does. Compiled for beams in the plane and in space.
template <class Element, std::size_t n>
struct BeamStrain {
  std::vector<Element> elements;
  std::vector<std::array<Index, n>> places;  ///< of each element's unknowns among all; -1: held
  bool stiffens = false;                     ///< the axial strain is the mean von Karman strain

  BeamStrain(std::vector<Element> its_elements, const FrameConditions& frame, bool does_stiffen);
  double energy(VecRef x) const;
  /// f += - dV/dx
  void add_forces(VecRef x, VecOut f) const;

 private:
  Eigen::Matrix<double, static_cast<int>(n), 1> unknowns(std::size_t e, VecRef x) const;
};

using BeamStrainPlanar = BeamStrain<fem::BeamElementPlanar, 6>;
using BeamStrainSpatial = BeamStrain<fem::BeamElementSpatial, 12>;
extern template struct BeamStrain<fem::BeamElementPlanar, 6>;
extern template struct BeamStrain<fem::BeamElementSpatial, 12>;

}  // namespace percuss
