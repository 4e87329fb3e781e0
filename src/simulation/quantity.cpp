// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/fault.hpp"

namespace percuss {

namespace {

using Words = std::vector<std::string>;

Words split(const std::string& text) {
  Words words(1);
  for (const char c : text) {
    if (c == '.')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

[[noreturn]] void refuse(const std::string& name, const std::string& message, const std::string& remedy) {
  throw input_error("", fmt::format("`{}`: {}", name, message), remedy);
}

[[noreturn]] void refuse_word(const std::string& name, const std::string& word, const Words& known,
                              const std::string& of_what) {
  refuse(name, word.empty() ? "the quantity is missing" : fmt::format("there is no quantity `{}`", word),
         remedy_for_unknown(word, known, of_what));
}

[[noreturn]] void refuse_rest(const std::string& name, const Words& words, std::size_t from) {
  refuse(name, fmt::format("`{}` is not expected here", words[from]),
         fmt::format("end the name after `{}`", join(std::span(words).first(from), ".")));
}

/// The second of two words, which must be one of `known`.
const std::string& last_word(const std::string& name, const Words& words, const Words& known,
                             const std::string& of_what) {
  static const std::string missing;
  const auto& word = words.size() > 1 ? words[1] : missing;
  if (std::find(known.begin(), known.end(), word) == known.end()) refuse_word(name, word, known, of_what);
  if (words.size() > 2) refuse_rest(name, words, 2);
  return word;
}

double tangential_size(const std::array<double, 3>& rows) { return std::hypot(rows[1], rows[2]); }

Quantity contact_quantity(const std::string& name, std::size_t contact, const Words& words) {
  static const Words known{"gap", "force", "friction_force", "percussion", "friction_percussion", "closed"};
  const auto& word = last_word(name, words, known, "A contact");
  if (word == "gap") return {[contact](const Sample& s) { return s.contacts[contact].gap; }};
  if (word == "force") return {[contact](const Sample& s) { return s.contacts[contact].force[0]; }};
  if (word == "friction_force")
    return {[contact](const Sample& s) { return tangential_size(s.contacts[contact].force); }};
  if (word == "percussion") return {[contact](const Sample& s) { return s.percussions[contact][0]; }};
  if (word == "friction_percussion")
    return {[contact](const Sample& s) { return tangential_size(s.percussions[contact]); }};
  return {[contact](const Sample& s) { return s.contacts[contact].closed ? 1.0 : 0.0; }};
}

Quantity energy_quantity(const std::string& name, const Words& words) {
  static const Words known{"kinetic", "potential", "total", "applied", "damping", "friction", "impact", "scheme"};
  const auto& word = last_word(name, words, known, "`energy`");
  if (word == "kinetic") return {[](const Sample& s) { return s.energy.kinetic; }, true};
  if (word == "potential") return {[](const Sample& s) { return s.energy.potential; }, true};
  if (word == "total") return {[](const Sample& s) { return s.energy.total(); }, true};
  if (word == "scheme") return {[](const Sample& s) { return s.ledger.scheme(s.energy.total()); }, true};
  if (word == "applied") return {[](const Sample& s) { return s.ledger.applied; }};
  if (word == "damping") return {[](const Sample& s) { return s.ledger.damping; }};
  if (word == "friction") return {[](const Sample& s) { return s.ledger.friction; }};
  return {[](const Sample& s) { return s.ledger.impact; }};
}

Quantity solver_quantity(const std::string& name, const Words& words) {
  static const Words known{"residual", "complementarity", "min_gap", "drift"};
  const auto& word = last_word(name, words, known, "`solver`");
  if (word == "residual") return {[](const Sample& s) { return s.certificates.residual; }};
  if (word == "complementarity") return {[](const Sample& s) { return s.certificates.complementarity; }};
  if (word == "min_gap") return {[](const Sample& s) { return s.certificates.min_gap(); }};
  return {[](const Sample& s) { return s.certificates.drift; }};
}

/// x, y, z at the end of a name; x may be left out where there is nothing else.
Index component(const std::string& name, const ModelBody& body, const Words& words, std::size_t at) {
  static const Words axes{"x", "y", "z"};
  if (words.size() > at + 1) refuse_rest(name, words, at + 1);
  if (words.size() <= at) {
    if (body.nodes.dimension == 1) return 0;
    refuse(name, "the component is missing", fmt::format("end the name with .x, .y or .z"));
  }
  const auto found = std::find(axes.begin(), axes.begin() + body.nodes.dimension, words[at]);
  if (found == axes.begin() + body.nodes.dimension)
    refuse(name, fmt::format("`{}` has no component `{}`", body.name, words[at]),
           fmt::format("components: {}", join(std::span(axes).first(static_cast<std::size_t>(body.nodes.dimension)))));
  return found - axes.begin();
}

Quantity node_quantity(const std::string& name, const ModelBody& body, const Words& words) {
  static const Words known{"displacement", "position", "velocity"};
  if (words.size() < 4)
    refuse(name, "the node or the quantity is missing", "e.g. " + body.name + ".nodes.last.velocity");
  const Index node = find_node(body.nodes, words[2]);
  if (node < 0)
    refuse(name, fmt::format("`{}` has no node {}", body.name, words[2]),
           fmt::format("its nodes are 0 to {}; `first` and `last` follow the mesh", body.nodes.count - 1));
  if (std::find(known.begin(), known.end(), words[3]) == known.end()) refuse_word(name, words[3], known, "A node");
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

Quantity body_quantity(const std::string& name, const Model& model, const ModelBody& body, const Words& words) {
  static const Words known{"nodes", "mean_velocity", "momentum"};
  const auto word = words.size() > 1 ? words[1] : std::string();
  for (std::size_t i = 0; i < body.q_names.size() && words.size() == 2; ++i)
    if (body.q_names[i] == word)
      return {[row = body.q_offset + static_cast<Index>(i)](const Sample& s) { return s.state.q[row]; }};
  for (std::size_t i = 0; i < body.v_names.size() && words.size() == 2; ++i)
    if (body.v_names[i] == word)
      return {[row = body.v_offset + static_cast<Index>(i)](const Sample& s) { return s.state.v[row]; }};
  if (word == "nodes") return node_quantity(name, body, words);
  if (word == "mean_velocity" || word == "momentum") return momentum_quantity(name, model, body, words);
  refuse_word(name, word, known, "A body");
}

}  // namespace

Quantity find_quantity(const Model& model, const std::string& name) {
  const auto words = split(name);
  if (words[0] == "energy") return energy_quantity(name, words);
  if (words[0] == "solver") return solver_quantity(name, words);
  for (Index k = 0; k < model.contacts.size(); ++k)
    if (model.contacts.name(k) == words[0]) return contact_quantity(name, static_cast<std::size_t>(k), words);
  if (const auto* body = model.find_body(words[0])) return body_quantity(name, model, *body, words);
  auto names = model.body_names();
  for (Index k = 0; k < model.contacts.size(); ++k) names.push_back(model.contacts.name(k));
  names.insert(names.end(), {"energy", "solver"});
  refuse(name, fmt::format("there is no contact or body `{}`", words[0]),
         remedy_for_unknown(words[0], names, "The first word"));
}

std::vector<std::string> standard_quantities(const Model& model) {
  Words names;
  for (Index k = 0; k < model.contacts.size(); ++k)
    for (const char* quantity : {".gap", ".force", ".percussion"}) names.push_back(model.contacts.name(k) + quantity);
  names.push_back("energy.total");
  return names;
}

}  // namespace percuss
