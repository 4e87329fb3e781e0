// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "contact/beam_touch.hpp"

namespace percuss {

void BeamGroup::prepare(double, VecRef q, VecRef v, double h) {
  for (Index i = 0; i < num_nodes(); ++i) {
    const auto& node = nodes_[static_cast<std::size_t>(i)];
    place_.segment<3>(3 * i) = node.position(q);
    velocity_.segment<3>(3 * i) = node.velocity(q, v);
  }
  pairs_.prepare(
      place_, velocity_, h,
      [this](VecRef x, double reach, std::size_t most, std::vector<NearPair>& near) {
        return find_near(x, reach, most, near);
      },
      [this](const NearPair& pair) { return approach(pair); });
  set_starts();
}

void BeamGroup::restart() {
  pairs_.restart();
  std::fill(start_.begin(), start_.end(), Start{});
}

void BeamGroup::walk_memory(MemoryWalk& walk) {
  pairs_.walk_memory(walk);
  walk("start", start_);
}

/// Slots of two beams go on from where they cross now; slots of segments learn which slot that is.
void BeamGroup::set_starts() {
  const auto node = [this](Index i) -> Vector3 { return pairs_.start().segment<3>(3 * i); };
  bool changed = false;
  for (Index k = 0; k < size(); ++k) {
    const auto& slot = pairs_[k];
    auto& start = start_[static_cast<std::size_t>(k)];
    if (start.i != slot.i || start.j != slot.j) {
      start = {slot.i, slot.j, -1, -1, -1};
      changed = true;
    }
    if (slot.i < num_nodes() || slot.i >= first_segment_id()) continue;
    const auto points = followed(k, node);
    start.a = points.a.segment;
    start.b = points.b.segment;
  }
  if (!changed) return;
  main_.clear();
  for (Index k = 0; k < size(); ++k)
    if (const auto& slot = pairs_[k]; slot.i >= num_nodes() && slot.i < first_segment_id())
      main_.push_back({slot.i - num_nodes(), slot.j - num_nodes(), k});
  std::sort(main_.begin(), main_.end());
  for (Index k = 0; k < size(); ++k) {
    const auto& slot = pairs_[k];
    if (slot.i < first_segment_id()) continue;
    const Index a = beam_of_[static_cast<std::size_t>(slot.i - first_segment_id())],
                b = beam_of_[static_cast<std::size_t>(slot.j - first_segment_id())];
    const auto found = std::lower_bound(main_.begin(), main_.end(), std::array<Index, 3>{a, b, 0});
    const bool is_there = found != main_.end() && (*found)[0] == a && (*found)[1] == b;
    start_[static_cast<std::size_t>(k)].main = is_there ? (*found)[2] : -1;
  }
}

/// Segments within spheres around them are sorted out first.
bool BeamGroup::find_near(VecRef x, double reach, std::size_t most, std::vector<NearPair>& near) {
  const auto count = static_cast<Index>(segments_.size());
  middle_.resize(3 * count);
  reach_of_.resize(count);
  for (Index s = 0; s < count; ++s) {
    const Index i = segments_[static_cast<std::size_t>(s)];
    middle_.segment<3>(3 * s) = 0.5 * (x.segment<3>(3 * i) + x.segment<3>(3 * i + 3));
    reach_of_[s] =
        0.5 * (x.segment<3>(3 * i + 3) - x.segment<3>(3 * i)).norm() + radius_[beam_of_[static_cast<std::size_t>(i)]];
  }
  near.clear();
  const std::size_t most_found = 16 * most;  // a pair may be found at several segments
  const bool found_all = grid_.visit_pairs(3, middle_, reach_of_, reach, [&](const NearPair& pair) {
    const Index i = segments_[static_cast<std::size_t>(pair.i)], j = segments_[static_cast<std::size_t>(pair.j)];
    if (may_meet(beam_of_[static_cast<std::size_t>(i)], beam_of_[static_cast<std::size_t>(j)]))
      add_near(i, j, x, reach, near);
    return near.size() <= most_found;
  });
  if (!found_all) return false;
  // Its gap is the smallest of those.
  std::sort(near.begin(), near.end(), [](const NearPair& one, const NearPair& two) {
    return std::tie(one.i, one.j, one.gap) < std::tie(two.i, two.j, two.gap);
  });
  near.erase(std::unique(near.begin(), near.end(),
                         [](const NearPair& one, const NearPair& two) { return one.i == two.i && one.j == two.j; }),
             near.end());
  return near.size() <= most;
}

/// Of the segments that start at the nodes i < j.
void BeamGroup::add_near(Index i, Index j, VecRef x, double reach, std::vector<NearPair>& near) const {
  const Index a = beam_of_[static_cast<std::size_t>(i)], b = beam_of_[static_cast<std::size_t>(j)];
  const double R = touching(a, b);
  const auto node = [&](Index k) -> Vector3 { return x.segment<3>(3 * k); };
  const auto add = [&](Index one, Index two, double distance) {
    if (distance - R <= reach) near.push_back({one, two, distance - R});
  };
  const auto from_segment = [&](Index point, Index start) {
    return std::sqrt(closest_on_segment(node(point), node, start).squared_distance);
  };
  const double distance = std::sqrt(closest_on_segments(node, i, node, j).squared_distance);
  if (distance - R > reach) return;
  if (dimension_ == 3) {
    add(num_nodes() + a, num_nodes() + b, distance);
    if (num_segments(a) > 1 || num_segments(b) > 1) add(first_segment_id() + i, first_segment_id() + j, distance);
  }
  if (dimension_ == 2 && distance <= no_normal * R) add(i, num_nodes() + b, distance);  // through each other
  for (const Index end : {i, i + 1}) add(end, num_nodes() + b, from_segment(end, j));
  for (const Index end : {j, j + 1}) add(end, num_nodes() + a, from_segment(end, i));
}

double BeamGroup::approach(const NearPair& pair) const {
  const auto range = [this](Index id) {
    if (id < num_nodes()) return std::pair(id, id + 1);
    if (id >= first_segment_id()) return std::pair(id - first_segment_id(), id - first_segment_id() + 2);
    const auto beam = static_cast<std::size_t>(id - num_nodes());
    return std::pair(first_[beam], first_[beam + 1]);
  };
  const Vector3 common = velocity_.segment<3>(3 * range(pair.i).first);
  double sum = 0.0;
  for (const Index id : {pair.i, pair.j}) {
    double fastest = 0.0;
    for (auto [k, end] = range(id); k < end; ++k)
      fastest = std::max(fastest, (velocity_.segment<3>(3 * k) - common).norm());
    sum += fastest;
  }
  return sum;
}

template <class Visit>
bool BeamGroup::some_come_deep(VecRef moves, Visit&& visit) const {
  const auto node = [this](Index i) -> Vector3 { return pairs_.start().segment<3>(3 * i); };
  const double least = radius_.size() > 0 ? 0.5 * radius_.minCoeff() : 0.0;
  return pairs_.some_pair(moves, least, [&](Index k) {
    const auto found = touch(k, node);
    if (!found.counts) return false;
    const auto move = [&](Index beam, const LinePoint& on) -> Vector3 {
      const Index i = first_[static_cast<std::size_t>(beam)] + on.segment;
      return (1.0 - on.s) * moves.segment<3>(3 * i) + on.s * moves.segment<3>(3 * i + 3);
    };
    const double way = -found.n.dot(move(found.b, found.on_b) - move(found.a, found.on_a));
    return way > std::max(found.gap, 0.0) + 0.5 * touching(found.a, found.b) && visit(found, k, way);
  });
}

void BeamGroup::check_forecast() const {
  some_come_deep(pairs_.moves(), [this](const Touch& found, Index k, double way) -> bool {
    throw std::runtime_error(
        fmt::format("contact `{}`: `{}` and `{}` approach each other by {:.3g} m in one step, more than half the sum "
                    "of their radii and the gap, {:.3g} m: they could pass through each other; the step is too large",
                    name(k), beam_name(found.a), beam_name(found.b), way,
                    std::max(found.gap, 0.0) + 0.5 * touching(found.a, found.b)));
  });
}

bool BeamGroup::may_have_passed(VecRef q) const {
  for (Index i = 0; i < num_nodes(); ++i) place_.segment<3>(3 * i) = nodes_[static_cast<std::size_t>(i)].position(q);
  return pairs_.may_have_passed(
      place_, [this](VecRef moves) { return some_come_deep(moves, [](const Touch&, Index, double) { return true; }); });
}

}  // namespace percuss
