// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"
#include "model/time_function.hpp"

namespace percuss {

/// A force on a node or on a point of a rigid body, constant or over time, in a direction that is fixed in space.
struct ForceOptions : LoadValue {
  std::string body;
  std::string node = "last";
  std::vector<double> point;           ///< of a rigid body, in its axes: where the force acts [m]
  std::vector<double> direction{1.0};  ///< unit length is made; missing components are 0

  static const ParameterTable<ForceOptions>& parameters();
};

/// Uniform gravity on one body or on all.
struct GravityOptions {
  std::vector<double> acceleration;  ///< along the coordinates of the nodes [m/s^2]
  std::string body;                  ///< name; all bodies when empty

  static const ParameterTable<GravityOptions>& parameters();
};

/// Put the load on the model's bodies. Throw InputError with every fault, keys relative to the load.
void add_force(Model& model, const ForceOptions& options);
void add_gravity(Model& model, const GravityOptions& options);

}  // namespace percuss
