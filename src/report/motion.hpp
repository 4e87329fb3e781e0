// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// The motion of a run as the page of `percuss report` draws it. A point of a body is at
///
///   x = p + R(q) (reference + scale * displacement)
///
/// with the pose (p, q) of its body; scale is 1 in truth, and the reader of the page may choose it. Bodies without a
/// moving frame of their own (bars, linear bodies) have the pose (0, identity). Units are SI throughout.
struct Motion {
  struct Body {
    std::string name;
    Index first_point = 0, num_points = 0;
    bool flexible = false;  ///< has displacements
  };
  /// A line through points, or the outline of a flat face, by indices of `reference`.
  struct Cell {
    std::vector<std::uint32_t> points;
    bool face = false;  ///< closed and filled
  };
  /// Values to colour points by.
  struct Field {
    std::string name, unit;
    std::vector<float> values;  ///< (frames * points)
  };
  enum class Status : std::uint8_t { closed = 0, stick = 1, slip = 2, impact = 3 };
  struct Contact {
    std::uint32_t frame = 0, number = 0;  ///< `number` counts contact_names
    Status status = Status::closed;
    std::array<float, 3> position{}, force{};  ///< force on the first body [N]
  };
  /// What does not move: lines and faces of its own points.
  struct Ground {
    std::vector<float> points;  ///< (points * 3)
    std::vector<Cell> cells;
  };

  bool planar = false;    ///< seen along z; the left mouse button moves it instead of turning it
  std::vector<double> t;  ///< (frames), ascending
  std::vector<Body> bodies;
  std::vector<float> reference;      ///< (points * 3), in the frame of its body, undeformed
  std::vector<Cell> cells;           ///< of all bodies; a cell belongs to one body
  std::vector<float> poses;          ///< (frames * bodies * 7): p, q as x y z w
  std::vector<float> displacements;  ///< (frames * points of flexible bodies * 3), in the frame of the body
  std::vector<Field> fields;
  std::vector<std::string> contact_names;
  std::vector<Contact> contacts;  ///< by frame, ascending
  Ground ground;

  std::size_t num_frames() const { return t.size(); }
  std::size_t num_points() const { return reference.size() / 3; }
  std::size_t num_flexible_points() const;
  /// Throws std::invalid_argument where sizes or indices do not fit together.
  void check() const;
};

}  // namespace percuss
