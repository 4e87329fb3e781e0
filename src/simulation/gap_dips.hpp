// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contact_model.hpp"
#include "core/state.hpp"
#include "simulation/contact_modes.hpp"

namespace percuss {

/// Finds contacts that were open at both ends of a step and closed between them, which no forecast gap may have met:
/// the cubic through the gaps and their rates at both ends dips below 0.
class GapDips {
 public:
  /// Keeps a reference to `contacts`, whose search it changes.
  explicit GapDips(ContactModel& contacts);
  /// Some contact that is apart dips on the smooth way from one state to the other, in a time h.
  bool some(const State& from, const State& to, double h, const ContactModes& modes);

 private:
  ContactModel& contacts_;
  Vector gap_0_, gap_1_, rate_0_, rate_1_;  // (contacts)
};

/// Where the tangents of a function on [0, 1] meet that has the values g_0, g_1 and derivatives d_0 < 0, d_1 > 0 at its
/// ends.
double meeting_of_tangents(double g_0, double d_0, double g_1, double d_1);

}  // namespace percuss
