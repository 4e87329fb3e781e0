// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/contact_set.hpp"
#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// Contacts that G couples with the same contacts as another one: between the same two bodies, as those of a face that
/// lies on another. They depend on each other: sweeps put right what they put wrong, factors do not mind. Round bodies
/// have none. Buffers only grow.
class TwinContacts {
 public:
  /// Which share of the contacts are such, in [0, 1]. Of a problem without contacts: 0.
  double share(const BlockRows& G, const ContactSet& contacts);

 private:
  std::vector<std::uint64_t> pattern_;  // of each contact: a sum over its columns, the same for twins
};

}  // namespace percuss
