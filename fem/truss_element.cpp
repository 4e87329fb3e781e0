// SPDX-License-Identifier: Apache-2.0
#include "fem/truss_element.hpp"

namespace percuss::fem {

TrussElement::TrussElement(const BarElement& bar, const Eigen::Vector3d& direction, int dimension, bool lumped)
    : dimension_(dimension),
      stiffness_(stiffness(bar)(0, 0) * direction * direction.transpose()),
      mass_(lumped ? lumped_mass(bar) : consistent_mass(bar)) {}

void TrussElement::scatter(Index from, Index to, Assembler& M, Assembler& K) const {
  const std::array<Index, 2> node{from, to};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      if (node[i] < 0 || node[j] < 0) continue;
      const double towards = i == j ? 1.0 : -1.0;
      for (int a = 0; a < dimension_; ++a) {
        M.add(dimension_ * node[i] + a, dimension_ * node[j] + a, mass_(static_cast<int>(i), static_cast<int>(j)));
        for (int b = 0; b < dimension_; ++b)
          K.add(dimension_ * node[i] + a, dimension_ * node[j] + b, towards * stiffness_(a, b));
      }
    }
}

}  // namespace percuss::fem
