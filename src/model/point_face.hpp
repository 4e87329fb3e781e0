// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A node of a body, or a point of a rigid one, against a straight face of another rigid body, in the plane or in space
/// (contact/point_face.hpp), with Newton impact and Coulomb friction. A corner that stands on a box is one; a box that
/// stands on another is two.
struct PointFaceOptions {
  std::string body;
  std::string node = "first";     ///< index, `first` or `last`
  std::vector<double> point{};    ///< of a rigid body, in its axes; its reference point when empty [m]
  std::string other;              ///< the rigid body that has the face
  std::vector<double> face{0.0};  ///< a point of the face in that body's axes: its middle, where it has ends [m]
  std::vector<double> normal{};   ///< direction to the free side in that body's axes, any length
  double half_length = std::numeric_limits<double>::infinity();  ///< L > 0 of a face with ends, in the plane [m]
  double depth = std::numeric_limits<double>::infinity();        ///< > 0 [m]; infinite: a tenth of half_length
  double restitution = 0.0;                                      ///< eps_n in [0, 1]
  double tangential_restitution = 0.0;                           ///< eps_t in [0, 1]
  double friction = 0.0;                                         ///< mu >= 0

  static const ParameterTable<PointFaceOptions>& parameters();
};

/// Adds the contact to the model. Throws InputError with every fault of the options, keys relative to the contact.
void add_point_face(Model& model, const std::string& name, const PointFaceOptions& options);

}  // namespace percuss
