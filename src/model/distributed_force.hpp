// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"
#include "model/time_function.hpp"

namespace percuss {

/// A force per length on the axis of a flexible body, constant along it and constant or over time, in a direction that
/// is fixed in space:  f = int J(x)' p(t) d dx  over a part of the body. Exact for what the elements' shapes are.
struct DistributedForceOptions : LoadValue {
  static constexpr double end_of_body = 0.0;
  std::string body;
  std::vector<double> direction{0.0, 1.0};  ///< unit length is made; missing components are 0
  double from = 0.0;                        ///< where it begins, along the undeformed body [m]
  double to = end_of_body;                  ///< where it ends [m]

  static const ParameterTable<DistributedForceOptions>& parameters();
};

/// Throws InputError with every fault, keys relative to the load.
void add_distributed_force(Model& model, const DistributedForceOptions& options);

}  // namespace percuss
