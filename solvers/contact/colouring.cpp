// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/colouring.hpp"

#include <algorithm>

#include "core/at.hpp"

namespace percuss {

void Colouring::find(const BlockRows& G, const ContactSet& contacts) {
  const Index n = contacts.size();
  graph_.find(G, contacts);
  colour_.assign(at(n), -1);
  taken_.assign(at(n), -1);  // by colour: the last contact that found it with a neighbour
  Index colours = 0;
  for (Index k = 0; k < n; ++k) {
    for (const Index l : graph_.neighbours(k))
      if (const Index c = colour_[at(l)]; c >= 0) taken_[at(c)] = k;
    Index mine = 0;
    while (taken_[at(mine)] == k) ++mine;
    colour_[at(k)] = mine;
    colours = std::max(colours, mine + 1);
  }
  begin_.assign(at(colours) + 1, 0);
  for (const Index c : colour_) ++begin_[at(c) + 1];
  for (Index c = 0; c < colours; ++c) begin_[at(c) + 1] += begin_[at(c)];
  order_.resize(at(n));
  for (Index k = 0; k < n; ++k) order_[at(begin_[at(colour_[at(k)])]++)] = k;
  for (Index c = colours; c > 0; --c) begin_[at(c)] = begin_[at(c) - 1];
  begin_[0] = 0;
}

}  // namespace percuss
