// SPDX-License-Identifier: Apache-2.0
#include "io/expander.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace percuss {

namespace {

using Type = ValueNode::Type;

constexpr std::size_t most_told = 20;

}  // namespace

void Expander::fault(const Place& place, const std::string& key, std::string message, std::string remedy) {
  if (!told_.insert({place.file, place.line, place.column, message}).second) return;
  faults_.push_back({place, key, std::move(message), std::move(remedy)});
  if (faults_.size() == most_told) throw_faults();
}

void Expander::throw_faults() {
  if (faults_.empty()) return;
  auto faults = std::move(faults_);
  faults_.clear();
  throw InputError(std::move(faults));
}

bool Expander::attempt(const Place& place, const std::string& path, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const ExpressionError& error) {
    fault(place, path, error.what(), error.remedy);
    return false;
  }
}

const TemplateText& Expander::template_of(const std::string& text) {
  const auto found = templates_.find(text);
  return found != templates_.end() ? found->second : templates_.emplace(text, TemplateText(text)).first->second;
}

void Expander::count(const ValueNode& node, const std::string& path) {
  if (++values_ > most_expanded_values) {
    fault(node.place, path, fmt::format("the model has more than {} values here", most_expanded_values),
          "repeat less, or use a body of many: `discs`, `bar`, `beam`");
    throw_faults();
  }
  for (const auto& item : node.items) count(item, path);
}

void Expander::expand(ValueNode& node, const ParameterScope& scope, std::string path) {
  expand_node(node, scope, path);
}

void Expander::expand_node(ValueNode& node, const ParameterScope& scope, std::string& path) {
  if (node.type == Type::scalar && TemplateText::is_one(node.text)) {
    attempt(node.place, path, [&] { node = template_of(node.text).value(scope, node.place, node.quoted); });
    if (node.type == Type::list) count(node, path);
    return;
  }
  const auto length = path.size();
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    path += '.';
    path += node.type == Type::map ? node.keys[i] : std::to_string(i);
    expand_node(node.items[i], scope, path);
    path.resize(length);
  }
}

std::string Expander::expanded(const std::string& text, const Place& place, const ParameterScope& scope,
                               const std::string& path) {
  if (!TemplateText::is_one(text)) return text;
  std::string result;
  attempt(place, path, [&] { result = template_of(text).text(scope); });
  return result;
}

void Expander::check_name(const std::string& name, const Place& place, const ParameterScope& around,
                          const std::string& path) {
  if (!Expression::is_free_name(name))
    fault(place, path, fmt::format("`{}` cannot be the name of a parameter", name),
          "use letters, digits and _, no digit first, and no name of a function: " +
              join(Expression::names_of_functions()) + ", pi");
  else if (around.find(name) != nullptr)
    fault(place, path, fmt::format("`{}` is a parameter already", name), "choose another name");
}

std::vector<std::string> Expander::names_in(const ValueNode& node, const std::string& path) {
  std::vector<std::string> names;
  if (node.type == Type::scalar && TemplateText::is_one(node.text))
    attempt(node.place, path, [&] { names = template_of(node.text).names(); });
  for (const auto& item : node.items) {
    const auto more = names_in(item, path);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

std::vector<std::size_t> Expander::order_of(const ValueNode& parameters, const ParameterScope& around,
                                            const std::string& path) {
  std::vector<std::size_t> order;
  std::vector<std::size_t> open;  // on the way from one to what it needs
  std::vector<bool> done(parameters.keys.size(), false);
  const std::function<void(std::size_t)> visit = [&](std::size_t i) {
    if (done[i]) return;
    const auto key = path + "." + parameters.keys[i];
    if (const auto at = std::find(open.begin(), open.end(), i); at != open.end()) {
      std::string way;
      for (auto j = at; j != open.end(); ++j) way += parameters.keys[*j] + " -> ";
      fault(parameters.items[i].place, key, "needs itself: " + way + parameters.keys[i], "break the circle");
      done[i] = true;
      return;
    }
    open.push_back(i);
    for (const auto& name : names_in(parameters.items[i], key)) {
      const auto needed = std::find(parameters.keys.begin(), parameters.keys.end(), name);
      if (needed != parameters.keys.end()) visit(static_cast<std::size_t>(needed - parameters.keys.begin()));
    }
    open.pop_back();
    if (!done[i]) order.push_back(i);
    done[i] = true;
  };
  for (std::size_t i = 0; i < parameters.keys.size(); ++i) {
    check_name(parameters.keys[i], parameters.key_places[i], around, path + "." + parameters.keys[i]);
    if (parameters.items[i].type == Type::null || parameters.items[i].type == Type::map)
      fault(parameters.items[i].place, path + "." + parameters.keys[i],
            parameters.items[i].type == Type::null ? "has no value" : "is a map",
            "expected a number, a text or a list");
    visit(i);
  }
  return order;
}

void Expander::evaluate(const ValueNode& parameters, const std::vector<std::size_t>& order, ParameterScope& scope,
                        const std::string& path) {
  const auto values = values_;  // those of parameters are no part of the model
  for (const auto i : order) {
    auto value = parameters.items[i];
    const auto before = faults_.size();
    expand(value, scope, path + "." + parameters.keys[i]);
    if (faults_.size() > before) throw_faults();  // those that need it would only repeat its fault
    scope.set(parameters.keys[i], std::move(value));
  }
  values_ = values;
}

}  // namespace percuss
