// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "contact/marker.hpp"
#include "core/memory_walk.hpp"

namespace percuss {

/// On which side of its face a point is, pair by pair, and which pairs are therefore in no contact. A face of half
/// length L may end at both sides; a pair is in contact with it where the point is in front of it, or came through it.
///
/// **Below the plane** the position alone does not tell a point that has come through its face from one that has come
/// round an end: `prepare` keeps which it is. A point that was over the face stays its contact however deep it gets.
/// One that was below the plane beyond an end is none, its gap the distance, until it is above again; but for
///
///   s = 5e-4 L, and twice what other contacts of its body or the face's have sunk in,
///
/// as a block has that slides from one face onto the next. Of a point never seen before, and of one that turns up below
/// from above and beyond an end, the depth decides; steps for which that is wrong are too large (`is_mistaken`). A
/// time before that of the last call begins anew.
///
/// **At an end** a face ends s earlier for points that are level with another contact which holds the two bodies apart
/// the way the end looks: a corner of a block that slides over a box lies as deep as that has sunk in, and comes to the
/// box's side within s of its end. It is over the box, not beside it. And s later for points that are level with a
/// contact which holds them back from the end: of a wall that stands on the floor no corner of a block on that floor
/// comes below the end.
class FaceSides {
 public:
  /// A point before its face: how far over its plane, and along it from its middle [m].
  struct Place {
    double height = 0.0, along = 0.0;
  };
  /// As the step begins, and, for faces with ends, as it ends at the velocities of its start.
  struct Start {
    Place now, forecast;
    Vector3 point = Vector3::Zero();  ///< absolute [m]
    Vector3 n = Vector3::Zero();      ///< of the face, absolute
    Vector3 t = Vector3::Zero();      ///< likewise; `along` it
    Vector3 body = Vector3::Zero();   ///< a point inside the body of the point, or the point itself; absolute [m]
  };
  /// Whether a pair is in no contact, and its gap [m].
  struct Standing {
    bool is_beside;
    double gap;
  };
  /// `half_length` and `depth` > 0 [m], infinite where there is no end, or nothing too deep. Bodies: any numbers.
  void add(double half_length, double depth, Index body_of_point, Index body_of_face);
  void restart();
  void walk_memory(MemoryWalk& walk);

  bool has_ends(Index k) const { return std::isfinite(at(k).half_length); }
  /// For a step from time t. Start start_of(k): of pair k.
  template <class StartOf>
  void prepare(double t, StartOf&& start_of) {
    if (t < prepared_) restart();
    prepared_ = t;
    for (std::size_t k = 0; k < pairs_.size(); ++k) start_[k] = start_of(static_cast<Index>(k));
    decide();
  }
  Standing standing(Index k, const Place& place) const;
  /// The point goes straight to `end` from where `prepare` found it, through the plane of a face with ends, and would
  /// be taken there for what it is not: for beyond the face or behind it, though it came through, or for in it, though
  /// it came round an end; or sinks from the face out past an end. Within L/16 from an end or L/256 deep, a step cannot
  /// tell.
  bool is_mistaken(Index k, const Place& end) const;
  /// The forecast comes down to the plane of the face past an end, or by it, within a sixteenth of its way: a corner of
  /// a block that tips over a table's end comes down exactly there.
  bool comes_down_past_end(Index k) const { return at(k).comes_down_past_end; }
  const Start& start(Index k) const { return start_[static_cast<std::size_t>(k)]; }

 private:
  enum class Side : char { unknown, over, behind };
  struct Pair {
    double half_length, depth;
    std::array<std::size_t, 2> bodies;  // of the point, and of the face
    Side side = Side::unknown;          // where the point was when the step began
    double end = 0.0;                   // L, or s earlier or later
    bool comes_down_past_end = false;
    void walk_memory(MemoryWalk& walk) {
      walk("side", side);
      walk("end", end);
    }
  };
  const Pair& at(Index k) const { return pairs_[static_cast<std::size_t>(k)]; }
  std::size_t number_of(Index body);
  void decide();
  void note_contacts();
  double sunk(const Pair& pair) const;
  int which_way_held(std::size_t k, double s) const;

  std::vector<Pair> pairs_;
  std::vector<Start> start_;
  std::vector<Index> bodies_;
  std::vector<double> sunk_;                          // by body: how deep its contacts are [m]
  std::vector<std::vector<std::size_t>> pairs_over_;  // likewise: its pairs in front of their faces or in them
  double prepared_ = -std::numeric_limits<double>::infinity();
};

}  // namespace percuss
