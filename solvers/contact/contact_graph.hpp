// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/contact_set.hpp"
#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// Which contacts a block of G couples, either way: the pattern of G need not be symmetric. A contact may be named
/// twice among the neighbours of another. Buffers only grow.
class ContactGraph {
 public:
  void find(const BlockRows& G, const ContactSet& contacts);
  std::span<const Index> neighbours(Index contact) const {
    const auto k = static_cast<std::size_t>(contact);
    return {neighbour_.data() + start_[k], static_cast<std::size_t>(start_[k + 1] - start_[k])};
  }

 private:
  std::vector<Index> start_, neighbour_, contact_of_;
};

}  // namespace percuss
