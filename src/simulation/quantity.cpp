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

/// Numbers of the contacts that `first` names: one, or all of a group, NAME.1, NAME.2, ...
std::vector<std::size_t> contacts_called(const ContactModel& contacts, const std::string& first) {
  std::vector<std::size_t> found;
  const auto group = first + ".";
  for (Index k = 0; k < contacts.size(); ++k)
    if (const auto& name = contacts.name(k); name == first || name.starts_with(group))
      found.push_back(static_cast<std::size_t>(k));
  return found;
}

/// The contacts' names up to the first dot, as the model file gives them: one for a group.
Words contact_names(const ContactModel& contacts) {
  Words names;
  for (Index k = 0; k < contacts.size(); ++k) {
    auto name = contacts.name(k).substr(0, contacts.name(k).find('.'));
    if (names.empty() || names.back() != name) names.push_back(std::move(name));
  }
  return names;
}

/// A number of several contacts together; of one, its own.
template <class Value>
Quantity sum_over(std::vector<std::size_t> contacts, Value&& value) {
  return {[contacts = std::move(contacts), value](const Sample& s) {
    double sum = 0.0;
    for (const auto k : contacts) sum += value(s, k);
    return sum;
  }};
}

Quantity contact_quantity(const std::string& name, std::vector<std::size_t> contacts, const Words& words) {
  static const Words known{"gap", "force", "friction_force", "percussion", "friction_percussion", "closed"};
  const auto& word = last_word(name, words, known, "A contact");
  if (word == "gap")
    return {[contacts = std::move(contacts)](const Sample& s) {
      double smallest = s.contacts[contacts.front()].gap;
      for (const auto k : contacts) smallest = std::min(smallest, s.contacts[k].gap);
      return smallest;
    }};
  if (word == "force") return sum_over(std::move(contacts), [](auto& s, auto k) { return s.contacts[k].force[0]; });
  if (word == "friction_force")
    return sum_over(std::move(contacts), [](auto& s, auto k) { return tangential_size(s.contacts[k].force); });
  if (word == "percussion") return sum_over(std::move(contacts), [](auto& s, auto k) { return s.percussions[k][0]; });
  if (word == "friction_percussion")
    return sum_over(std::move(contacts), [](auto& s, auto k) { return tangential_size(s.percussions[k]); });
  return sum_over(std::move(contacts), [](auto& s, auto k) { return s.contacts[k].closed ? 1.0 : 0.0; });
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
  last_word(name, words, {"residual"}, "`solver`");
  return {[](const Sample& s) { return s.residual; }};
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
  if (word == "nodes") return node_quantity(name, body, words);
  if (word == "mean_velocity" || word == "momentum") return momentum_quantity(name, model, body, words);
  refuse_word(name, word, known, "A body");
}

}  // namespace

Quantity find_quantity(const Model& model, const std::string& name) {
  const auto words = split(name);
  if (words[0] == "energy") return energy_quantity(name, words);
  if (words[0] == "solver") return solver_quantity(name, words);
  for (std::size_t n = words.size(); n > 0; --n) {  // names of contacts may hold dots
    const auto first = join(std::span(words).first(n), ".");
    auto contacts = contacts_called(model.contacts, first);
    if (contacts.empty()) continue;
    Words its{first};
    its.insert(its.end(), words.begin() + static_cast<std::ptrdiff_t>(n), words.end());
    return contact_quantity(name, std::move(contacts), its);
  }
  if (const auto* body = model.find_body(words[0])) return body_quantity(name, model, *body, words);
  auto names = model.body_names();
  for (auto& contact : contact_names(model.contacts)) names.push_back(std::move(contact));
  names.insert(names.end(), {"energy", "solver"});
  refuse(name, fmt::format("there is no contact or body `{}`", words[0]),
         remedy_for_unknown(words[0], names, "The first word"));
}

std::vector<std::string> standard_quantities(const Model& model) {
  Words names;
  for (const auto& contact : contact_names(model.contacts))
    for (const char* quantity : {".gap", ".force", ".percussion"}) names.push_back(contact + quantity);
  names.push_back("energy.total");
  return names;
}

}  // namespace percuss
