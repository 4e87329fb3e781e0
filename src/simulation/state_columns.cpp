// SPDX-License-Identifier: Apache-2.0
#include "simulation/state_columns.hpp"

#include <fmt/format.h>

#include <vector>

namespace percuss {

namespace {

/// The coordinates (or velocities) of one entry of the model file.
struct Part {
  const ModelBody& body;
  Index first = 0, size = 0;  // columns
  const std::vector<std::string>& names;
  const char* word;  // of a node without named coordinates
};

/// Nodes of bars and point masses have one coordinate for each axis; everything else names its coordinates.
/// Of a flexible body the frame has names, and elastic unknowns have numbers.
std::string name_of(const Part& part, Index i) {
  if (part.body.is_flexible()) {
    const auto named = static_cast<Index>(part.names.size());
    if (i < named) return part.body.name + "." + part.names[static_cast<std::size_t>(i)];
    return fmt::format("{}.elastic.{}", part.body.name, i - named);
  }
  const auto count = part.names.empty() ? part.body.nodes.dimension : static_cast<Index>(part.names.size());
  const auto prefix = part.body.count == 1 && !part.names.empty()
                          ? part.body.name
                          : fmt::format("{}.nodes.{}", part.body.name, i / count);
  if (!part.names.empty()) return prefix + "." + part.names[static_cast<std::size_t>(i % count)];
  if (count == 1) return fmt::format("{}.{}", prefix, part.word);
  return fmt::format("{}.{}.{}", prefix, part.word, "xyz"[i % count]);
}

std::string text_of(const std::vector<Part>& parts, std::size_t longest) {
  std::string all;
  for (const auto& part : parts)
    for (Index i = 0; i < part.size && all.size() <= longest; ++i) all += name_of(part, i) + "\n";
  if (all.size() <= longest) return all;
  all.clear();
  for (const auto& part : parts)
    all += fmt::format("columns {} to {}: {}\n", part.first, part.first + part.size - 1, part.body.name);
  return all.substr(0, longest);
}

}  // namespace

StateColumns state_columns(const Model& model, std::size_t longest) {
  std::vector<Part> q, v;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const auto& body = model.bodies[i];
    const bool last = i + 1 == model.bodies.size();
    const auto q_end = last ? model.system.num_q() : model.bodies[i + 1].q_offset;
    const auto v_end = last ? model.system.num_v() : model.bodies[i + 1].v_offset;
    q.push_back({body, body.q_offset, q_end - body.q_offset, body.q_names, "displacement"});
    v.push_back({body, body.v_offset, v_end - body.v_offset, body.v_names, "velocity"});
  }
  return {text_of(q, longest), text_of(v, longest)};
}

}  // namespace percuss
