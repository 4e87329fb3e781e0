// SPDX-License-Identifier: Apache-2.0
#include "simulation/body_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "core/fault.hpp"
#include "simulation/section_quantity.hpp"

namespace percuss {

namespace {

/// x, y, z at the end of a name; x may be left out where there is nothing else.
Index component(const std::string& name, const ModelBody& body, const Words& words, std::size_t at) {
  static const Words axes{"x", "y", "z"};
  if (words.size() > at + 1) refuse_rest(name, words, at + 1);
  if (words.size() <= at) {
    if (body.nodes.dimension == 1) return 0;
    refuse_name(name, "the component is missing", fmt::format("end the name with .x, .y or .z"));
  }
  const auto found = std::find(axes.begin(), axes.begin() + body.nodes.dimension, words[at]);
  if (found == axes.begin() + body.nodes.dimension)
    refuse_name(
        name, fmt::format("`{}` has no component `{}`", body.name, words[at]),
        fmt::format("components: {}", join(std::span(axes).first(static_cast<std::size_t>(body.nodes.dimension)))));
  return found - axes.begin();
}

/// Number of `word` (from word `at` on: "omega.x" are two) among the body's named coordinates, or -1.
Index find_name(const Words& names, const Words& words, std::size_t at) {
  if (words.size() <= at) return -1;
  const auto found = std::find(names.begin(), names.end(), join(std::span(words).subspan(at), "."));
  return found == names.end() ? -1 : found - names.begin();
}

/// The named coordinate or velocity of one body (of a group: body number `node`) that the words from `at` on are.
std::optional<Quantity> named_quantity(const ModelBody& body, Index node, const Words& words, std::size_t at) {
  if (const Index i = find_name(body.q_names, words, at); i >= 0)
    return Quantity{[row = body.q_row(node, i)](const Sample& s) { return s.state.q[row]; }};
  if (const Index i = find_name(body.v_names, words, at); i >= 0)
    return Quantity{[row = body.v_row(node, i)](const Sample& s) { return s.state.v[row]; }};
  return std::nullopt;
}

Words with_names(Words known, const ModelBody& body) {
  known.insert(known.end(), body.q_names.begin(), body.q_names.end());
  known.insert(known.end(), body.v_names.begin(), body.v_names.end());
  return known;
}

using FlexibleValue = std::function<Vector3(const Marker&, const State&)>;

/// Vectors of a node of a beam: position, velocity and, where it moves in space, angular velocity in space; deflection
/// and, in space, the rotation vector of its section in the frame. Empty: no such vector.
FlexibleValue flexible_vector(const std::string& word, bool in_space) {
  if (word == "position") return [](const Marker& node, const State& s) { return node.position(s.q); };
  if (word == "velocity") return [](const Marker& node, const State& s) { return node.velocity(s.q, s.v); };
  if (word == "deflection") return [](const Marker& node, const State& s) { return node.deflection(s.q); };
  if (!in_space) return {};
  if (word == "omega") return [](const Marker& node, const State& s) { return node.angular_velocity(s.q, s.v); };
  if (word == "rotation")
    return [](const Marker& node, const State& s) {
      return Vector3(node.section_turn(s.q) + node.spin(s.q) * Vector3::UnitX());
    };
  return {};
}

/// A node of a beam: its vectors, and in the plane its angles by themselves.
Quantity flexible_node_quantity(const std::string& name, const ModelBody& body, Index node, const Words& words) {
  const bool in_space = body.nodes.dimension == 3;
  Words known{"position", "velocity", "deflection", "omega", "rotation"};
  if (!in_space) known.emplace_back("angle");
  if (std::find(known.begin(), known.end(), words[3]) == known.end()) refuse_word(name, words[3], known, "A node");
  const auto marker = std::make_shared<const Marker>(body.marker(node));
  if (const auto vector = flexible_vector(words[3], in_space)) {
    const Index axis = component(name, body, words, 4);
    return {[marker, vector, axis](const Sample& s) { return vector(*marker, s.state)[axis]; }};
  }
  if (words.size() > 4) refuse_rest(name, words, 4);
  if (words[3] == "angle") return {[marker](const Sample& s) { return marker->angle(s.state.q); }};
  if (words[3] == "rotation") return {[marker](const Sample& s) { return marker->section_angle(s.state.q); }};
  return {[marker](const Sample& s) { return marker->angular_velocity(s.state.q, s.state.v)[2]; }};
}

/// Of a body with a floating frame, whose first rows are those of its frame:  (M(q) v)_axis, by its mass or not.
Quantity flexible_momentum(const std::string& name, const Model& model, const ModelBody& body, const Words& words) {
  const Index axis = component(name, body, words, 2);
  const Body& flexible = model.system.body(body.number);
  const auto row = [&flexible, &body, axis](VecRef q, VecRef v) {
    Vector momentum = Vector::Zero(flexible.num_v());
    flexible.subtract_inertia(q.segment(body.q_offset, flexible.num_q()), v, momentum);
    return -momentum[axis];
  };
  const double mass = words[1] == "momentum" ? 1.0 : row(model.initial.q, Vector::Unit(flexible.num_v(), axis));
  return {[row, mass, n = flexible.num_v(), offset = body.v_offset](const Sample& s) {
    return row(s.state.q, s.state.v.segment(offset, n)) / mass;
  }};
}

/// The centre of mass of such a body, S/m from the origin of its frame: a frame that turns about its axis a moves it by
/// a x S/m, which sums to -2 S over three axes and to -S over the one of the plane.
Quantity flexible_mean_position(const std::string& name, const Model& model, const ModelBody& body,
                                const Words& words) {
  const Index axis = component(name, body, words, 2), dimension = body.nodes.dimension;
  const Body& flexible = model.system.body(body.number);
  const auto first_axis = dimension == 2 ? 2 : 0;
  return {[&flexible, axis, dimension, first_axis, offset = body.q_offset,
           frame = body.marker(0).frame()](const Sample& s) {
    const auto q = s.state.q.segment(offset, flexible.num_q());
    const auto momentum = [&](Index row) {
      Vector p = Vector::Zero(flexible.num_v());
      flexible.subtract_inertia(q, Vector::Unit(flexible.num_v(), row), p);
      return Vector3(-p[0], -p[1], dimension == 2 ? 0.0 : -p[2]);
    };
    const Matrix3 axes = frame.rotation(s.state.q);
    Vector3 moment = Vector3::Zero();
    for (Index k = first_axis; k < 3; ++k)
      moment -= axes.col(k).cross(momentum(dimension + k - first_axis)) / (dimension - 1);
    return frame.position(s.state.q)[axis] + moment[axis] / momentum(0).norm();
  }};
}

Quantity node_quantity(const std::string& name, const ModelBody& body, const Words& words) {
  static const Words known{"displacement", "position", "velocity"};
  if (body.nodes.count == 0)
    refuse_name(name, fmt::format("`{}` has no nodes", body.name),
                remedy_for_unknown("", with_names({}, body), fmt::format("`{}`", body.name)));
  if (words.size() < 4)
    refuse_name(name, "the node or the quantity is missing", "e.g. " + body.name + ".nodes.last.velocity");
  const Index node = find_node(body.nodes, words[2]);
  if (node < 0)
    refuse_name(name, fmt::format("`{}` has no node {}", body.name, words[2]),
                fmt::format("its nodes are 0 to {}; `first` and `last` follow the mesh", body.nodes.count - 1));
  if (body.is_flexible()) return flexible_node_quantity(name, body, node, words);
  if (auto named = named_quantity(body, node, words, 3)) return *std::move(named);
  if (std::find(known.begin(), known.end(), words[3]) == known.end())
    refuse_word(name, words[3], with_names(known, body), "A node");
  const Index axis = component(name, body, words, 4);
  const double reference = body.nodes.reference(node)[static_cast<std::size_t>(axis)];
  if (words[3] == "velocity") return {[row = body.v_row(node, axis)](const Sample& s) { return s.state.v[row]; }};
  const double origin = words[3] == "position" ? reference : 0.0;
  return {[row = body.q_row(node, axis), origin](const Sample& s) { return origin + s.state.q[row]; }};
}

Quantity momentum_quantity(const std::string& name, const Model& model, const ModelBody& body, const Words& words) {
  const Index axis = component(name, body, words, 2);
  const auto& system = model.system;
  const Index end = system.v_offset(body.number + body.count - 1) + system.body(body.number + body.count - 1).num_v();
  const Index n = end - body.v_offset;
  Vector rigid = Vector::Zero(n);
  for (Index node = 0; node < body.nodes.count; ++node) rigid[body.v_row(node, axis) - body.v_offset] = 1.0;
  auto weights = std::make_shared<Vector>(n);
  for (Index i = body.number; i < body.number + body.count; ++i) {
    const auto& part = system.body(i);
    const Index nq = part.num_q(), nv = part.num_v(), v = system.v_offset(i) - body.v_offset;
    SparseMatrix M;  // what moves a node's coordinates has the same mass in every configuration
    part.tangent(model.initial.t, model.initial.q.segment(system.q_offset(i), nq),
                 model.initial.v.segment(system.v_offset(i), nv), {}, M);
    weights->segment(v, nv) = M * rigid.segment(v, nv);
  }
  if (words[1] == "mean_velocity") *weights /= weights->dot(rigid);
  return {[weights, offset = body.v_offset](const Sample& s) {
    return weights->dot(s.state.v.segment(offset, weights->size()));
  }};
}

}  // namespace

Quantity find_body_quantity(const Model& model, const ModelBody& body, const std::string& name, const Words& words) {
  const auto word = words.size() > 1 ? words[1] : std::string();
  if (body.count == 1)
    if (auto named = named_quantity(body, 0, words, 1)) return *std::move(named);
  if (word == "nodes") return node_quantity(name, body, words);
  const auto sections = section_word(body);
  if (!sections.empty() && word == sections) return find_section_quantity(body, name, words);
  const bool has_nodes = body.nodes.count > 0, spins = body.motion == Marker::Motion::spinning,
             floats = body.motion != Marker::Motion::ground && !spins;
  const bool moves = !body.is_flexible() || floats;
  if (body.is_flexible() && moves && (word == "mean_velocity" || word == "momentum"))
    return flexible_momentum(name, model, body, words);
  if (body.is_flexible() && moves && word == "mean_position") return flexible_mean_position(name, model, body, words);
  if (has_nodes && moves && (word == "mean_velocity" || word == "momentum"))
    return momentum_quantity(name, model, body, words);
  Words known = has_nodes ? Words{"nodes"} : Words{};
  if (!sections.empty()) known.push_back(sections);
  if (has_nodes && moves) known.insert(known.end(), {"mean_velocity", "momentum"});
  if (body.is_flexible() && moves) known.emplace_back("mean_position");
  if (body.count == 1) known = with_names(std::move(known), body);
  refuse_word(name, word, known, "A body");
}

}  // namespace percuss
