// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

namespace percuss {

struct ModalProblem;

/// Sets to zero what is round-off in shapes of unit modal mass: groups of unknowns that do not move in a mode, and
/// nodes of oscillation. A joint or a contact would take it for a direction in which the body can move.
void clear_round_off(const ModalProblem& problem, Matrix& shapes);

}  // namespace percuss
