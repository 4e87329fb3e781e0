// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace percuss {

/// Small motion of a whole model about its start, at rest, its joints closed and its contacts left out:
///
///   N' M N y'' + N' C N y' + N' K N y = 0,   W' N = 0,   K = -d(f + W lambda - M a)/dq,   C = -df/dv
///
/// with the joints' forces lambda and the accelerations a of the start: forces that turn with their bodies, prestress
/// and springs are in K. By central differences along N.
struct ModelModes {
  struct Mode {
    double omega = 0.0;          ///< of the undamped mode [1/s]; 0: free, to what the differences can tell
    double growth = 0.0;         ///< [1/s], of a mode that does not oscillate but grows: an unstable start
    double damping_ratio = 0.0;  ///< y' C y/(2 omega) of the mode alone
    std::string body;            ///< that has most of the mode's kinetic energy
    double share = 0.0;          ///< of the kinetic energy
  };
  std::vector<Mode> modes;  ///< growing ones first, then the slowest
  Matrix shapes;            ///< velocities of the system x modes, of unit modal mass
  Index holds = 0;          ///< what joints hold
  double unbalanced = 0.0;  ///< |a| of the start relative to |M^-1 f|: 0 in equilibrium
  double asymmetry = 0.0;   ///< of K, relative to its largest entry: forces that follow their bodies
  double coupling = 0.0;    ///< of the modes by damping: the largest share of an off-diagonal entry
};

/// The `count` slowest modes. Throws InputError for models too large for dense matrices, or without unknowns left free.
ModelModes model_modes(const Model& model, Index count);

}  // namespace percuss
