// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/memory_walk.hpp"
#include "model/model.hpp"

namespace percuss {

/// Watches whether flexible bodies stay within what their models hold for: small rotations of their sections, and, of a
/// linear beam with a floating frame, a frame that turns more slowly than it would buckle falsely. Keeps a reference to
/// the model.
class Doubts {
 public:
  /// Sections that turn further than this in their frame are not small any more [rad].
  static constexpr double largest_rotation = 0.3;

  explicit Doubts(const Model& model);
  void forget();
  void look(const State& state);
  /// One sentence for each doubt, with the worst that was seen and the remedy.
  std::vector<std::string> warnings() const;
  void walk_memory(MemoryWalk& walk) { walk("watched", watched_); }

 private:
  struct Watched {
    const ModelBody* body = nullptr;
    Marker frame = Marker::ground(Vector3::Zero());
    std::vector<Marker> sections;     // some, evenly
    double rotation = 0.0;            // largest seen [rad]
    double t = 0.0;                   // where the mean over a period of the slowest mode, or a turn, began
    double angle = 0.0;               // of the frame in the plane at the last look
    Vector3 along = Vector3::Zero();  // x axis of the frame in space at the last look
    Vector3 turn = Vector3::Zero();   // of the frame since t [rad]
    bool began = false;
    double spin = 0.0;  // fastest mean seen [1/s]: a section that vibrates does not turn
    void walk_memory(MemoryWalk& walk);
  };
  /// By how much the frame has turned since the last look [rad].
  static Vector3 turn_between(const Watched& watched, VecRef q);
  static void remember(Watched& watched, VecRef q);
  std::vector<Watched> watched_;
};

}  // namespace percuss
