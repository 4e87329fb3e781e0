// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/contact_graph.hpp"

namespace percuss {

/// Contacts by domains: the graph of contacts is cut in two by a level of a breadth-first search (George 1973), each
/// half again, and so on. The domains come first, then the cuts, the last ones made before those made earlier. What
/// stands in one stage, all domains or all cuts of one kind, are parts that no block of G couples, so that a sweep may
/// take the parts of a stage at once, each contact after contact. Within a part contacts keep their own order. A
/// function of the pattern alone. Buffers only grow.
class Domains {
 public:
  static constexpr Index smallest = 1024;  ///< contacts of a domain, about
  static constexpr int most_cuts = 5;      ///< one after the other: 32 domains
  void find(const BlockRows& G, const ContactSet& contacts);
  Index stages() const { return cuts_ + 1; }
  Index parts(Index stage) const { return Index{1} << (cuts_ - stage); }
  /// The contacts of one part of a stage, ascending.
  std::span<const Index> members(Index stage, Index part) const { return labelled(parts(stage) + part); }
  /// Share of the contacts that stand in cuts.
  double cut() const;

 private:
  std::span<const Index> labelled(Index label) const;
  void sort_by_label();
  void halve(Index label);
  void search(std::span<const Index> members, Index label, Index start);
  Index level_to_cut() const;

  ContactGraph graph_;
  Index cuts_ = 0;  // one after the other
  // Labels are those of a binary tree: 1, its halves 2 and 3, the halves of these 4 to 7 ... What keeps the label of
  // something that has been halved is its cut.
  std::vector<Index> label_, sorted_, label_begin_;
  std::vector<Index> level_, queue_, level_begin_;  // of a search
};

}  // namespace percuss
