// SPDX-License-Identifier: Apache-2.0
#include "model/orientation.hpp"

#include <fmt/format.h>

#include "core/rotation.hpp"

namespace percuss {

void check_orientation(const std::vector<double>& orientation, std::vector<Fault>& faults) {
  if (orientation.size() != 3 && orientation.size() != 4)
    faults.push_back({{},
                      "orientation",
                      fmt::format("{} numbers", orientation.size()),
                      "give a quaternion [w, x, y, z] or a rotation vector [x, y, z] in rad"});
  else if (orientation.size() == 4 && !(Eigen::Map<const Eigen::Vector4d>(orientation.data()).stableNorm() > 0.0))
    faults.push_back({{},
                      "orientation",
                      "a quaternion of length 0 is not an orientation",
                      "give another, e.g. [1, 0, 0, 0]: body axes aligned with the inertial ones"});
}

Eigen::Vector4d unit_quaternion(const std::vector<double>& orientation) {
  if (orientation.size() == 4) return Eigen::Map<const Eigen::Vector4d>(orientation.data()).stableNormalized();
  const auto p = quaternion_of(Eigen::Map<const Eigen::Vector3d>(orientation.data()));
  return {p.w(), p.x(), p.y(), p.z()};
}

}  // namespace percuss
