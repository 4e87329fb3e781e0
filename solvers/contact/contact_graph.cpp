// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contact_graph.hpp"

#include "core/at.hpp"

namespace percuss {

void ContactGraph::find(const BlockRows& G, const ContactSet& contacts) {
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
