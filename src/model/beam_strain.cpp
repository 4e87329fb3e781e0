// SPDX-License-Identifier: Apache-2.0
#include "model/beam_strain.hpp"

#include <utility>

namespace percuss {

template <class Element, std::size_t n>
BeamStrain<Element, n>::BeamStrain(std::vector<Element> its_elements, const FrameConditions& frame, bool does_stiffen)
    : elements(std::move(its_elements)), stiffens(does_stiffen) {
  constexpr auto per_node = static_cast<Index>(n / 2);
  for (std::size_t e = 0; e < elements.size(); ++e) {
    std::array<Index, n> of_element{};
    for (std::size_t i = 0; i < n; ++i)
      of_element[i] = frame.place(per_node * static_cast<Index>(e) + static_cast<Index>(i));
    places.push_back(of_element);
  }
}

template <class Element, std::size_t n>
Eigen::Matrix<double, static_cast<int>(n), 1> BeamStrain<Element, n>::unknowns(std::size_t e, VecRef x) const {
  Eigen::Matrix<double, static_cast<int>(n), 1> d;
  for (std::size_t i = 0; i < n; ++i) {
    const Index place = places[e][i];
    d[static_cast<Index>(i)] = place < 0 ? 0.0 : x[place];
  }
  return d;
}

template <class Element, std::size_t n>
double BeamStrain<Element, n>::energy(VecRef x) const {
  double sum = 0.0;
  for (std::size_t e = 0; e < elements.size(); ++e) sum += fem::strain_energy(elements[e], unknowns(e, x), stiffens);
  return sum;
}

template <class Element, std::size_t n>
void BeamStrain<Element, n>::add_forces(VecRef x, VecOut f) const {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const auto force = fem::strain_force(elements[e], unknowns(e, x), stiffens);
    for (std::size_t i = 0; i < n; ++i) {
      if (const Index place = places[e][i]; place >= 0) f[place] += force[static_cast<Index>(i)];
    }
  }
}

template struct BeamStrain<fem::BeamElementPlanar, 6>;
template struct BeamStrain<fem::BeamElementSpatial, 12>;

}  // namespace percuss
