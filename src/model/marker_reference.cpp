// SPDX-License-Identifier: Apache-2.0
#include "model/marker_reference.hpp"

#include <fmt/format.h>

#include "model/components.hpp"
#include "model/reference.hpp"

namespace percuss {

bool is_ground(const Model& model, const std::string& body) {
  return body == "ground" && model.find_body(body) == nullptr;
}

std::pair<const ModelBody*, Index> find_node_of(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                                                std::vector<Fault>& faults) {
  const auto [body, node] =
      find_node_reference(model, name.body, name.node, faults, keys.body, keys.node, keys.or_ground);
  return {node < 0 ? nullptr : body, node};
}

std::optional<Marker> find_marker(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                                  std::vector<Fault>& faults) {
  const auto before = faults.size();
  const auto [body, node] = find_node_of(model, name, keys, faults);
  if (body == nullptr) return std::nullopt;
  if (body->is_flexible()) {
    check_point(keys.point, name.point, *body, faults);
    return faults.size() > before ? std::nullopt : std::optional(marker_of(*body, node, name.point));
  }
  const auto marker = body->marker(node);
  if (!marker.can_turn() && !name.point.empty())
    faults.push_back(
        {{},
         keys.point,
         fmt::format("`{}` has no points besides its nodes", body->name),
         fmt::format("leave `{}` out and choose a `{}`: points are for rigid bodies", keys.point, keys.node)});
  if (!marker.can_turn()) return faults.size() > before ? std::nullopt : std::optional(marker);
  const auto point = padded_vector(keys.point, name.point, marker.dimension(), faults);
  return faults.size() > before ? std::nullopt : std::optional(marker.at(point));
}

std::optional<Marker> find_marker_or_ground(const Model& model, const MarkerName& name, const MarkerKeys& keys,
                                            std::vector<Fault>& faults) {
  if (!is_ground(model, name.body)) return find_marker(model, name, {keys.body, keys.node, keys.point, true}, faults);
  const auto before = faults.size();
  const auto point = padded_vector(keys.point, name.point, 3, faults);
  return faults.size() > before ? std::nullopt : std::optional(Marker::ground(point));
}

}  // namespace percuss
