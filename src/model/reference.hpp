// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fault.hpp"
#include "model/model.hpp"

namespace percuss {

struct NodeReference {
  const ModelBody* body = nullptr;
  Index node = -1;
};

/// The body and node that the keys `body` and `node` of a contact or load name, or two others; faults (with those keys)
/// when there is no such body or node.
NodeReference find_node_reference(const Model& model, const std::string& body, const std::string& node,
                                  std::vector<Fault>& faults, const std::string& body_key = "body",
                                  const std::string& node_key = "node", bool or_ground = false);

/// The numbers of a key as a vector; missing components are 0.
Vector3 as_vector(const std::vector<double>& numbers);

/// A point of a body in its axes, for the key `key`: a fault when it has more than `dimension` components, when it lies
/// off a flexible body, or when the body's nodes do not turn, so that they are points already.
void check_point(const std::string& key, const std::vector<double>& point, const ModelBody& body,
                 std::vector<Fault>& faults);
/// The node, or the point where one is given.
Marker marker_of(const ModelBody& body, Index node, const std::vector<double>& point);
/// A vector of 1 to `dimension` components, for the key `key`; `whose` says of whom in the fault.
void check_components(const std::string& key, const std::vector<double>& numbers, Index dimension,
                      const std::string& whose, std::vector<Fault>& faults);

/// A load that becomes a joint: a fault, of no key, where the model has a contact or joint of the name.
void check_new_joint(const Model& model, const std::string& name, std::vector<Fault>& faults);

/// What to do about a vector of the wrong length: "give one number", "give 1 to 3 numbers".
std::string remedy_for_components(Index dimension);

}  // namespace percuss
