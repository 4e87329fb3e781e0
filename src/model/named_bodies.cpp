// SPDX-License-Identifier: Apache-2.0
#include "model/named_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace percuss {

namespace {

/// What is wrong with a name; empty: nothing.
std::string problem_of(const std::string& name, const ModelBody* body, const BodyKind& kind) {
  if (name.empty()) return "a name is missing beside a comma";
  if (body == nullptr) return fmt::format("there is no body `{}`", name);
  if (!kind.holds(*body)) return fmt::format("`{}` of type {} is not {}", name, body->type, kind.article);
  return "";
}

}  // namespace

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names(1);
  for (const char c : text) {
    if (c == ',')
      names.emplace_back();
    else if (c != ' ')
      names.back() += c;
  }
  return names;
}

std::vector<std::string> names_of(const Model& model, const BodyKind& kind) {
  std::vector<std::string> names;
  for (const auto& body : model.bodies)
    if (kind.holds(body)) names.push_back(body.name);
  return names;
}

std::vector<const ModelBody*> find_bodies(const Model& model, const BodyKind& kind, const char* key,
                                          const std::vector<std::string>& names, std::vector<std::string>& seen,
                                          std::vector<Fault>& faults) {
  std::vector<const ModelBody*> bodies;
  for (const auto& name : names) {
    const auto* const body = model.find_body(name);
    if (auto problem = problem_of(name, body, kind); !problem.empty())
      faults.push_back({{},
                        key,
                        std::move(problem),
                        name.empty() ? "leave out the comma, or name a body"
                                     : remedy_for_unknown(name, names_of(model, kind), fmt::format("`{}`", key))});
    else if (std::find(seen.begin(), seen.end(), name) != seen.end())
      faults.push_back({{}, key, fmt::format("`{}` is named twice", name), "name it once"});
    else
      bodies.push_back(body);
    if (!name.empty()) seen.push_back(name);
  }
  return bodies;
}

}  // namespace percuss
