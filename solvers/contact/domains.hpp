// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/contact_graph.hpp"

namespace percuss {

/// Contacts by domains: the graph of contacts is cut in two by a level of a breadth-first search (George 1973), each
/// half again, and so on. The domains come first, then the cuts, the last ones made before those made earlier; of cuts
/// that were made at once their halves, then what cuts these. The parts of one stage, all domains or all halves of one
/// kind, are not coupled by any block of G, so that a sweep may take them at once, each contact after contact. Within a
/// part contacts keep their own order. A function of the pattern alone. Buffers only grow.
class Domains {
 public:
  static constexpr Index smallest = 1024;  ///< contacts of a domain, about
  static constexpr int most_cuts = 5;      ///< one after the other: 32 domains
  void find(const BlockRows& G, const ContactSet& contacts);
  /// None of them is empty, a part may be.
  Index stages() const { return static_cast<Index>(stages_.size()); }
  Index parts(Index stage) const { return stages_[static_cast<std::size_t>(stage)].parts; }
  /// The contacts of one part of a stage, ascending.
  std::span<const Index> members(Index stage, Index part) const {
    return labelled(stages_[static_cast<std::size_t>(stage)].label + part);
  }
  /// Share of the contacts that stand in cuts.
  double cut() const;

 private:
  struct Stage {
    Index label, parts;  // of the first part; those of the others follow
  };
  Index domains() const { return Index{1} << cuts_; }
  Index end_of_tree() const { return 2 * domains(); }  // labels
  std::span<const Index> labelled(Index label) const;
  void sort_by_label();
  void halve(Index label, Index first, Index second);
  void list_stages();
  void search(std::span<const Index> members, Index label, Index start);
  Index level_to_cut() const;

  ContactGraph graph_;
  Index cuts_ = 0;  // one after the other
  std::vector<Stage> stages_;
  // Labels are those of a binary tree: 1, its halves 2 and 3, the halves of these 4 to 7 ... What keeps the label of
  // something that has been halved is its cut. The halves of a cut have labels beyond those of the tree.
  std::vector<Index> label_, sorted_, label_begin_;
  std::vector<Index> level_, queue_, level_begin_;  // of a search
};

}  // namespace percuss
