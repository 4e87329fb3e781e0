// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/contact_graph.hpp"

namespace percuss {

/// Contacts by colours: no two of one colour are coupled by a block of G, so that a sweep may take those of one colour
/// at once. Greedy, in the order of the contacts: each gets the first colour that none of its neighbours has. A
/// function of the pattern alone. Buffers only grow.
class Colouring {
 public:
  void find(const BlockRows& G, const ContactSet& contacts);
  Index colours() const { return static_cast<Index>(begin_.size()) - 1; }
  /// The contacts of one colour, ascending.
  std::span<const Index> members(Index colour) const {
    const auto c = static_cast<std::size_t>(colour);
    return {order_.data() + begin_[c], static_cast<std::size_t>(begin_[c + 1] - begin_[c])};
  }

 private:
  ContactGraph graph_;
  std::vector<Index> colour_, taken_, begin_{0}, order_;
};

}  // namespace percuss
