// SPDX-License-Identifier: Apache-2.0
#include "model/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace percuss {

NodeReference find_node_reference(const Model& model, const std::string& body, const std::string& node,
                                  std::vector<Fault>& faults, const std::string& body_key, const std::string& node_key,
                                  bool or_ground) {
  NodeReference found{model.find_body(body), -1};
  if (found.body == nullptr) {
    auto names = model.body_names();
    if (or_ground) names.emplace_back("ground");
    faults.push_back({{},
                      body_key,
                      fmt::format("there is no body `{}`", body),
                      remedy_for_unknown(body, names, fmt::format("`{}`", body_key))});
    return found;
  }
  if (found.body->nodes.count == 0) {
    faults.push_back({{},
                      body_key,
                      fmt::format("`{}` is a {}: it has coordinates of its own and no nodes", body, found.body->type),
                      "name a body with nodes or points; contacts and joints of this body have types of their own"});
    return found;
  }
  found.node = find_node(found.body->nodes, node);
  if (found.node < 0)
    faults.push_back(
        {{},
         node_key,
         fmt::format("`{}` has no node {}", body, node),
         fmt::format("its nodes are 0 to {}; `first` and `last` follow the mesh", found.body->nodes.count - 1)});
  return found;
}

Vector3 as_vector(const std::vector<double>& numbers) {
  Vector3 x = Vector3::Zero();
  for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 3); ++i) x[static_cast<Index>(i)] = numbers[i];
  return x;
}

void check_components(const std::string& key, const std::vector<double>& numbers, Index dimension,
                      const std::string& whose, std::vector<Fault>& faults) {
  if (numbers.empty() || static_cast<Index>(numbers.size()) > dimension)
    faults.push_back({{},
                      key,
                      fmt::format("{} components where {} has {}", numbers.size(), whose, dimension),
                      remedy_for_components(dimension)});
}

namespace {

/// Of a body whose deformation is known at its nodes alone.
void check_known_point(const std::string& key, const std::vector<double>& point, const ModelBody& body,
                       std::vector<Fault>& faults) {
  const auto at = as_vector(point);
  for (Index i = 0; i < body.nodes.count; ++i)
    if (const auto place = body.nodes.reference(i); at == Vector3(place[0], place[1], place[2])) return;
  faults.push_back({{},
                    key,
                    fmt::format("`{}` is a {}, whose deformation is known at its nodes alone", body.name, body.type),
                    fmt::format("leave `{}` out and name a node, or give `{}` a node there", key, body.name)});
}

}  // namespace

void check_point(const std::string& key, const std::vector<double>& point, const ModelBody& body,
                 std::vector<Fault>& faults) {
  if (point.empty()) return;
  if (body.motion == Marker::Motion::translation)
    faults.push_back({{},
                      key,
                      fmt::format("the nodes of `{}` do not rotate: they are points without axes", body.name),
                      fmt::format("leave `{}` out; only rigid bodies and beams have other points", key)});
  else
    check_components(key, point, body.nodes.dimension, fmt::format("`{}`", body.name), faults);
  if (!body.is_flexible()) return;
  if (body.length == 0.0)
    check_known_point(key, point, body, faults);
  else if (!(point[0] >= 0.0 && point[0] <= body.length))
    faults.push_back(
        {{},
         key,
         fmt::format("x = {} m lies off `{}`, which reaches from 0 to {} m", point[0], body.name, body.length),
         "give a point of the undeformed body, in its axes"});
}

Marker marker_of(const ModelBody& body, Index node, const std::vector<double>& point) {
  return body.is_flexible() && point.empty() ? body.marker(node) : body.marker(node, as_vector(point));
}

std::string remedy_for_components(Index dimension) {
  return dimension == 1 ? "give one number" : fmt::format("give 1 to {} numbers", dimension);
}

void check_new_joint(const Model& model, const std::string& name, std::vector<Fault>& faults) {
  for (Index k = 0; k < model.contacts.size(); ++k)
    if (model.contacts.name(k) == name)
      faults.push_back({{}, "", fmt::format("there is a contact or joint `{}` already", name), "choose another name"});
  const bool reserved = name == "ground" || name == "energy" || name == "solver" || name == "t";
  if (reserved || model.find_body(name) != nullptr)
    faults.push_back({{},
                      "",
                      fmt::format("taken implicitly it is a joint, and the name `{}` is {}", name,
                                  reserved ? "reserved" : "that of a body"),
                      model.implicit_springs ? "choose another name, or a step that explicit springs are stable with"
                                             : "choose another name"});
}

}  // namespace percuss
