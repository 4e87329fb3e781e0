// SPDX-License-Identifier: Apache-2.0
#include "model/reference.hpp"

#include <fmt/format.h>

namespace percuss {

NodeReference find_node_reference(const Model& model, const std::string& body, const std::string& node,
                                  std::vector<Fault>& faults) {
  NodeReference found{model.find_body(body), -1};
  if (found.body == nullptr) {
    const auto names = model.body_names();
    faults.push_back(
        {{}, "body", fmt::format("there is no body `{}`", body), remedy_for_unknown(body, names, "`body`")});
    return found;
  }
  if (found.body->nodes.count == 0) {
    faults.push_back(
        {{},
         "body",
         fmt::format("`{}` is a {}: it moves in coordinates of its own and has no nodes", body, found.body->type),
         "name a body with nodes or points"});
    return found;
  }
  found.node = find_node(found.body->nodes, node);
  if (found.node < 0)
    faults.push_back(
        {{},
         "node",
         fmt::format("`{}` has no node {}", body, node),
         fmt::format("its nodes are 0 to {}; `first` and `last` follow the mesh", found.body->nodes.count - 1)});
  return found;
}

std::string remedy_for_components(Index dimension) {
  return dimension == 1 ? "give one number" : fmt::format("give 1 to {} numbers", dimension);
}

}  // namespace percuss
