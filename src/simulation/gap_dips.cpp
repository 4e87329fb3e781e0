// SPDX-License-Identifier: Apache-2.0
#include "simulation/gap_dips.hpp"

#include <algorithm>

#include "simulation/certificates.hpp"

namespace percuss {

double meeting_of_tangents(double g_0, double d_0, double g_1, double d_1) {
  const double s = (g_0 - g_1 + d_1) / (d_1 - d_0);
  return g_0 + d_0 * s;
}

GapDips::GapDips(ContactModel& contacts)
    : contacts_(contacts), gap_0_(Vector::Zero(contacts.size())), gap_1_(gap_0_), rate_0_(gap_0_), rate_1_(gap_0_) {}

bool GapDips::some(const State& from, const State& to, double h, const ContactModes& modes) {
  contacts_.prepare(from.t, from.q, from.v, h);  // both ends are asked for the same pairs
  contacts_.gaps(from.t, from.q, gap_0_);
  contacts_.gaps(to.t, to.q, gap_1_);
  contacts_.normal_velocities(from.t, from.q, from.v, rate_0_);
  contacts_.normal_velocities(to.t, to.q, to.v, rate_1_);
  for (Index k = 0; k < gap_0_.size(); ++k) {
    const bool turns = rate_0_[k] < 0.0 && rate_1_[k] > 0.0;
    if (!turns || !modes.is_apart(k) || !(std::max(gap_0_[k], gap_1_[k]) < Certificates::far)) continue;
    constexpr double round_off = 1e-12;
    const double end = std::min({gap_0_[k], gap_1_[k], 0.0}), size = std::max(gap_0_[k], gap_1_[k]);
    if (meeting_of_tangents(gap_0_[k], h * rate_0_[k], gap_1_[k], h * rate_1_[k]) < end - round_off * size) return true;
  }
  return false;
}

}  // namespace percuss
