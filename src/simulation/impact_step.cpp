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

bool ImpactStep::advance(double h) {
  constexpr double sliver = 1e-6;  // of a part: what is left to round-off belongs to the part before
  const bool struck_before = std::exchange(stepper_.struck, false);
  const bool ok = h <= (1.0 + sliver) * part_ ? advance_and_tell(stepper_, h) : pass(h, sliver);
  stepper_.struck = stepper_.struck || struck_before;
  return ok;
}

bool ImpactStep::pass(double h, double sliver) {
  stepper_.save(before_);
  model_.contacts.gaps(stepper_.state.t, stepper_.state.q, gap_before_);
  if (!stepper_.advance(h)) return false;
  if (!stepper_.struck && !some_gap_has_closed()) {
    tell({stepper_.state.t, h, 1, false}, stepper_);
    return true;
  }
  stepper_.take_up(before_);
  ++taken_back;
  double left = h;
  for (; left > (1.0 + sliver) * part_; left -= part_, ++smallest_steps)
    if (!advance_and_tell(stepper_, part_)) return false;
  return advance_and_tell(stepper_, left);
}

/// Since gap_before_, beyond round-off. Schemes that decide by a forecast of the gaps strike such a contact in the step
/// that follows.
bool ImpactStep::some_gap_has_closed() {
  model_.contacts.gaps(stepper_.state.t, stepper_.state.q, gap_after_);
  const double round_off = round_off_of_gaps(model_.contacts, stepper_.state.q);
  return ((gap_before_.array() > round_off) && (gap_after_.array() <= round_off)).any();
}

}  // namespace percuss
