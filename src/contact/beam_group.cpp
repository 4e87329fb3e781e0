// SPDX-License-Identifier: Apache-2.0
#include "contact/beam_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact/beam_touch.hpp"

namespace percuss {

namespace {

constexpr double most_held = 64.0;  // pairs that all have a slot

std::vector<Index> first_nodes(const std::vector<BeamGroup::Beam>& beams) {
  std::vector<Index> first{0};
  for (const auto& beam : beams) {
    if (beam.nodes.size() < 2) throw std::invalid_argument("BeamGroup: a beam has two nodes or more");
    first.push_back(first.back() + static_cast<Index>(beam.nodes.size()));
  }
  return first;
}

Vector radii_of(const std::vector<BeamGroup::Beam>& beams) {
  Vector radius(static_cast<Index>(beams.size()));
  for (Index i = 0; i < radius.size(); ++i) radius[i] = beams[static_cast<std::size_t>(i)].radius;
  if (!(radius.array() > 0.0).all()) throw std::invalid_argument("BeamGroup: a radius is not positive");
  return radius;
}

Index dimension_of(const std::vector<BeamGroup::Beam>& beams) {
  const Index dimension = beams.empty() ? 2 : beams.front().nodes.front().dimension();
  for (const auto& beam : beams)
    for (const auto& node : beam.nodes)
      if (node.dimension() != dimension || dimension < 2)
        throw std::invalid_argument("BeamGroup: beams do not move in the same plane or space");
  return dimension;
}

/// Pairs of a node and another beam, in space of two beams, and of two of their segments.
double num_pairs(const std::vector<Index>& first, Index dimension) {
  const auto beams = static_cast<double>(first.size() - 1), nodes = static_cast<double>(first.back());
  if (beams < 2.0) return 0.0;
  if (dimension == 2) return nodes * (beams - 1.0);
  double squares = 0.0, single = 0.0;  // beams of one segment need no slot for it
  for (std::size_t i = 1; i < first.size(); ++i) {
    squares += std::pow(static_cast<double>(first[i] - first[i - 1] - 1), 2);
    single += first[i] - first[i - 1] == 2 ? 1.0 : 0.0;
  }
  const double segments = nodes - beams;
  return nodes * (beams - 1.0) + 0.5 * beams * (beams - 1.0) + 0.5 * (segments * segments - squares) -
         0.5 * single * (single - 1.0);
}

Index num_slots(const std::vector<Index>& first, Index dimension) {
  const auto beams = static_cast<double>(first.size() - 1), nodes = static_cast<double>(first.back());
  const double all = num_pairs(first, dimension);
  return static_cast<Index>(
      all <= most_held ? all : std::min(all, dimension == 3 ? 10.0 * nodes + 8.0 * beams : 4.0 * nodes));
}

/// Of all nodes, once for the many slots that share them.
const std::vector<Vector3>& places_of(const std::vector<Marker>& nodes, VecRef q) {
  thread_local std::vector<Vector3> places;
  places.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) places[i] = nodes[i].position(q);
  return places;
}

}  // namespace

BeamGroup::BeamGroup(const std::string& name, std::vector<Beam> beams, const SurfaceLaw& law)
    : first_(first_nodes(beams)),
      radius_(radii_of(beams)),
      dimension_(dimension_of(beams)),
      law_(law),
      pairs_(num_slots(first_, dimension_), 3, first_.back(), radius_.size() > 0 ? 0.5 * radius_.minCoeff() : 0.0,
             radius_.size(), "beams"),
      place_(3 * first_.back()),
      velocity_(3 * first_.back()) {
  for (std::size_t beam = 0; beam < beams.size(); ++beam) {
    beam_names_.push_back(std::move(beams[beam].name));
    side_.push_back(beams[beam].side);
    for (std::size_t i = 0; i < beams[beam].nodes.size(); ++i) {
      if (i + 1 < beams[beam].nodes.size()) segments_.push_back(static_cast<Index>(nodes_.size()));
      nodes_.push_back(std::move(beams[beam].nodes[i]));
      beam_of_.push_back(static_cast<Index>(beam));
    }
  }
  for (Index k = 0; k < size(); ++k) names_.push_back(size() == 1 ? name : fmt::format("{}.{}", name, k + 1));
  if (num_pairs(first_, dimension_) <= most_held) pairs_.hold(all_pairs());
  start_.resize(static_cast<std::size_t>(size()));
}

Index BeamGroup::num_segments(Index beam) const {
  const auto at = static_cast<std::size_t>(beam);
  return first_[at + 1] - first_[at] - 1;
}

bool BeamGroup::may_meet(Index a, Index b) const {
  const int side = side_[static_cast<std::size_t>(a)];
  return a != b && (side == 0 || side != side_[static_cast<std::size_t>(b)]);
}

BeamGroup::Touch BeamGroup::touch(Index k, VecRef q) const {
  return touch(k, [&](Index i) { return nodes_[static_cast<std::size_t>(i)].position(q); });
}

double BeamGroup::own_extent(VecRef) const { return radius_.size() > 0 ? radius_.maxCoeff() : 0.0; }

std::vector<NearPair> BeamGroup::all_pairs() const {
  std::vector<NearPair> all;
  for (Index i = 0; i < num_nodes(); ++i)
    for (Index b = 0; b < num_beams(); ++b)
      if (may_meet(beam_of_[static_cast<std::size_t>(i)], b)) all.push_back({i, num_nodes() + b, 0.0});
  for (Index a = 0; dimension_ == 3 && a < num_beams(); ++a)
    for (Index b = a + 1; b < num_beams(); ++b)
      if (may_meet(a, b)) all.push_back({num_nodes() + a, num_nodes() + b, 0.0});
  for (const Index i : segments_)
    for (const Index j : segments_) {
      const Index a = beam_of_[static_cast<std::size_t>(i)], b = beam_of_[static_cast<std::size_t>(j)];
      if (dimension_ == 3 && i < j && may_meet(a, b) && (num_segments(a) > 1 || num_segments(b) > 1))
        all.push_back({first_segment_id() + i, first_segment_id() + j, 0.0});
    }
  return all;
}

void BeamGroup::gaps(double, VecRef q, VecOut value) const {
  if (!pairs_.is_listed()) throw std::logic_error("BeamGroup: `prepare` comes first");
  const auto& places = places_of(nodes_, q);
  const auto node = [&](Index i) -> const Vector3& { return places[static_cast<std::size_t>(i)]; };
  for (Index k = 0; k < size(); ++k) {
    value[k] = NearPairs::far;
    if (pairs_[k].is_free()) continue;
    if (const auto found = touch(k, node); found.counts) value[k] = found.gap;
  }
}

const Marker& BeamGroup::marker(Index beam, const LinePoint& at, Index end) const {
  return nodes_[static_cast<std::size_t>(first_[static_cast<std::size_t>(beam)] + at.segment + end)];
}

void BeamGroup::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  const auto& places = places_of(nodes_, q);
  const auto node = [&](Index i) -> const Vector3& { return places[static_cast<std::size_t>(i)]; };
  for (Index k = 0; k < size(); ++k) {
    rate[k] = 0.0;
    if (pairs_[k].is_free()) continue;
    const auto found = touch(k, node);
    if (!found.counts) continue;
    const auto velocity = [&](Index beam, const LinePoint& on) -> Vector3 {
      return (1.0 - on.s) * marker(beam, on, 0).velocity(q, v) + on.s * marker(beam, on, 1).velocity(q, v);
    };
    rate[k] = found.n.dot(velocity(found.b, found.on_b) - velocity(found.a, found.on_a));
  }
}

/// A column of W along `direction`; `slips`: the surfaces turn with their sections.
void BeamGroup::push(const Touch& touch, VecRef q, const Vector3& direction, bool slips, SparseColumns& W) const {
  for (const bool later : {false, true}) {
    const Index beam = later ? touch.b : touch.a;
    const auto& on = later ? touch.on_b : touch.on_a;
    const Vector3 arm = -radius_[beam] * touch.n.cross(direction);
    for (const Index end : {0, 1}) {
      const double share = end == 0 ? 1.0 - on.s : on.s;
      if (share == 0.0) continue;
      marker(beam, on, end).push_velocity(q, later ? share * direction : -share * direction, W);
      if (slips) marker(beam, on, end).push_angular_velocity(q, share * arm, W);
    }
  }
  W.finish_column();
}

void BeamGroup::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  const Index rows = num_rows(0);
  for (const Index k : closed) {
    if (const auto& slot = pairs_[k - first]; slot.is_free()) {  // empty columns: it acts on nobody
      for (Index row = 0; row < rows; ++row) set.W.finish_column();
    } else {
      const auto found = touch(k - first, q);
      const auto frame = contact_frame(found.n, dimension_);
      for (Index row = 0; row < rows; ++row) push(found, q, frame[static_cast<std::size_t>(row)], row > 0, set.W);
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, law_.friction, law_.restitution,
                       law_.tangential_restitution);
  }
}

void BeamGroup::row_gaps(double, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  value.setZero();
  Index row = 0;
  for (const Index k : closed) {
    const auto& slot = pairs_[k - first];
    value[row] = slot.is_free() ? NearPairs::far : touch(k - first, q).gap;
    row += num_rows(0);
  }
}

/// The point of the later beam; where the two just touch it is the other's, too.
std::optional<ContactPlace> BeamGroup::place(double, VecRef q, Index k) const {
  if (pairs_[k].is_free()) return std::nullopt;
  const auto found = touch(k, q);
  if (!found.counts) return std::nullopt;
  const auto line = [&](Index i) {
    return nodes_[static_cast<std::size_t>(first_[static_cast<std::size_t>(found.b)] + i)].position(q);
  };
  ContactPlace place;
  place.point = at(line, found.on_b) - radius_[found.b] * found.n;
  const auto frame = contact_frame(found.n, dimension_);
  for (Index row = 0; row < num_rows(k); ++row)
    place.direction[static_cast<std::size_t>(row)] = frame[static_cast<std::size_t>(row)];
  return place;
}

}  // namespace percuss
