// SPDX-License-Identifier: Apache-2.0
#include "scheme/position_round_off.hpp"

#include <limits>

#include "core/joint_places.hpp"

namespace percuss {

bool is_position_round_off(const ContactModel& contacts, VecRef q, double h, VecRef dv) {
  const double round_off = 8.0 * std::numeric_limits<double>::epsilon() * contacts.extent(q);
  const double largest = h * dv.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  if (largest <= round_off) return true;
  const JointPlaces places(contacts.whole(), dv.size(), rigid_joints(contacts), q);
  return h * dv.cwiseProduct(places.levers()).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= round_off;
}

}  // namespace percuss
