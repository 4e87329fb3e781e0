// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/parameters.hpp"
#include "core/symmetric_matrix.hpp"

namespace percuss {

/// C = mass M + stiffness K
struct RayleighDamping {
  double mass = 0.0;       ///< >= 0 [1/s]
  double stiffness = 0.0;  ///< >= 0 [s]

  /// Zero without damping.
  SymmetricMatrix matrix(const SparseMatrix& M, const SparseMatrix& K) const;
};

/// What elements of bars and lattices are made of.
struct BarMaterial {
  enum class Mass { consistent, lumped };
  double youngs_modulus = 0.0;  ///< E > 0 [Pa]
  double density = 0.0;         ///< rho > 0 [kg/m^3]
  Mass mass = Mass::consistent;
  RayleighDamping damping;

  bool lumped() const { return mass == Mass::lumped; }
};

/// The keys of a struct derived from BarMaterial.
template <class Options>
void declare_bar_material(ParameterTable<Options>& t) {
  using Mass = BarMaterial::Mass;
  t.number(
       "youngs_modulus", [](auto& o) -> auto& { return o.youngs_modulus; }, "Pa", "Young's modulus", positive)
      .required();
  t.number(
       "density", [](auto& o) -> auto& { return o.density; }, "kg/m^3", "mass density", positive)
      .required();
  t.choice(
      "mass", [](auto& o) -> auto& { return o.mass; },
      std::vector<std::pair<std::string, Mass>>{{"consistent", Mass::consistent}, {"lumped", Mass::lumped}},
      "mass matrix");
  t.number(
      "damping.mass", [](auto& o) -> auto& { return o.damping.mass; }, "1/s",
      "Rayleigh damping C = mass M + stiffness K: share of M", non_negative);
  t.number(
      "damping.stiffness", [](auto& o) -> auto& { return o.damping.stiffness; }, "s",
      "Rayleigh damping C = mass M + stiffness K: share of K", non_negative);
}

}  // namespace percuss
