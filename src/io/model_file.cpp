// SPDX-License-Identifier: Apache-2.0
#include "io/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "io/overrides.hpp"
#include "io/scalars.hpp"
#include "io/section_reader.hpp"
#include "io/text_file.hpp"
#include "model/model_registry.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

namespace {

using Type = ValueNode::Type;

/// Reads one document; each function below reads one section and adds what is wrong to `faults`.
class Reader {
 public:
  Reader(const ValueNode& root, ModelFile& file) : root_(root), file_(file) {}

  void read() {
    check_top_level();
    if (const auto* simulation = section("simulation", Type::map, true)) read_simulation(*simulation);
    if (const auto* bodies = section("bodies", Type::map, true)) read_bodies(*bodies);
    // Contacts and loads refer to bodies: with a faulty body they would only repeat its fault.
    const bool bodies_stand = faults_.empty() || bodies_ok_;
    if (const auto* contacts = section("contacts", Type::map, false)) read_contacts(*contacts, bodies_stand);
    if (const auto* loads = section("loads", Type::map, false)) read_loads(*loads, bodies_stand);
    if (const auto* outputs = section("outputs", Type::map, false)) read_outputs(*outputs);
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

 private:
  void fault(const Place& place, std::string key, std::string message, std::string remedy) {
    faults_.push_back({place, std::move(key), std::move(message), std::move(remedy)});
  }

  void check_top_level() {
    if (root_.type != Type::map) {
      fault(root_.place, "", "a model is a map of sections",
            "start with `percuss: 1`, then `simulation:`, `bodies:`, ...");
      throw InputError(std::move(faults_));
    }
    for (std::size_t i = 0; i < root_.keys.size(); ++i) {
      if (std::find(sections.begin(), sections.end(), root_.keys[i]) != sections.end()) continue;
      fault(root_.key_places[i], root_.keys[i], "unknown key", remedy_for_unknown(root_.keys[i], sections, "A model"));
      misspelt_.push_back(nearest_name(root_.keys[i], sections));
    }
    const auto* version = root_.find("percuss");
    if (version == nullptr)
      complain_missing("percuss", "missing key `percuss`",
                       "begin the file with `percuss: 1`, the version of the format");
    else if (version->type != Type::scalar || version->text != "1" || version->quoted)
      fault(version->place, "percuss",
            excerpt(*version) + " is not a version of the model format that this program reads", "expected 1");
    const auto* title = root_.find("title");
    if (title != nullptr && title->type != Type::scalar)
      fault(title->place, "title", excerpt(*title) + " is not a text", "expected a text");
  }

  /// Unless the section is there under a misspelt name, which has been told.
  void complain_missing(const std::string& name, std::string message, std::string remedy) {
    if (std::find(misspelt_.begin(), misspelt_.end(), name) == misspelt_.end())
      fault(root_.place, name, std::move(message), std::move(remedy));
  }

  const ValueNode* section(const std::string& name, Type type, bool required) {
    const auto* node = root_.find(name);
    const bool of_named_things = name != "simulation" && name != "outputs";
    if (node == nullptr) {
      if (required)
        complain_missing(name, fmt::format("missing section `{}`", name),
                         of_named_things ? "expected at least one body: `bodies: {NAME: {type: ...}}`"
                                         : "expected `simulation:` with scheme, step and end_time below it");
      return nullptr;
    }
    if (node->type == type) return node;
    fault(node->place, name,
          node->type == Type::null ? "has no value" : excerpt(*node) + " is not a map of keys and values",
          of_named_things ? fmt::format("expected {} by name, each `NAME: {{type: ...}}`", name)
                          : "expected the keys of the section, indented below it");
    return nullptr;
  }

  template <class Options>
  Options read_options(const ValueNode& map, const std::string& path, std::string_view what,
                       const ParameterTable<Options>& table, const std::vector<std::string>& also = {}) {
    const auto infos = table.infos();
    return table.make(read_section(map, path, what, infos, also, faults_).values);
  }

  void read_simulation(const ValueNode& map) {
    const std::string path = "simulation";
    auto& settings = file_.simulation;
    settings = read_options(map, path, "`simulation`", SimulationSettings::parameters(),
                            {"scheme", "contact_solver", "certificates"});
    if (const auto* solver = map.find("contact_solver"))
      settings.solvers.contact = read_options(named(*solver), path + ".contact_solver", "`contact_solver`",
                                              ContactSolverOptions::parameters());
    if (const auto* limits = map.find("certificates"))
      settings.limits =
          read_options(*limits, path + ".certificates", "`certificates`", CertificateLimits::parameters());
    if (const auto* scheme = map.find("scheme"))
      read_scheme(named(*scheme));
    else
      fault(map.place, path + ".scheme", "missing key `scheme`", "expected {name: ...}, one of " + scheme_names());
    if (map.find("end_time") != nullptr && !(settings.end_time > settings.start_time))
      fault(place_of(map, "end_time"), path + ".end_time",
            fmt::format("{} does not exceed start_time, {}", settings.end_time, settings.start_time),
            "expected a time after the start of the run [s]");
  }

  /// `scheme: NAME` is short for `scheme: {name: NAME}`.
  static ValueNode named(const ValueNode& node) {
    if (node.type != Type::scalar) return node;
    ValueNode map;
    map.type = Type::map;
    map.keys = {"name"};
    map.key_places = {node.place};
    map.items = {node};
    map.place = node.place;
    return map;
  }

  static std::string scheme_names() {
    std::vector<std::string> names;
    for (const auto& type : scheme_types()) names.push_back(type.name);
    return join(names);
  }

  void read_scheme(const ValueNode& map) {
    const std::string path = "simulation.scheme";
    const auto* type = pick_type(map, path, "name", "a scheme", scheme_types());
    if (type == nullptr) return;
    file_.simulation.scheme = type->name;
    file_.simulation.scheme_options =
        read_section(map, path, fmt::format("Scheme {}", type->name), type->parameters, name_key, faults_).values;
  }

  /// The registry entry that the key `key` of `map` names; faults when there is none.
  template <class Entry>
  const Entry* pick_type(const ValueNode& map, const std::string& path, const std::string& key, std::string_view what,
                         const std::vector<Entry>& types) {
    std::vector<std::string> names;
    for (const auto& type : types) names.push_back(type.name);
    if (map.type != Type::map) {
      fault(map.place, path, "this is not a map of keys",
            fmt::format("expected {{{}: ...}}, one of {}", key, join(names)));
      return nullptr;
    }
    const auto* node = map.find(key);
    if (node == nullptr) {
      fault(map.place, path, fmt::format("missing key `{}`", key),
            name_meant_by_set(map, path) + "expected one of " + join(names));
      return nullptr;
    }
    for (const auto& type : types)
      if (node->type == Type::scalar && type.name == node->text) return &type;
    const auto text = node->type == Type::scalar ? node->text : std::string();
    fault(node->place, path + "." + key, fmt::format("`{}` is not {}", text, what),
          remedy_for_unknown(text, names, fmt::format("`{}`", key)));
    return nullptr;
  }

  /// `--set` makes what it does not find: a misspelt name becomes a new body. Says which was meant, "" when none.
  std::string name_meant_by_set(const ValueNode& map, const std::string& path) const {
    const auto dot = path.find('.');
    if (!map.place.file.starts_with("--set ") || dot == std::string::npos) return "";
    auto others = root_.find(path.substr(0, dot))->keys;
    std::erase(others, path.substr(dot + 1));
    const auto near = nearest_name(path.substr(dot + 1), others);
    return near.empty() ? "" : fmt::format("did you mean `{}.{}`?  A new one is ", path.substr(0, dot), near);
  }

  /// Runs `make`, which throws InputError with keys relative to `map`, and gives its faults their places.
  template <class Make>
  void build(const ValueNode& map, const std::string& path, Make&& make) {
    try {
      make();
    } catch (const InputError& error) {
      for (const auto& f : error.faults())
        fault(place_of(map, f.key), f.key.empty() ? path : path + "." + f.key, f.message, f.remedy);
    } catch (const std::invalid_argument& error) {  // values that are sound one by one but overflow together
      fault(map.place, path, error.what(), "check the orders of magnitude of its values");
    }
  }

  bool name_is_sound(const ValueNode& map, std::size_t i, const std::string& path) {
    const auto& name = map.keys[i];
    const bool sound = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '-';
    });
    const bool taken = name == "energy" || name == "solver" || name == "t" ||
                       (path == "contacts" && file_.model->find_body(name) != nullptr);
    if (sound && !taken) return true;
    fault(map.key_places[i], path + "." + name,
          sound ? fmt::format("the name `{}` is taken", name) : fmt::format("`{}` cannot be a name", name),
          sound ? "choose another: bodies and contacts share their names with the outputs `energy`, `solver` and `t`"
                : "use letters, digits, _ and -");
    return false;
  }

  void read_bodies(const ValueNode& bodies) {
    const auto before = faults_.size();
    for (std::size_t i = 0; i < bodies.keys.size(); ++i) {
      const auto& map = bodies.items[i];
      const auto path = "bodies." + bodies.keys[i];
      const bool named_well = name_is_sound(bodies, i, "bodies");
      const auto* type = pick_type(map, path, "type", "a type of body", body_types());
      if (type == nullptr) continue;
      const auto read =
          read_section(map, path, fmt::format("A body of type {}", type->name), type->parameters, type_key, faults_);
      if (read.ok && named_well)
        build(map, path, [&] { file_.model->add_body(bodies.keys[i], type->name, type->make(read.values)); });
    }
    if (bodies.keys.empty()) fault(bodies.place, "bodies", "there is no body", "a model needs at least one");
    bodies_ok_ = faults_.size() == before;
  }

  void read_contacts(const ValueNode& contacts, bool may_build) {
    for (std::size_t i = 0; i < contacts.keys.size(); ++i) {
      const auto& map = contacts.items[i];
      const auto path = "contacts." + contacts.keys[i];
      const bool named_well = name_is_sound(contacts, i, "contacts");
      const auto* type = pick_type(map, path, "type", "a type of contact", contact_types());
      if (type == nullptr) continue;
      const auto read =
          read_section(map, path, fmt::format("A contact of type {}", type->name), type->parameters, type_key, faults_);
      if (read.ok && may_build && named_well)
        build(map, path, [&] { type->make(*file_.model, contacts.keys[i], read.values); });
    }
  }

  void read_loads(const ValueNode& loads, bool may_build) {
    for (std::size_t i = 0; i < loads.keys.size(); ++i) {
      const auto& map = loads.items[i];
      const auto path = "loads." + loads.keys[i];
      const auto* type = pick_type(map, path, "type", "a type of load", load_types());
      if (type == nullptr) continue;
      const auto read =
          read_section(map, path, fmt::format("A load of type {}", type->name), type->parameters, type_key, faults_);
      if (read.ok && may_build) build(map, path, [&] { type->make(*file_.model, read.values); });
    }
  }

  void read_outputs(const ValueNode& map) {
    file_.outputs = read_options(map, "outputs", "`outputs`", OutputSettings::parameters(), {"history"});
    const auto* history = map.find("history");
    if (history == nullptr) return;
    if (history->type != Type::list) {
      fault(history->place, "outputs.history", "this is not a list",
            "expected a list of quantities, e.g. [wall.force, bar.nodes.last.velocity]");
      return;
    }
    for (std::size_t i = 0; i < history->items.size(); ++i)
      read_column(history->items[i], fmt::format("outputs.history.{}", i));
    const auto& columns = file_.outputs.history;
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (columns[i].name == columns[j].name)
          fault(columns[i].place, fmt::format("outputs.history.{}", i),
                fmt::format("the column `{}` is there twice", columns[i].name),
                "give one of them another name: {name: ..., quantity: ...}");
  }

  /// `QUANTITY`, or {name: HEADING, quantity: QUANTITY}.
  void read_column(const ValueNode& node, const std::string& path) {
    if (node.type == Type::scalar) {
      file_.outputs.history.push_back({node.text, node.text, node.place});
      return;
    }
    static const auto table = [] {
      ParameterTable<OutputColumn> t;
      t.text(
           "name", [](auto& o) -> auto& { return o.name; }, "heading of the column")
          .required();
      t.text(
           "quantity", [](auto& o) -> auto& { return o.quantity; }, "what it shows")
          .required();
      return t;
    }();
    auto column = read_options(node, path, "A column of the history", table);
    column.place = node.place;
    file_.outputs.history.push_back(std::move(column));
  }

  inline static const std::vector<std::string> name_key{"name"}, type_key{"type"};
  inline static const std::vector<std::string> sections{"percuss",  "title", "simulation", "bodies",
                                                        "contacts", "loads", "outputs"};
  const ValueNode& root_;
  ModelFile& file_;
  std::vector<Fault> faults_;
  std::vector<std::string> misspelt_;  // sections that an unknown key was probably meant to be
  bool bodies_ok_ = false;
};

}  // namespace

Place ModelFile::place(std::string_view key) const { return place_of(tree, key); }

ModelFile read_model(const std::string& path, std::span<const std::string> overrides) {
  ModelFile file;
  file.path = path;
  file.text = read_text_file(path);
  file.overrides.assign(overrides.begin(), overrides.end());
  file.tree = parse_yaml(file.text, path);
  for (const auto& assignment : overrides) apply_override(file.tree, assignment);
  file.model = std::make_unique<Model>();
  Reader(file.tree, file).read();
  file.model->initial.t = file.simulation.start_time;
  return file;
}

}  // namespace percuss
