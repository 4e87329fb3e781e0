// SPDX-License-Identifier: Apache-2.0
#include "io/settings_reader.hpp"

#include <fmt/format.h>

#include "io/scalars.hpp"
#include "io/section_reader.hpp"
#include "io/type_reader.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

namespace {

template <class Options>
Options read_options(const ValueNode& map, const std::string& path, std::string_view what,
                     const ParameterTable<Options>& table, std::vector<Fault>& faults,
                     const std::vector<std::string>& also = {}) {
  const auto infos = table.infos();
  return table.make(read_section(map, path, what, infos, also, faults).values);
}

/// `scheme: NAME` is short for `scheme: {name: NAME}`.
ValueNode named(const ValueNode& node) {
  if (node.type != ValueNode::Type::scalar) return node;
  ValueNode map;
  map.type = ValueNode::Type::map;
  map.keys = {"name"};
  map.key_places = {node.place};
  map.items = {node};
  map.place = node.place;
  return map;
}

std::string scheme_names() {
  std::vector<std::string> names;
  for (const auto& type : scheme_types()) names.push_back(type.name);
  return join(names);
}

void read_scheme(const ValueNode& map, SimulationSettings& settings, std::vector<Fault>& faults) {
  static const std::vector<std::string> name_key{"name"};
  const std::string path = "simulation.scheme";
  const auto* type = pick_type(map, path, "name", "a scheme", scheme_types(), faults);
  if (type == nullptr) return;
  settings.scheme = type->name;
  settings.scheme_options =
      read_section(map, path, fmt::format("Scheme {}", type->name), type->parameters, name_key, faults).values;
}

/// A solver that is chosen by name, with options that it may not read.
template <class Options>
Options read_solver(const ValueNode& map, const std::string& key, std::vector<Fault>& faults) {
  const std::string path = "simulation." + key;
  const auto before = faults.size();
  const auto options = read_options(map, path, fmt::format("`{}`", key), Options::parameters(), faults);
  if (faults.size() > before) return options;
  for (auto fault : options.validate()) {  // every key is right by itself; together they may not be
    fault.place = place_of(map, fault.key);
    fault.key = path + "." + fault.key;
    faults.push_back(std::move(fault));
  }
  return options;
}

/// `QUANTITY`, or {name: HEADING, quantity: QUANTITY, over: max}.
OutputColumn read_column(const ValueNode& node, const std::string& path, std::vector<Fault>& faults) {
  if (node.type == ValueNode::Type::scalar) return column_of(node.text, node.place);
  static const auto table = [] {
    ParameterTable<OutputColumn> t;
    t.text(
         "name", [](auto& o) -> auto& { return o.name; }, "heading of the column")
        .required();
    t.text(
         "quantity", [](auto& o) -> auto& { return o.quantity; }, "what it shows")
        .required();
    t.choice(
        "over", [](auto& o) -> auto& { return o.over; }, words_of_over(),
        "end: at the time of the row; the rest: over the time since the row before");
    return t;
  }();
  auto column = read_options(node, path, "A column of the history", table, faults);
  column.place = node.place;
  return column;
}

/// Keys of another control than the one that is named would do nothing.
StepControlOptions read_control(const ValueNode& map, const std::string& path, std::vector<Fault>& faults) {
  const auto& table = StepControlOptions::parameters();
  const auto options = read_options(map, path, "`control`", table, faults);
  const auto keys = StepControlOptions::keys_of(options.name);
  for (const auto& info : table.infos()) {
    if (info.name == "name" || map.find(info.name) == nullptr) continue;
    if (std::find(keys.begin(), keys.end(), info.name) != keys.end()) continue;
    const auto* name = map.find("name");
    faults.push_back(
        {place_of(map, info.name), path + "." + info.name,
         fmt::format("control `{}` has no use for `{}`", name != nullptr ? name->text : "fixed", info.name),
         keys.empty() ? std::string("name the control that has") : "its keys are " + join(keys)});
  }
  if (options.order == StepControlOptions::Order::fixed)
    for (const char* key : {"tolerance_absolute", "tolerance_relative"})
      if (map.find(key) != nullptr)
        faults.push_back({place_of(map, key), path + "." + key, fmt::format("`order: fixed` has no use for `{}`", key),
                          "leave it out, or choose `order: adaptive`"});
  return options;
}

/// Words of a list, each once.
std::vector<std::string> read_words(const ValueNode& list, const std::string& path, std::vector<Fault>& faults) {
  std::vector<std::string> words;
  if (list.type != ValueNode::Type::list)
    faults.push_back({list.place, path, "this is not a list", "expected a list, e.g. [displacement, velocity]"});
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const auto& word = list.items[i].text;
    if (std::find(words.begin(), words.end(), word) != words.end())
      faults.push_back({list.items[i].place, fmt::format("{}.{}", path, i), fmt::format("`{}` stands twice", word),
                        "name each once"});
    words.push_back(word);
  }
  return words;
}

GeometrySettings read_geometry(const ValueNode& map, std::vector<Fault>& faults) {
  const std::string path = "outputs.geometry";
  auto settings = read_options(map, path, "`geometry`", GeometrySettings::parameters(), faults, {"fields"});
  if (const auto* fields = map.find("fields")) settings.fields = read_words(*fields, path + ".fields", faults);
  return settings;
}

}  // namespace

SimulationSettings read_simulation(const ValueNode& map, std::vector<Fault>& faults) {
  const std::string path = "simulation";
  auto settings = read_options(map, path, "`simulation`", SimulationSettings::parameters(), faults,
                               {"scheme", "linear_solver", "contact_solver", "certificates", "control"});
  if (const auto* solver = map.find("linear_solver"))
    settings.solvers.linear = read_solver<LinearSolverOptions>(named(*solver), "linear_solver", faults);
  if (const auto* solver = map.find("contact_solver"))
    settings.solvers.contact = read_solver<ContactSolverOptions>(named(*solver), "contact_solver", faults);
  if (const auto* limits = map.find("certificates"))
    settings.limits =
        read_options(*limits, path + ".certificates", "`certificates`", CertificateLimits::parameters(), faults);
  if (const auto* control = map.find("control"))
    settings.control = read_control(named(*control), path + ".control", faults);
  if (const auto* scheme = map.find("scheme"))
    read_scheme(named(*scheme), settings, faults);
  else
    faults.push_back(
        {map.place, path + ".scheme", "missing key `scheme`", "expected {name: ...}, one of " + scheme_names()});
  const auto* end_time = map.find("end_time");
  const bool is_number = end_time != nullptr && read_number(*end_time).value.has_value();  // else it has its fault
  if (is_number && !(settings.end_time > settings.start_time))
    faults.push_back({place_of(map, "end_time"), path + ".end_time",
                      fmt::format("{} does not exceed start_time, {}", settings.end_time, settings.start_time),
                      "expected a time after the start of the run [s]"});
  return settings;
}

OutputSettings read_outputs(const ValueNode& map, std::vector<Fault>& faults) {
  auto settings =
      read_options(map, "outputs", "`outputs`", OutputSettings::parameters(), faults, {"history", "geometry"});
  if (const auto* geometry = map.find("geometry")) settings.geometry = read_geometry(*geometry, faults);
  const auto* history = map.find("history");
  if (history == nullptr) return settings;
  if (history->type != ValueNode::Type::list) {
    faults.push_back({history->place, "outputs.history", "this is not a list",
                      "expected a list of quantities, e.g. [wall.force, bar.nodes.last.velocity]"});
    return settings;
  }
  for (std::size_t i = 0; i < history->items.size(); ++i)
    settings.history.push_back(read_column(history->items[i], fmt::format("outputs.history.{}", i), faults));
  for (std::size_t i = 0; i < settings.history.size(); ++i) settings.history[i].entry = i;
  const auto& columns = settings.history;
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (columns[i].name == columns[j].name)
        faults.push_back({columns[i].place, fmt::format("outputs.history.{}", i),
                          fmt::format("the column `{}` is named twice", columns[i].name),
                          "give one of them another name: {name: ..., quantity: ...}"});
  return settings;
}

}  // namespace percuss
