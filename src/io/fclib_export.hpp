// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/fclib_problem.hpp"
#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// A contact problem of a simulation as a local fclib problem, with `guess` and `solution`. fclib knows friction
/// contacts of one dimension, so:
///   - rows of joints (b) are eliminated, exactly, by the Schur complement W = G_cc - G_cb G_bb^+ G_bc and
///     q = c_c - G_cb G_bb^+ c_b (the pseudo-inverse: some joints hold the same thing twice);
///   - a contact without friction has mu = 0, and one of fewer rows gets tangential rows that nothing couples to, whose
///     percussions are zero.
/// No contacts are left where there are joints alone.
FclibProblem fclib_problem(const ContactProblem& problem, VecRef guess, VecRef solution);

}  // namespace percuss
