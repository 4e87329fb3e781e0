// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A node of a body, or a point of a rigid body, against a rigid wall (line, plane): gap n . (x - wall) with Newton
/// impact and Coulomb friction.
struct NodeWallOptions {
  std::string body;
  std::string node = "first";           ///< index, `first` or `last`
  std::vector<double> point{};          ///< of a rigid body, in its axes; its reference point when empty [m]
  std::vector<double> wall{0.0};        ///< a point of the wall; missing coordinates are 0 [m]
  std::vector<double> normal{1.0};      ///< direction away from the wall, any length; missing components are 0
  double restitution = 0.0;             ///< eps_n in [0, 1]
  double tangential_restitution = 0.0;  ///< eps_t in [0, 1]
  double friction = 0.0;                ///< mu >= 0

  static const ParameterTable<NodeWallOptions>& parameters();
};

/// Adds the contact to the model. Throws InputError with every fault of the options, keys relative to the contact.
void add_node_wall(Model& model, const std::string& name, const NodeWallOptions& options);

}  // namespace percuss
