// SPDX-License-Identifier: Apache-2.0
#include "io/model_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/scalars.hpp"
#include "io/text_file.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;
using Type = ValueNode::Type;

std::size_t place_in(const ValueNode& map, const std::string& key) {
  return static_cast<std::size_t>(std::find(map.keys.begin(), map.keys.end(), key) - map.keys.begin());
}

void append(ValueNode& map, const ValueNode& from, std::size_t i) {
  map.keys.push_back(from.keys[i]);
  map.key_places.push_back(from.key_places[i]);
  map.items.push_back(from.items[i]);
}

/// What `over` gives replaces what is there, maps key by key.
void lay_over(ValueNode& base, const ValueNode& over) {
  if (base.type != Type::map || over.type != Type::map) {
    base = over;
    return;
  }
  for (std::size_t i = 0; i < over.keys.size(); ++i) {
    const auto at = place_in(base, over.keys[i]);
    if (at == base.keys.size()) {
      append(base, over, i);
      continue;
    }
    auto& below = base.items[at];
    const auto& above = over.items[i];
    if (!is_chosen_by_name("simulation." + over.keys[i])) {
      lay_over(below, above);
    } else if (above.type != Type::map || above.find("name") != nullptr) {
      below = above;  // another choice has other keys
    } else {
      if (below.type == Type::scalar) below = {Type::map, "", false, {below}, {"name"}, {below.place}, below.place};
      lay_over(below, above);
    }
  }
}

class DocumentReader {
 public:
  ValueNode read(const std::string& path) {
    const auto text = read_text_file(path);
    text_ += text_.empty() ? text : fmt::format("{}--- # {}\n{}", text_.ends_with('\n') ? "" : "\n", path, text);
    auto tree = parse_yaml(text, path);
    const auto* include = tree.find("include");
    if (include == nullptr) return tree;
    const auto names = *include;
    tree.erase("include");
    open_.push_back(fs::weakly_canonical(path));
    ValueNode all{Type::map, "", false, {}, {}, {}, tree.place};
    for (const auto& name : files_of(names))
      if (const auto other = read_included(name, path); !other.keys.empty()) merge(all, other);
    open_.pop_back();
    merge(all, tree);
    return all;
  }

  std::string take_text() { return std::move(text_); }
  void throw_faults() {
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

 private:
  static std::vector<ValueNode> files_of(const ValueNode& names) {
    const auto files = names.type == Type::list ? names.items : std::vector<ValueNode>{names};
    for (const auto& file : files)
      if (file.type != Type::scalar || file.text.empty())
        throw input_error("include", file.type == Type::null ? "has no value" : excerpt(file) + " is no file",
                          "expected the path of a model file, or a list of them", file.place);
    return files;
  }

  ValueNode read_included(const ValueNode& name, const std::string& from) {
    const auto path = fs::path(from).parent_path() / name.text;
    if (std::find(open_.begin(), open_.end(), fs::weakly_canonical(path)) != open_.end())
      throw input_error("include", fmt::format("`{}` includes itself", name.text), "break the circle", name.place);
    if (!fs::exists(path))
      throw input_error("include", fmt::format("there is no file {}", path.string()),
                        "paths start from the folder of the file that includes", name.place);
    if (fs::is_directory(path))
      throw input_error("include", fmt::format("{} is a folder", path.string()), "name a model file in it", name.place);
    auto tree = read(path.string());
    if (tree.type != Type::map)
      throw input_error("", "a model is a map of sections", "expected `parameters:`, `bodies:`, ...", tree.place);
    check_version(tree);
    return tree;
  }

  /// An included file may be a model of its own.
  static void check_version(const ValueNode& tree) {
    const auto* version = tree.find("percuss");
    if (version != nullptr && (version->type != Type::scalar || version->text != "1" || version->quoted))
      throw input_error("percuss", excerpt(*version) + " is not a version of the model format that this program reads",
                        "expected 1", version->place);
  }

  void merge(ValueNode& all, const ValueNode& next) {
    all.place = next.place;
    for (std::size_t i = 0; i < next.keys.size(); ++i) {
      const auto& key = next.keys[i];
      const auto at = place_in(all, key);
      if (at == all.keys.size())
        append(all, next, i);
      else if (std::find(named_sections().begin(), named_sections().end(), key) != named_sections().end())
        unite(key, all.items[at], next.items[i]);
      else if (key == "repeat" && all.items[at].type == Type::list && next.items[i].type == Type::list)
        all.items[at].items.insert(all.items[at].items.end(), next.items[i].items.begin(), next.items[i].items.end());
      else if (key == "title" || key == "percuss")
        all.items[at] = next.items[i];
      else
        lay_over(all.items[at], next.items[i]);
    }
  }

  void unite(const std::string& section, ValueNode& base, const ValueNode& next) {
    if (base.type != Type::map || next.type != Type::map) {  // told by whoever reads the section
      if (next.type != Type::null) base = next;
      return;
    }
    for (std::size_t i = 0; i < next.keys.size(); ++i) {
      const auto at = place_in(base, next.keys[i]);
      if (at == base.keys.size()) {
        append(base, next, i);
        continue;
      }
      const auto& other = base.key_places[at];
      faults_.push_back({next.key_places[i], section + "." + next.keys[i],
                         fmt::format("is in {}:{} as well", other.file, other.line),
                         "rename one; what shall differ from an included file can be one of its `parameters`"});
    }
  }

  std::string text_;
  std::vector<fs::path> open_;  // files on the way to this one
  std::vector<Fault> faults_;
};

}  // namespace

const std::vector<std::string>& named_sections() {
  static const std::vector<std::string> names{"bodies", "contacts", "joints", "loads"};
  return names;
}

bool is_chosen_by_name(std::string_view path) {
  return path == "simulation.scheme" || path == "simulation.linear_solver" || path == "simulation.contact_solver" ||
         path == "simulation.control";
}

ModelDocument read_document(const std::string& path) {
  DocumentReader reader;
  ModelDocument document;
  document.tree = reader.read(path);
  reader.throw_faults();
  document.text = reader.take_text();
  return document;
}

}  // namespace percuss
