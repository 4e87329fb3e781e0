// SPDX-License-Identifier: Apache-2.0
#include "simulation/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace percuss {

namespace {

constexpr Index most_sections = 33;

}  // namespace

/// In the plane by the angle, turns counted; in space by the direction of the beam, whose spin about itself does not
/// matter here, and by less than half a turn.
Vector3 Doubts::turn_between(const Watched& watched, VecRef q) {
  if (watched.body->motion == Marker::Motion::planar) return {0.0, 0.0, q[watched.body->q_offset + 2] - watched.angle};
  const Vector3 now = watched.frame.rotation(q).col(0), turn = watched.along.cross(now);
  const double sine = turn.norm();
  return sine > 0.0 ? Vector3(turn * (std::atan2(sine, watched.along.dot(now)) / sine)) : turn;
}

void Doubts::remember(Watched& watched, VecRef q) {
  if (watched.body->motion == Marker::Motion::planar)
    watched.angle = q[watched.body->q_offset + 2];
  else
    watched.along = watched.frame.rotation(q).col(0);
}

Doubts::Doubts(const Model& model) {
  for (const auto& body : model.bodies) {
    if (!body.is_flexible()) continue;
    Watched watched;
    watched.body = &body;
    watched.frame = body.marker(0).frame();
    const Index nodes = body.nodes.count, sections = std::min(nodes, most_sections);
    for (Index i = 0; i < sections; ++i)
      watched.sections.push_back(body.marker(sections > 1 ? i * (nodes - 1) / (sections - 1) : 0));
    watched_.push_back(std::move(watched));
  }
}

void Doubts::Watched::walk_memory(MemoryWalk& walk) {
  walk("rotation", rotation);
  walk("t", t);
  walk("angle", angle);
  for (auto& x : along) walk("along", x);
  for (auto& x : turn) walk("turn", x);
  walk("began", began);
  walk("spin", spin);
}

void Doubts::forget() {
  for (auto& watched : watched_) {
    watched.rotation = watched.spin = 0.0;
    watched.began = false;
  }
}

void Doubts::look(const State& state) {
  for (auto& watched : watched_) {
    for (const auto& section : watched.sections)
      watched.rotation = std::max(watched.rotation, section.section_turn(state.q).norm());
    if (!(watched.body->spin_limit > 0.0)) continue;
    watched.turn += watched.began ? turn_between(watched, state.q) : Vector3(Vector3::Zero());
    remember(watched, state.q);
    const double time = state.t - watched.t;
    constexpr double whole = 2.0 * std::numbers::pi;  // a period of the slowest mode, or a turn, which no vibration is
    if (watched.began && time * watched.body->spin_limit < whole && watched.turn.norm() < whole) continue;
    if (watched.began) watched.spin = std::max(watched.spin, watched.turn.norm() / time);
    watched.began = true;
    watched.t = state.t;
    watched.turn.setZero();
  }
}

std::vector<std::string> Doubts::warnings() const {
  std::vector<std::string> all;
  for (const auto& watched : watched_) {
    if (watched.rotation > largest_rotation)
      all.push_back(
          fmt::format("sections of `{}` turn by up to {:.3g} rad in its frame, and its model is for small deformation "
                      "(up to {} rad)",
                      watched.body->name, watched.rotation, largest_rotation));
    if (watched.body->spin_limit > 0.0 && watched.spin > watched.body->spin_limit)
      all.push_back(
          fmt::format("the frame of `{}` turns at up to {:.4g} rad/s, and beyond {:.4g} rad/s a linear body in it "
                      "buckles falsely: beams of elements take `stiffening: mean_strain`",
                      watched.body->name, watched.spin, watched.body->spin_limit));
  }
  return all;
}

}  // namespace percuss
