// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/model.hpp"
#include "solvers/linear/linear_solver_options.hpp"

namespace percuss {

/// The speed that gap velocities of this motion are measured by [m/s], which no choice of the step changes: the larger
/// of
///
///   max |gamma_N(v_0)|   and   min( sqrt(a L), a T ),   a = max |W_N' M^-1 f|  at the start,
///
/// that is, of the speeds at the start and of that which the loads give a contact over a length L of the model or the
/// duration T [s], whichever is shorter. L is the larger of what the nodes and the radii of discs extend over and of
/// the largest gap [m]. Where there are joints alone: a thousandth of that of the places that they hold, as they
/// move and as they would fall without them, and L is as long as a joint at least. 0 without both, and where nothing
/// moves or is driven at the start. `linear`: who solves with M.
double velocity_scale(const Model& model, double duration, const LinearSolverOptions& linear);

}  // namespace percuss
