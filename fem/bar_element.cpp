// SPDX-License-Identifier: Apache-2.0
#include "fem/bar_element.hpp"

#include <cmath>

namespace percuss::fem {

Eigen::Matrix2d consistent_mass(const BarElement& element) {
  const double m = element.density * element.area * element.length / 6.0;
  return (Eigen::Matrix2d() << 2.0 * m, m, m, 2.0 * m).finished();
}

Eigen::Matrix2d lumped_mass(const BarElement& element) {
  return 0.5 * element.density * element.area * element.length * Eigen::Matrix2d::Identity();
}

Eigen::Matrix2d stiffness(const BarElement& element) {
  const double k = element.youngs_modulus * element.area / element.length;
  return (Eigen::Matrix2d() << k, -k, -k, k).finished();
}

double highest_frequency(const BarElement& element, bool lumped) {
  const double c0 = std::sqrt(element.youngs_modulus / element.density);
  return (lumped ? 2.0 : std::sqrt(12.0)) * c0 / element.length;
}

}  // namespace percuss::fem
