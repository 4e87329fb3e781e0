// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/domains.hpp"

#include <algorithm>
#include <limits>

#include "core/at.hpp"

namespace percuss {

namespace {

constexpr Index unseen = -1;
constexpr std::size_t smallest_cut = 64;  // contacts, that is halved

}  // namespace

void Domains::find(const BlockRows& G, const ContactSet& contacts) {
  const Index n = contacts.size();
  graph_.find(G, contacts);
  cuts_ = 0;
  while (cuts_ < most_cuts && n >> (cuts_ + 1) >= smallest) ++cuts_;
  label_.assign(at(n), 1);
  level_.resize(at(n));
  label_begin_.resize(2 * at(end_of_tree()) + 1);
  for (Index depth = 0; depth < cuts_; ++depth) {
    sort_by_label();
    for (Index label = Index{1} << depth; label < Index{2} << depth; ++label) halve(label, 2 * label, 2 * label + 1);
  }
  sort_by_label();
  for (Index label = 1; label < domains(); ++label)
    if (labelled(label).size() >= smallest_cut) halve(label, end_of_tree() + 2 * label, end_of_tree() + 2 * label + 1);
  sort_by_label();
  list_stages();
}

void Domains::list_stages() {
  stages_.clear();
  const auto list = [&](Index label, Index parts) {
    if (label_begin_[at(label + parts)] > label_begin_[at(label)]) stages_.push_back({label, parts});
  };
  list(domains(), domains());
  for (Index cuts = domains() / 2; cuts > 0; cuts /= 2) {
    list(end_of_tree() + 2 * cuts, 2 * cuts);
    list(cuts, cuts);
  }
}

double Domains::cut() const {
  const Index in_domains = label_begin_[at(end_of_tree())] - label_begin_[at(domains())];
  return label_.empty() ? 0.0 : 1.0 - static_cast<double>(in_domains) / static_cast<double>(label_.size());
}

std::span<const Index> Domains::labelled(Index label) const {
  const auto begin = label_begin_[at(label)];
  return {sorted_.data() + begin, at(label_begin_[at(label) + 1] - begin)};
}

/// Those of one label ascending.
void Domains::sort_by_label() {
  std::fill(label_begin_.begin(), label_begin_.end(), Index{0});
  for (const Index label : label_) ++label_begin_[at(label) + 1];
  for (std::size_t i = 1; i < label_begin_.size(); ++i) label_begin_[i] += label_begin_[i - 1];
  sorted_.resize(label_.size());
  for (std::size_t k = 0; k < label_.size(); ++k) sorted_[at(label_begin_[at(label_[k])]++)] = static_cast<Index>(k);
  for (std::size_t i = label_begin_.size() - 1; i > 0; --i) label_begin_[i] = label_begin_[i - 1];
  label_begin_[0] = 0;
}

/// By a level of a search that begins far out, where another one ended. Of that level only those that are coupled with
/// the next one are needed to hold the two sides apart.
void Domains::halve(Index label, Index first, Index second) {
  const auto members = labelled(label);
  if (members.empty()) return;
  search(members, label, members.front());
  search(members, label, queue_.back());
  const Index cut = level_to_cut();
  const auto joins = [&](Index l) { return label_[at(l)] == label && level_[at(l)] == cut + 1; };
  for (Index i = level_begin_[at(cut)]; i < level_begin_[at(cut) + 1]; ++i) {
    const Index k = queue_[at(i)];
    const auto near = graph_.neighbours(k);
    if (std::none_of(near.begin(), near.end(), joins)) label_[at(k)] = first;
  }
  for (const Index k : members)
    if (level_[at(k)] != cut) label_[at(k)] = level_[at(k)] < cut ? first : second;
}

/// Breadth first through those of a label; what is not connected follows as if it were a level further.
void Domains::search(std::span<const Index> members, Index label, Index start) {
  for (const Index k : members) level_[at(k)] = unseen;
  queue_.clear();
  level_begin_.assign(1, 0);
  const auto see = [&](Index k, Index level) {
    if (label_[at(k)] != label || level_[at(k)] != unseen) return;
    level_[at(k)] = level;
    queue_.push_back(k);
  };
  see(start, 0);
  auto next = members.begin();  // of those that may not be connected
  Index level = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    while (i == queue_.size()) see(*next++, level + 1);
    const Index k = queue_[i];
    if (level_[at(k)] != level) level_begin_.push_back(static_cast<Index>(i));
    level = level_[at(k)];
    for (const Index l : graph_.neighbours(k)) see(l, level + 1);
  }
  level_begin_.push_back(static_cast<Index>(members.size()));
}

/// What two threads wait for: the larger side, then the cut.
Index Domains::level_to_cut() const {
  const auto all = static_cast<Index>(queue_.size());
  Index best = 0, least = std::numeric_limits<Index>::max();
  for (std::size_t level = 0; level + 1 < level_begin_.size(); ++level) {
    const Index begin = level_begin_[level], end = level_begin_[level + 1];
    const Index cost = std::max(begin, all - end) + end - begin;
    if (cost >= least) continue;
    best = static_cast<Index>(level);
    least = cost;
  }
  return best;
}

}  // namespace percuss
