// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/contact_set.hpp"

namespace percuss {

/// G and c of one contact: 1 to 3 rows, on the stack.
using ContactMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;
using ContactVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

/// The problem of one contact or joint with all others held: x with -(G x + c) in N_C(x), by formulas (G need not be
/// symmetric); where they fail in friction, by the prox iteration from the x given (coulomb_contact.hpp).
void solve_one_contact(Cone cone, double mu, const ContactMatrix& G, const ContactVector& c, ContactVector& x);

}  // namespace percuss
