// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "contact/disc.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A journal in a bearing with clearance: a circle of one body within a larger circle of another body or of ground, in
/// the plane or in space (contact/circle_in_circle.hpp), with Newton impact and Coulomb friction.
struct CircleInCircleOptions {
  std::string body, node = "first";                         ///< with the inner circle
  std::vector<double> point{};                              ///< its centre on a rigid body or beam, in its axes [m]
  double radius = std::numeric_limits<double>::infinity();  ///< r > 0 [m]; infinite: that of the disc
  std::string to = "ground", to_node = "first";             ///< with the outer circle
  std::vector<double> to_point{};                           ///< its centre; empty: reference point, node or origin [m]
  double ring_radius = 0.0;                                 ///< R > r [m]
  std::vector<double> axis{};                               ///< in space, in the axes of `to`; any length
  SurfaceLaw law;

  static const ParameterTable<CircleInCircleOptions>& parameters();
};

/// Adds the contact to the model. Throws InputError with every fault of the options, keys relative to the contact.
void add_circle_in_circle(Model& model, const std::string& name, const CircleInCircleOptions& options);

}  // namespace percuss
