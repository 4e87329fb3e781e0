// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace percuss::fem {

/// Data of a two-node axial bar element.
struct BarElement {
  double length = 0.0;          ///< l_e [m]
  double area = 0.0;            ///< S [m^2]
  double youngs_modulus = 0.0;  ///< E [Pa]
  double density = 0.0;         ///< rho [kg/m^3]
};

/// M_e = rho S l_e / 6 [2 1; 1 2]  [HETS (138)], kg.
Eigen::Matrix2d consistent_mass(const BarElement& element);
/// M_e = rho S l_e / 2 I, kg.
Eigen::Matrix2d lumped_mass(const BarElement& element);
/// K_e = E S / l_e [1 -1; -1 1]  [HETS (138)], N/m.
Eigen::Matrix2d stiffness(const BarElement& element);
/// Largest circular frequency of the free element, sqrt(12) c0/l_e (consistent) or 2 c0/l_e (lumped), c0 = sqrt(E/rho):
/// no mode of a mesh is faster than its fastest element [1/s].
double highest_frequency(const BarElement& element, bool lumped);

}  // namespace percuss::fem
