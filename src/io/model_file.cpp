// SPDX-License-Identifier: Apache-2.0
#include "io/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "io/expansion.hpp"
#include "io/model_document.hpp"
#include "io/overrides.hpp"
#include "io/repetition.hpp"
#include "io/scalars.hpp"
#include "io/section_reader.hpp"
#include "io/settings_reader.hpp"
#include "io/type_reader.hpp"
#include "model/model_registry.hpp"

namespace percuss {

namespace {

using Type = ValueNode::Type;

/// Reads one document; each function below reads one section and adds what is wrong to `faults`.
class Reader {
 public:
  Reader(const ValueNode& root, ModelFile& file) : root_(root), file_(file) {}

  void read() {
    check_top_level();
    if (const auto* simulation = section("simulation", Type::map, true))
      file_.simulation = read_simulation(*simulation, faults_);
    file_.model->initial.t = file_.simulation.start_time;
    if (const auto* bodies = section("bodies", Type::map, true)) read_bodies(*bodies);
    // Contacts, joints and loads refer to bodies: with a faulty body they would only repeat its fault.
    const bool bodies_stand = faults_.empty() || bodies_ok_;
    if (const auto* contacts = section("contacts", Type::map, false))
      read_contacts(*contacts, "contacts", "contact", contact_types(), bodies_stand);
    if (const auto* joints = section("joints", Type::map, false))
      read_contacts(*joints, "joints", "joint", joint_types(), bodies_stand);
    if (const auto* loads = section("loads", Type::map, false)) read_loads(*loads, bodies_stand);
    if (const auto* outputs = section("outputs", Type::map, false)) file_.outputs = read_outputs(*outputs, faults_);
    if (!faults_.empty()) throw InputError(each_once(std::move(faults_)));
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
    const auto* contacts = root_.find("contacts");
    const bool taken = name == "energy" || name == "solver" || name == "t" || (path == "bodies" && name == "ground") ||
                       (path != "bodies" && file_.model->find_body(name) != nullptr) ||
                       (path == "joints" && contacts != nullptr && contacts->find(name) != nullptr);
    if (sound && !taken) return true;
    fault(
        map.key_places[i], path + "." + name,
        sound ? fmt::format("the name `{}` is taken", name) : fmt::format("`{}` cannot be a name", name),
        sound
            ? "choose another: bodies, contacts and joints need different names, and `ground`, `energy`, `solver` and "
              "`t` are reserved"
            : "use letters, digits, _ and -");
    return false;
  }

  void read_bodies(const ValueNode& bodies) {
    const auto before = faults_.size();
    for (std::size_t i = 0; i < bodies.keys.size(); ++i) {
      const auto& map = bodies.items[i];
      const auto path = "bodies." + bodies.keys[i];
      const bool named_well = name_is_sound(bodies, i, "bodies");
      const auto* type =
          pick_type(map, path, "type", "a type of body", body_types(), faults_, name_meant_by_set(map, path));
      if (type == nullptr) continue;
      const auto read =
          read_section(map, path, fmt::format("A body of type {}", type->name), type->parameters, type_key, faults_);
      if (read.ok && named_well)
        build(map, path, [&] { file_.model->add_body(bodies.keys[i], type->name, type->make(read.values)); });
    }
    if (bodies.keys.empty()) fault(bodies.place, "bodies", "there is no body", "a model needs at least one");
    bodies_ok_ = faults_.size() == before;
  }

  /// Contacts, or joints: `kind` is the word for one of the section.
  void read_contacts(const ValueNode& contacts, const std::string& section_name, const char* kind,
                     const std::vector<ContactType>& types, bool may_build) {
    for (std::size_t i = 0; i < contacts.keys.size(); ++i) {
      const auto& map = contacts.items[i];
      const auto path = section_name + "." + contacts.keys[i];
      const bool named_well = name_is_sound(contacts, i, section_name);
      const auto* type =
          pick_type(map, path, "type", fmt::format("a type of {}", kind), types, faults_, name_meant_by_set(map, path));
      if (type == nullptr) continue;
      const auto read = read_section(map, path, fmt::format("A {} of type {}", kind, type->name), type->parameters,
                                     type_key, faults_);
      if (read.ok && may_build && named_well)
        build(map, path, [&] { type->make(*file_.model, contacts.keys[i], read.values); });
    }
  }

  void read_loads(const ValueNode& loads, bool may_build) {
    for (std::size_t i = 0; i < loads.keys.size(); ++i) {
      const auto& map = loads.items[i];
      const auto path = "loads." + loads.keys[i];
      const auto* type =
          pick_type(map, path, "type", "a type of load", load_types(), faults_, name_meant_by_set(map, path));
      if (type == nullptr) continue;
      const auto read =
          read_section(map, path, fmt::format("A load of type {}", type->name), type->parameters, type_key, faults_);
      if (read.ok && may_build) build(map, path, [&] { type->make(*file_.model, loads.keys[i], read.values); });
    }
  }

  inline static const std::vector<std::string> type_key{"type"};
  inline static const std::vector<std::string> sections{"percuss",    "title",  "include",  "parameters",
                                                        "simulation", "bodies", "contacts", "joints",
                                                        "loads",      "repeat", "outputs"};
  const ValueNode& root_;
  ModelFile& file_;
  std::vector<Fault> faults_;
  std::vector<std::string> misspelt_;  // sections that an unknown key was probably meant to be
  bool bodies_ok_ = false;
};

void leave_modes_out(ValueNode& tree) {
  auto* bodies = tree.find("bodies");
  if (bodies == nullptr) return;
  for (auto& body : bodies->items)
    if (body.find("modes") != nullptr) body.erase("modes");
}

/// `--set` gives parameters that are there other values, before the model is expanded; the rest comes after.
void expand_with(ValueNode& tree, std::span<const std::string> overrides) {
  const auto is_early = [](const std::string& assignment) {
    const auto section = section_of_override(assignment);
    return section == "parameters" || section == "repeat";
  };
  const auto* parameters = tree.find("parameters");
  const auto known = parameters != nullptr ? parameters->keys : std::vector<std::string>{};
  for (const auto& assignment : overrides) {
    if (section_of_override(assignment) == "include")
      throw input_error("include", "files are included by the model file alone", "write another model file",
                        {"--set " + assignment, 0, 0});
    if (is_early(assignment)) apply_override(tree, assignment);
  }
  parameters = tree.find("parameters");
  for (std::size_t i = known.size(); parameters != nullptr && i < parameters->keys.size(); ++i)
    throw input_error("parameters." + parameters->keys[i], "there is no such parameter",
                      remedy_for_unknown(parameters->keys[i], known, "The model"), parameters->key_places[i]);
  Expansion expansion(tree);
  for (const auto& assignment : overrides)
    if (!is_early(assignment))
      apply_override(tree, assignment, [&](ValueNode& value, const std::string& key) { expansion.expand(value, key); });
}

}  // namespace

Place ModelFile::place(std::string_view key) const { return place_of(tree, key); }

ModelFile read_model(const std::string& path, std::span<const std::string> overrides) {
  ModelFile file;
  file.path = path;
  auto document = read_document(path);
  file.text = std::move(document.text);
  file.overrides.assign(overrides.begin(), overrides.end());
  file.tree = std::move(document.tree);
  expand_with(file.tree, overrides);
  file.model = std::make_unique<Model>();
  Reader(file.tree, file).read();
  return file;
}

ModelFile rebuild(const ModelFile& file, const BuildOptions& build) {
  ModelFile other;
  other.path = file.path;
  other.text = file.text;
  other.overrides = file.overrides;
  other.tree = file.tree;
  if (build.whole_bodies) leave_modes_out(other.tree);
  other.model = std::make_unique<Model>();
  other.model->implicit_springs = build.implicit_springs;
  Reader(other.tree, other).read();
  return other;
}

}  // namespace percuss
