// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "model/model.hpp"

namespace percuss {

/// Keys of the model file that name a point of a body.
struct MarkerKeys {
  const char* body = "body";
  const char* node = "node";
  const char* point = "point";
  bool or_ground = false;  ///< `ground` is among the names, of which a fault tells
};

/// What a point of a body is named by in a load or joint.
struct MarkerName {
  std::string body, node;
  std::vector<double> point;  ///< in the axes of a rigid body or beam; missing components are 0
};

/// The body that holds nodes by the name, and the node in it; faults when there is no such body, when it has no nodes,
/// and when it has no such node. The body is null, the node -1, where there was a fault.
std::pair<const ModelBody*, Index> find_node_of(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                                                std::vector<Fault>& faults);

/// The point as a marker, or nothing and faults. A `point` other than the node itself is for rigid bodies
/// and beams.
std::optional<Marker> find_marker(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                                  std::vector<Fault>& faults);

/// Likewise, where the body may be `ground` and `point` then is a position. A body called `ground` goes first.
std::optional<Marker> find_marker_or_ground(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                                            std::vector<Fault>& faults);

/// Whether the name means ground.
bool is_ground(const Model& model, const std::string& body);

}  // namespace percuss
