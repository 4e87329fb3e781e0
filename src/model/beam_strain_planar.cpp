// SPDX-License-Identifier: Apache-2.0
#include "model/beam_strain_planar.hpp"

namespace percuss {

fem::Vector6 BeamStrainPlanar::unknowns(std::size_t e, VecRef y) const {
  fem::Vector6 d;
  for (std::size_t i = 0; i < 6; ++i) {
    const Index place = places[e][i];
    d[static_cast<Index>(i)] = place < 0 ? 0.0 : modes.rows() == 0 ? y[place] : modes.row(place).dot(y);
  }
  return d;
}

double BeamStrainPlanar::energy(VecRef y) const {
  double sum = 0.0;
  for (std::size_t e = 0; e < elements.size(); ++e) sum += fem::strain_energy(elements[e], unknowns(e, y), stiffens);
  return sum;
}

void BeamStrainPlanar::add_forces(VecRef y, VecOut f) const {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const auto force = fem::strain_force(elements[e], unknowns(e, y), stiffens);
    for (std::size_t i = 0; i < 6; ++i) {
      const Index place = places[e][i];
      if (place < 0) continue;
      if (modes.rows() == 0)
        f[place] += force[static_cast<Index>(i)];
      else
        f += force[static_cast<Index>(i)] * modes.row(place).transpose();
    }
  }
}

}  // namespace percuss
