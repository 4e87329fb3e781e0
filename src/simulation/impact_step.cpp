// SPDX-License-Identifier: Apache-2.0
#include "simulation/impact_step.hpp"

#include <utility>

#include "scheme/rest_judge.hpp"

namespace percuss {

ImpactStep::ImpactStep(double part, const Model& model, Stepper& stepper)
    : part_(part),
      model_(model),
      stepper_(stepper),
      gap_before_(Vector::Zero(model.contacts.size())),
      gap_after_(gap_before_) {}

/// Parts without an impact are as large as they can be, one with an impact is a share of the step.
bool ImpactStep::advance(double h) {
  for (double left = h; left > 0.0;) {
    const bool struck_before = std::exchange(stepper_.struck, false);
    const bool ok = pass_impact(left);
    stepper_.struck = stepper_.struck || struck_before;
    if (!ok) return false;
  }
  return true;
}

/// All that is left of a step, if nothing is struck in it; else parts of it until something has been.
bool ImpactStep::pass_impact(double& left) {
  constexpr double sliver = 1e-6;  // of a part: what is left to round-off belongs to the part before
  const bool is_part = left <= (1.0 + sliver) * part_;
  if (!is_part) {
    stepper_.save(before_);
    model_.contacts.gaps(stepper_.state.t, stepper_.state.q, gap_before_);
  }
  if (!stepper_.advance(left)) return false;
  if (is_part || !(stepper_.struck || some_gap_has_closed())) {
    tell({stepper_.state.t, left, 1, stepper_.struck}, stepper_);
    left = 0.0;
    return true;
  }
  stepper_.take_up(before_);
  ++taken_back;
  while (!stepper_.struck && left > (1.0 + sliver) * part_) {
    if (!advance_and_tell(stepper_, part_)) return false;
    ++smallest_steps;
    left -= part_;
  }
  return true;
}

/// Since gap_before_, beyond round-off. Schemes that decide by a forecast of the gaps strike such a contact in the step
/// that follows.
bool ImpactStep::some_gap_has_closed() {
  model_.contacts.gaps(stepper_.state.t, stepper_.state.q, gap_after_);
  const double round_off = round_off_of_gaps(model_.contacts, stepper_.state.q);
  return ((gap_before_.array() > round_off) && (gap_after_.array() <= round_off)).any();
}

}  // namespace percuss
