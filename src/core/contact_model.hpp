// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/contact_set.hpp"

namespace percuss {

/// All contacts (and joints) that a model can have: their gap functions and their W. Contacts are numbered 0 ..
/// size()-1 for life; a scheme asks for the gaps, decides which are closed, and has W built for those.
class ContactModel {
 public:
  virtual ~ContactModel() = default;
  virtual Index size() const = 0;
  /// Rows of contact k: 1 (normal), 2 or 3 (normal first, then tangential).
  virtual Index num_rows(Index k) const = 0;
  virtual const std::string& name(Index k) const = 0;
  /// W does not depend on q: it and what follows from it is computed once per closed set.
  virtual bool has_constant_jacobian() const = 0;
  /// gap[k] = g_N,k(q) [m]; 0 for a joint, which is always closed.
  virtual void gaps(double t, VecRef q, VecOut gap) const = 0;
  /// rate[k] = gamma_N,k = W_N,k' v [m/s]; 0 for a joint, whose forecast gap must stay 0: it is always closed.
  virtual void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const = 0;
  /// Replaces `set` by the contacts `closed` (ascending) at q: W, cones and laws, without allocating once the capacity
  /// is there. `nv` is the number of velocities of the whole system.
  virtual void evaluate(double t, VecRef q, Index nv, std::span<const Index> closed, ContactSet& set) const = 0;
};

}  // namespace percuss
