// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// Masses on a line, coupled to their neighbours and to ground by springs and dampers: with the displacements q from
/// the unstressed positions,  M = diag(m_i),  K tridiagonal with K_ii = k_i + k_i+1, K_i,i+1 = -k_i+1,  C likewise
/// [MIX (91)]. One mass on one spring is the linear oscillator. Its nodes are the masses.
struct MassChainOptions {
  std::vector<double> masses;      ///< m_i > 0, n >= 1 of them [kg]
  std::vector<double> stiffness;   ///< k >= 0, n + 1: ground to 1, 1 to 2, ..., n to ground; 0: no spring [N/m]
  std::vector<double> damping;     ///< n + 1 dampers likewise, none when empty [N s/m]
  std::vector<double> unstressed;  ///< positions in which no spring is stressed, 0 when empty [m]
  std::vector<double> position;    ///< at the start, unstressed when empty [m]
  std::vector<double> velocity;    ///< at the start, at rest when empty [m/s]

  static const ParameterTable<MassChainOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_mass_chain(const MassChainOptions& options);

}  // namespace percuss
