// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact/point_plane.hpp"
#include "core/mechanical_system.hpp"
#include "core/state.hpp"
#include "model/linear_body.hpp"

namespace percuss {

/// The nodes of a body: node i has `dimension` displacement coordinates, numbered i * dimension + component in the
/// body's own q and v.
struct Nodes {
  Index count = 1;
  Index dimension = 1;
  std::function<std::array<double, 3>(Index)> reference;  ///< position without displacement [m]
};

/// A body as a maker of `body_types()` returns it: with its initial displacements and velocities.
struct BuiltBody {
  std::unique_ptr<LinearBody> body;
  Vector q, v;
  Nodes nodes;
};

/// A body in its model, found by name.
struct ModelBody {
  std::string name, type;
  Index number = 0;  ///< in the system
  Index q_offset = 0, v_offset = 0;
  Nodes nodes;
  LinearBody* body = nullptr;  ///< owned by the system
};

/// Bodies, contacts and initial state by their names in the model file. Schemes and recorders keep references to it:
/// it stays where it was made.
class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void add_body(const std::string& name, const std::string& type, BuiltBody built);
  /// Null when there is no such body.
  const ModelBody* find_body(const std::string& name) const;
  std::vector<std::string> body_names() const;

  MechanicalSystem system;
  PointPlane contacts;
  std::vector<ModelBody> bodies;
  State initial;
};

/// Number of the node that `text` names (an index, `first` or `last`), or -1 when the body has no such node.
Index find_node(const Nodes& nodes, const std::string& text);

}  // namespace percuss
