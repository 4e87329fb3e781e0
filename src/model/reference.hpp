// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fault.hpp"
#include "model/model.hpp"

namespace percuss {

struct NodeReference {
  const ModelBody* body = nullptr;
  Index node = -1;
};

/// The body and node that the keys `body` and `node` of a contact or load name; faults (with those keys) when there is
/// no such body or node.
NodeReference find_node_reference(const Model& model, const std::string& body, const std::string& node,
                                  std::vector<Fault>& faults);

/// What to do about a vector of the wrong length: "give one number", "give 1 to 3 numbers".
std::string remedy_for_components(Index dimension);

}  // namespace percuss
