// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/colouring.hpp"

#include <algorithm>

#include "core/at.hpp"

namespace percuss {

void Colouring::find(const BlockRows& G, const ContactSet& contacts) {
  const Index n = contacts.size();
  list_neighbours(G, contacts);
  colour_.assign(at(n), -1);
  taken_.assign(at(n), -1);  // by colour: the last contact that found it with a neighbour
  Index colours = 0;
  for (Index k = 0; k < n; ++k) {
    for (Index e = start_[at(k)]; e < start_[at(k) + 1]; ++e)
      if (const Index c = colour_[at(neighbour_[at(e)])]; c >= 0) taken_[at(c)] = k;
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

/// Of each contact, those that it is coupled with, either way: the pattern of G need not be symmetric.
void Colouring::list_neighbours(const BlockRows& G, const ContactSet& contacts) {
  const Index n = contacts.size();
  contact_of_.resize(at(contacts.rows()));
  for (Index k = 0; k < n; ++k)
    for (Index i = contacts.first_row(k); i < contacts.first_row(k + 1); ++i) contact_of_[at(i)] = k;
  const auto for_each_pair = [&](auto&& visit) {
    for (Index k = 0; k < n; ++k) {
      const Index row = contacts.first_row(k);
      Index last = -1;
      for (Index e = G.start[at(row)]; e < G.start[at(row) + 1]; ++e) {
        const Index l = contact_of_[at(G.col[at(e)])];
        if (l != last && l != k) visit(k, l);
        last = l;
      }
    }
  };
  start_.assign(at(n) + 2, 0);
  for_each_pair([&](Index k, Index l) {
    ++start_[at(k) + 2];
    ++start_[at(l) + 2];
  });
  for (Index k = 0; k < n; ++k) start_[at(k) + 2] += start_[at(k) + 1];
  neighbour_.resize(at(start_[at(n) + 1]));
  for_each_pair([&](Index k, Index l) {
    neighbour_[at(start_[at(k) + 1]++)] = l;
    neighbour_[at(start_[at(l) + 1]++)] = k;
  });
}

}  // namespace percuss
