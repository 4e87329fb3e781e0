// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "contact/disc.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// Round beams against each other, in the plane or in space (contact/beam_group.hpp).
struct BeamGroupOptions {
  std::string bodies;   ///< names, with commas between; empty: all beams of the model
  std::string others;   ///< the beams that these meet; empty: each other
  double radius = 0.0;  ///< of all of them; 0: half the diameter of each beam's section [m]
  SurfaceLaw law;

  static const ParameterTable<BeamGroupOptions>& parameters();
};

/// The nodes of round beams against a straight line, in space a plane.
struct BeamPlaneOptions {
  std::string bodies;               ///< names, with commas between; empty: all beams of the model
  double radius = 0.0;              ///< of all of them; 0: half the diameter of each beam's section [m]
  std::vector<double> point{0.0};   ///< of the plane; missing coordinates are 0 [m]
  std::vector<double> normal{1.0};  ///< to the free side, of any length; missing components are 0
  SurfaceLaw law;

  static const ParameterTable<BeamPlaneOptions>& parameters();
};

/// Each adds its contacts, NAME.1, NAME.2, ...; of a plane there is one per node, beam after beam. All throw InputError
/// with every fault of the options, keys relative to the contact.
void add_beam_group(Model& model, const std::string& name, const BeamGroupOptions& options);
void add_beam_plane(Model& model, const std::string& name, const BeamPlaneOptions& options);

}  // namespace percuss
