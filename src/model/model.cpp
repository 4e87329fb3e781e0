// SPDX-License-Identifier: Apache-2.0
#include "model/model.hpp"

#include <algorithm>
#include <charconv>

namespace percuss {

BuiltBody::BuiltBody(std::unique_ptr<LinearBody> body, Nodes its_nodes) : nodes(std::move(its_nodes)) {
  auto* const linear = body.get();  // the body lives in the system, the loads with the model: both as long
  add_gravity = [linear, dimension = nodes.dimension](const std::array<double, 3>& acceleration) {
    Vector along(linear->num_v());
    for (Index row = 0; row < along.size(); ++row) along[row] = acceleration[static_cast<std::size_t>(row % dimension)];
    linear->add_gravity(along);
  };
  add_force = [linear](Index row, TimeFunction force) { linear->add_force(row, std::move(force)); };
  bodies.push_back(std::move(body));
}

namespace {

/// Rows from one node to the next, in q and in v.
std::pair<Index, Index> node_stride(Marker::Motion motion, Index dimension) {
  if (motion == Marker::Motion::planar) return {3, 3};
  if (motion == Marker::Motion::spatial) return {7, 6};
  return {dimension, dimension};
}

}  // namespace

Index ModelBody::q_row(Index node, Index axis) const {
  return q_offset + node * node_stride(motion, nodes.dimension).first + axis;
}

Index ModelBody::v_row(Index node, Index axis) const {
  return v_offset + node * node_stride(motion, nodes.dimension).second + axis;
}

Marker ModelBody::marker(Index node) const {
  if (!is_flexible()) return marker(node, Vector3::Zero());
  const auto at = nodes.reference(node);
  return points(q_offset, v_offset, Vector3(at[0], at[1], at[2]));
}

Marker ModelBody::marker(Index node, const Vector3& point) const {
  if (is_flexible()) return points(q_offset, v_offset, point);
  const Index q = q_row(node, 0), v = v_row(node, 0);
  if (motion == Marker::Motion::planar) return Marker::planar(q, v, point);
  if (motion == Marker::Motion::spatial) return Marker::spatial(q, v, point);
  const auto reference = nodes.reference(node);
  return Marker::translation(nodes.dimension, q, v, Vector3(reference[0], reference[1], reference[2]));
}

void Model::add_body(const std::string& name, const std::string& type, BuiltBody built) {
  ModelBody entry;
  entry.name = name;
  entry.type = type;
  entry.number = system.num_bodies();
  entry.count = static_cast<Index>(built.bodies.size());
  entry.q_offset = system.num_q();
  entry.v_offset = system.num_v();
  entry.nodes = std::move(built.nodes);
  entry.motion = built.motion;
  entry.points = std::move(built.points);
  entry.modes = std::move(built.modes);
  entry.reduction = std::move(built.reduction);
  entry.node_unknowns = std::move(built.node_unknowns);
  entry.sections = std::move(built.sections);
  entry.sections_stiffen = built.sections_stiffen;
  entry.members = std::move(built.members);
  entry.length = built.length;
  entry.outer_radius = built.outer_radius;
  entry.spin_limit = built.spin_limit;
  entry.wobble = built.wobble;
  entry.radii = std::move(built.radii);
  entry.shape = std::move(built.shape);
  entry.q_names = std::move(built.q_names);
  entry.v_names = std::move(built.v_names);
  entry.add_gravity = std::move(built.add_gravity);
  entry.add_force = std::move(built.add_force);
  initial.q.conservativeResize(system.num_q() + built.q.size());
  initial.v.conservativeResize(system.num_v() + built.v.size());
  initial.q.tail(built.q.size()) = built.q;
  initial.v.tail(built.v.size()) = built.v;
  for (auto& body : built.bodies) system.add(std::move(body));
  number_of_.emplace(entry.name, bodies.size());
  bodies.push_back(std::move(entry));
}

const ModelBody* Model::find_body(const std::string& name) const {
  const auto found = number_of_.find(name);
  return found == number_of_.end() ? nullptr : &bodies[found->second];
}

void Model::note_load(const TimeFunction& load) {
  shortest_period = std::min(shortest_period, load.period());
  const auto times = load.kinks();
  load_kinks.insert(load_kinks.end(), times.begin(), times.end());
  std::sort(load_kinks.begin(), load_kinks.end());
  load_kinks.erase(std::unique(load_kinks.begin(), load_kinks.end()), load_kinks.end());
}

std::vector<std::string> Model::body_names() const {
  std::vector<std::string> names;
  for (const auto& body : bodies) names.push_back(body.name);
  return names;
}

Index find_node(const Nodes& nodes, const std::string& text) {
  if (nodes.count == 0) return -1;
  if (text == "first") return 0;
  if (text == "last") return nodes.count - 1;
  Index node = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
  if (error != std::errc{} || end != text.data() + text.size() || node < 0 || node >= nodes.count) return -1;
  return node;
}

}  // namespace percuss
