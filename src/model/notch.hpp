// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A slider in its notch [HETS (25)-(34)]: a rectangle 2a x 2b on a planar rigid body, sides along the body's axes and
/// centred on its reference point, between two straight walls at the distance b + c from a line. With the line through
/// p along the unit vector d, n = e_z x d, and corner i at x_i:
///
///   corners 1, 2 (-a, b), (a, b):    g = (b + c) - n . (x_i - p)     wall on the side of n
///   corners 3, 4 (-a, -b), (a, -b):  g = (b + c) + n . (x_i - p)
///
/// and gamma_T = d . x_i' for all. Contacts `NAME.1` to `NAME.4`.
struct NotchOptions {
  std::string body;
  double half_length = 0.0;                 ///< a > 0 [m]
  double half_height = 0.0;                 ///< b > 0 [m]
  double clearance = 0.0;                   ///< c >= 0 [m]
  std::vector<double> point{0.0, 0.0};      ///< p [m]
  std::vector<double> direction{1.0, 0.0};  ///< of the walls, any length
  double restitution = 0.0;                 ///< eps_n in [0, 1]
  double tangential_restitution = 0.0;      ///< eps_t in [0, 1]
  double friction = 0.0;                    ///< mu >= 0

  static const ParameterTable<NotchOptions>& parameters();
};

/// Adds the four contacts to the model. Throws InputError with every fault, keys relative to the contact.
void add_notch(Model& model, const std::string& name, const NotchOptions& options);

}  // namespace percuss
