// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "contact/closest_points.hpp"
#include "contact/disc.hpp"
#include "contact/near_pairs.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// Round beams against each other, in the plane or in space. A beam is the line of straight segments through its nodes,
/// which move as they do, thickened by its radius, ends included. With the closest points x_a, x_b of two beams (a
/// before b), d = x_b - x_a, n = d/|d| and tangents t_1, t_2:
///
///   g_N = |d| - r_a - r_b,   gamma = (n, t) . (x_b' - omega_b x r_b n - x_a' - omega_a x r_a n)
///
/// where x' and omega of a point within a segment are interpolated between its nodes. In the plane t = (-n_y, n_x).
///
/// **Where two beams touch.** At a node of one of them, against the closest point of the other beam; and in space where
/// they cross, at the closest points of both lines. Nodes are enough in the plane, and for beams that lie along each
/// other. One place has one contact, R the sum of the radii:
///
///   - a node does not count while another point of its segments is closer to the other beam, which is a crossing, or
///     its end with the node beside it, or deeper by R/20;
///   - a crossing closer than 1e-5 R to a node is left to the node, and so is one of segments so nearly parallel that
///     nodes at the same height lie less than 1e-6 R deeper: l^2 sin^2 <= 8e-6 R^2, l the length of the shorter one;
///   - of two nodes that meet, that of the first beam counts;
///   - one slot of two beams follows their crossing from segment to segment; others, where beams that lie along each
///     other cross in several places, have slots of their own.
///
/// A contact that does not count has the gap `far`.
///
/// Lines are taken to be nearly straight: closest points are found downhill from those of the straight lines through
/// their ends (contact/closest_points.hpp). A beam does not meet itself.
///
/// **Slots** (contact/near_pairs.hpp) hold pairs of a node and a beam, of two beams, and of two of their segments. When
/// there are more than 64 of these, there are four slots per node, in space ten and eight more per beam.
class BeamGroup final : public ContactModel {
 public:
  struct Beam {
    std::string name;           ///< for messages
    std::vector<Marker> nodes;  ///< two or more, of one dimension, 2 or 3
    double radius = 0.0;        ///< [m]
    /// Beams with one side other than 0 do not meet each other.
    int side = 0;
  };
  /// Contacts are called NAME.1, NAME.2, ... Throws std::invalid_argument when a radius is not positive, a beam has
  /// less than two nodes, or they do not all move in the plane or all in space.
  BeamGroup(const std::string& name, std::vector<Beam> beams, const SurfaceLaw& law);

  Index size() const override { return pairs_.size(); }
  Index num_rows(Index) const override { return law_.friction > 0.0 ? dimension_ : 1; }
  const std::string& name(Index k) const override { return names_[static_cast<std::size_t>(k)]; }
  bool has_constant_jacobian() const override { return false; }
  double own_extent(VecRef q) const override;
  void prepare(double t, VecRef q, VecRef v, double h) override;
  /// Throws std::runtime_error when two beams would come deeper than half of R in the step: they could pass through
  /// each other.
  void check_forecast() const override;
  bool may_have_passed(VecRef q) const override;
  void restart() override;
  void walk_memory(MemoryWalk& walk) override;
  /// Throws std::logic_error before the first `prepare`, unless each pair has a slot of its own.
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;

  const NearPairs& pairs() const { return pairs_; }
  Index num_nodes() const { return first_.back(); }

 private:
  /// Two beams that touch, or nearly.
  struct Touch {
    Index a, b;  // beams, a < b
    LinePoint on_a, on_b;
    Vector3 n = Vector3::Zero();
    double gap = NearPairs::far;
    bool counts = false;
  };
  /// Where a slot of two beams goes on from, and of two segments the slot of their beams.
  struct Start {
    Index i = -1, j = -1;  // of whom
    Index a = -1, b = -1;  // segments; -1: none yet
    Index main = -1;
    void walk_memory(MemoryWalk& walk) {
      walk("i", i);
      walk("j", j);
      walk("a", a);
      walk("b", b);
      walk("main", main);
    }
  };
  /// Slots hold a node and a beam, two beams, or two segments: ids of nodes come first, then those of beams, then those
  /// of segments, which go by their first nodes.
  Index first_segment_id() const { return num_nodes() + num_beams(); }
  void set_starts();
  Index num_beams() const { return static_cast<Index>(radius_.size()); }
  Index num_segments(Index beam) const;
  const std::string& beam_name(Index beam) const { return beam_names_[static_cast<std::size_t>(beam)]; }
  const Marker& marker(Index beam, const LinePoint& at, Index end) const;
  bool may_meet(Index a, Index b) const;
  double touching(Index a, Index b) const { return radius_[a] + radius_[b]; }
  /// `node(i)` is the place of node i. The places of a beam's own nodes:
  template <class Node>
  auto line_of(Index beam, Node& node) const;
  template <class Node>
  Touch touch(Index k, Node&& node) const;
  template <class Node>
  void touch_at_node(Index node_id, Index other, Node&& node, Touch& touch) const;
  template <class Node>
  std::optional<LinePair> lower_than(Index node_id, Index other, const LinePoint& closest, Node&& node) const;
  template <class Node>
  bool is_crossing(Index a, Index b, const LinePair& points, Node&& node) const;
  template <class Node>
  LinePair followed(Index k, Node&& node) const;
  template <class Node>
  void touch_at_segments(Index k, Node&& node, Touch& touch) const;
  template <class Node>
  void measure(Node&& node, Touch& touch) const;
  Touch touch(Index k, VecRef q) const;
  std::vector<NearPair> all_pairs() const;
  bool find_near(VecRef x, double reach, std::size_t most, std::vector<NearPair>& near);
  void add_near(Index i, Index j, VecRef x, double reach, std::vector<NearPair>& near) const;
  double approach(const NearPair& pair) const;
  /// visit(touch, k, way) of the pairs that come deeper than R/2 where nodes move by `moves` (3 nodes) in the coming
  /// step, until one returns true; whether one has.
  template <class Visit>
  bool some_come_deep(VecRef moves, Visit&& visit) const;
  void push(const Touch& touch, VecRef q, const Vector3& direction, bool slips, SparseColumns& W) const;

  std::vector<Marker> nodes_;    // beam after beam
  std::vector<Index> first_;     // (beams + 1) the first node of each
  std::vector<Index> beam_of_;   // of each node
  std::vector<Index> segments_;  // by their first nodes
  std::vector<std::string> beam_names_;
  std::vector<int> side_;  // of each beam
  Vector radius_;          // (beams)
  Index dimension_;
  SurfaceLaw law_;
  std::vector<std::string> names_;
  NearPairs pairs_;
  std::vector<Start> start_;                // of the slots
  std::vector<std::array<Index, 3>> main_;  // while starts are set: pairs of beams, and their slots
  NeighbourGrid grid_;
  mutable Vector place_;      // (3 nodes) workspace: of the nodes
  Vector velocity_;           // (3 nodes) likewise
  Vector middle_, reach_of_;  // of the segments, while a list is made
};

}  // namespace percuss
