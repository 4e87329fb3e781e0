// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "contact/neighbour_grid.hpp"
#include "contact/pair_slots.hpp"

namespace percuss {

/// The pairs of many moving things that may touch, in numbered slots.
///
/// **Slots.** Contacts are numbered for life, pairs are not: a slot holds one of the pairs whose gap was below a skin
/// when the list of pairs was made, or nobody: then its gap is `far` and never closes. When more pairs are near than
/// there are slots, the nearest get them, and the smallest gap left out is the skin. `prepare` makes a new list when
/// since the last one some point may have come half the skin, the coming step included: so no pair outside the list can
/// close. In a dense heap that flies fast the list goes by how fast pairs approach, and holds for one step. When even
/// that has more pairs than slots (the step is far too large), `prepare` throws std::runtime_error, and the list stays
/// that of the state before: no contact is left out silently.
///
/// **When a slot changes hands.** Only between steps, and only if its pair is open. A scheme that compares the slot's
/// gap before and after the step sees `far` or another pair's positive gap before. Both say "was open", which is true
/// of the new pair too, else it would have been in the list: so it is an impact if and only if the new pair closes. A
/// closed pair never loses its slot. A warm start may be that of the pair before: it is only where a solver begins.
class NearPairs {
 public:
  /// Gap of a slot that holds no pair [m]: beyond all models, yet finite, so that differences and squares are.
  static constexpr double far = 1e30;

  /// `points` that carry the things have coordinates in `dimension` axes, one after the other. `skin` > 0: of the lists
  /// of slow things [m]. `count` and `things` ("discs"): for messages.
  NearPairs(Index slots, Index dimension, Index points, double skin, Index count, std::string things)
      : slots_(slots),
        dimension_(dimension),
        standard_skin_(skin),
        count_(count),
        things_(std::move(things)),
        start_(dimension * points),
        move_(start_.size()),
        moved_(start_.size()) {}
  /// These are all pairs that there are, at most as many as slots: each gets its own for good, nothing is searched for.
  void hold(std::vector<NearPair> all);

  Index size() const { return static_cast<Index>(slots_.slots().size()); }
  const PairSlots::Slot& operator[](Index k) const { return slots_.slots()[static_cast<std::size_t>(k)]; }
  /// There is a list.
  bool is_listed() const { return holds_all_ || listed_at_.size() > 0; }
  Index lists_made() const { return lists_made_; }
  double skin() const { return skin_; }  ///< of the present list [m]
  void restart();
  void walk_memory(MemoryWalk& walk);

  /// For a step of size h. `x`, `v`: coordinates and velocities of the points: between lists no two things approach by
  /// more than twice the way of the fastest point. bool find(x, reach, most, pairs): all pairs with gaps up to `reach`,
  /// false when there are more than `most`. double approach(pair): a bound of how fast its gap shrinks [m/s].
  template <class Find, class Approach>
  void prepare(VecRef x, VecRef v, double h, Find&& find, Approach&& approach) {
    start_ = x;
    move_ = h * v;
    if (holds_all_ || !needs_list()) return;
    double skin = std::max(standard_skin_, 2.0 * travel_);
    if (!find(start_, skin, most_found(), near_)) refuse_what_was_found();
    if (static_cast<Index>(near_.size()) > size()) {
      skin = keep_smallest();
      if (!(skin > 1.5 * travel_)) {  // the rest is room for what forces and impacts add
        for (auto& pair : near_) pair.gap -= 2.0 * h * approach(pair);
        skin = keep_for_one_step();
      }
      near_.resize(static_cast<std::size_t>(size()));
    }
    listed_at_ = start_;
    skin_ = skin;
    slots_.assign(near_);
    ++lists_made_;
  }
  const Vector& start() const { return start_; }  ///< of the last `prepare`: the points
  const Vector& moves() const { return move_; }   ///< likewise: h v [m]

  /// Whether visit(k) is true of a slot that holds a pair, where points move by `moves` in the step; it is nowhere when
  /// none of them moves by more than `least` [m].
  template <class Visit>
  bool some_pair(VecRef moves, double least, Visit&& visit) const {
    if (!(longest(moves) > least)) return false;
    for (Index k = 0; k < size(); ++k)
      if (!(*this)[k].is_free() && visit(k)) return true;
    return false;
  }
  /// With the points at `x` after the step: have_passed(moves) is true of the way of the points in it, or they have
  /// come so far that pairs may have met that are not in the list.
  template <class HavePassed>
  bool may_have_passed(VecRef x, HavePassed&& have_passed) const {
    moved_ = x - start_;
    return have_passed(moved_) || !holds_at(x);
  }

 private:
  bool needs_list();
  double longest(VecRef moves) const;
  bool holds_at(VecRef x) const;
  std::size_t most_found() const { return 1000 * static_cast<std::size_t>(count_); }
  [[noreturn]] void refuse_what_was_found();
  double keep_smallest();
  double keep_for_one_step();

  PairSlots slots_;
  Index dimension_;
  double standard_skin_;
  Index count_;
  std::string things_;
  bool holds_all_ = false;
  std::vector<NearPair> near_;  // while a list is made
  Vector start_, move_;         // the points, and their ways at the velocities of the start
  mutable Vector moved_;        // workspace
  Vector listed_at_;            // the points when the list was made; empty: no list yet
  double skin_ = 0.0;
  double travel_ = 0.0;  // bound of the way of a point in the coming step [m]
  Index lists_made_ = 0;
};

}  // namespace percuss
