// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "core/contact_model.hpp"

namespace percuss {

/// What the joints of a model hold, by the W of all their rows in one configuration. rows > rank: some rows repeat what
/// others hold (a door on three hinges). The motion is that of the others; the solver's forces in redundant rows are
/// one choice of many.
struct JointRank {
  Index rows = 0, rank = 0;
  double weakest = 1.0;  ///< how far a row stands off others that it nearly repeats, for its length; of up to 300 rows
  Index redundant() const { return rows - rank; }
  /// What rounding makes of the joint forces, relative to the largest: G = W M^-1 W' squares what a row stands off by.
  double force_error() const { return 16.0 * std::numeric_limits<double>::epsilon() / (weakest * weakest); }
};

/// The rank of the joints' W at (t, q), `nv` velocities, with columns taken at unit length (contact/joint_columns.hpp):
/// up to 300 rows by QR with column pivoting to `distinct_columns`; of more rows those count that stand off the others
/// by 1e-5. Allocates.
JointRank joint_rank(const ContactModel& contacts, Index nv, double t, VecRef q);

}  // namespace percuss
