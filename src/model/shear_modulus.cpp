// SPDX-License-Identifier: Apache-2.0
#include "model/shear_modulus.hpp"

namespace percuss {

double shear_modulus(double G, double E, double poisson_ratio) {
  return poisson_ratio == no_poisson_ratio ? G : 0.5 * E / (1.0 + poisson_ratio);
}

void check_shear_modulus(bool has_modulus, double poisson_ratio, std::vector<Fault>& faults) {
  if (has_modulus != (poisson_ratio != no_poisson_ratio)) return;
  faults.push_back({{},
                    "shear_modulus",
                    has_modulus ? "the shear modulus is given twice, by `shear_modulus` and `poisson_ratio`"
                                : "a beam in space twists, and has no shear modulus",
                    "give either `shear_modulus` or `poisson_ratio`"});
}

}  // namespace percuss
