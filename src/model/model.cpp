// SPDX-License-Identifier: Apache-2.0
#include "model/model.hpp"

#include <algorithm>
#include <charconv>

namespace percuss {

void Model::add_body(const std::string& name, const std::string& type, BuiltBody built) {
  ModelBody entry{
      name, type, system.num_bodies(), system.num_q(), system.num_v(), std::move(built.nodes), built.body.get()};
  initial.q.conservativeResize(system.num_q() + built.q.size());
  initial.v.conservativeResize(system.num_v() + built.v.size());
  initial.q.tail(built.q.size()) = built.q;
  initial.v.tail(built.v.size()) = built.v;
  system.add(std::move(built.body));
  bodies.push_back(std::move(entry));
}

const ModelBody* Model::find_body(const std::string& name) const {
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const auto& body) { return body.name == name; });
  return found == bodies.end() ? nullptr : &*found;
}

std::vector<std::string> Model::body_names() const {
  std::vector<std::string> names;
  for (const auto& body : bodies) names.push_back(body.name);
  return names;
}

Index find_node(const Nodes& nodes, const std::string& text) {
  if (text == "first") return 0;
  if (text == "last") return nodes.count - 1;
  Index node = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
  if (error != std::errc{} || end != text.data() + text.size() || node < 0 || node >= nodes.count) return -1;
  return node;
}

}  // namespace percuss
