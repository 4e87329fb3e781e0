// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// The oracle: tries every combination of modes (open, closed; with friction in the plane also slip either way and
/// stick) by a dense solve and keeps the one that satisfies all laws best. Exponential: at most 10 contacts of 1 row,
/// or planar frictional ones (2 rows); 3 rows have no finite list of modes. For tests, not offered by name.
class Enumerate {
 public:
  /// Throws std::invalid_argument on more than 10 contacts or on a frictional contact of 3 rows.
  Report solve(const Matrix& G, const Vector& c, const ContactSet& contacts, Vector& x) const;
};

}  // namespace percuss
