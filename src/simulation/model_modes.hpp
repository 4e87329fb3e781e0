// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace percuss {

/// Small motion of a whole model about the equilibrium next to its start, its joints closed and its contacts left out:
///
///   N' M N y'' + N' C N y' + N' K N y = 0,   W' N = 0,   K = -d(f + W lambda)/dq,   C = -df/dv
///
/// with the joints' forces lambda there: forces that turn with their bodies, prestress and springs are in K. By central
/// differences along N.
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
  double asymmetry = 0.0;   ///< of K, relative to its largest entry: forces that follow their bodies
  double coupling = 0.0;    ///< of the modes by damping: the largest share of an off-diagonal entry
};

/// The `count` slowest modes. Throws InputError for models too large for dense matrices, without unknowns left free, or
/// where no equilibrium is within a tenth of the model's size.
ModelModes model_modes(const Model& model, Index count);

}  // namespace percuss
