// SPDX-License-Identifier: Apache-2.0
#include "model/disc_contacts.hpp"

#include <fmt/format.h>

#include "contact/disc_group.hpp"
#include "contact/disc_plane.hpp"
#include "model/law_keys.hpp"
#include "model/named_bodies.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

template <class Options>
void add_law(ParameterTable<Options>& t) {
  declare_law(
      t, [](auto& o) -> auto& { return o.law; });
}

template <class Options>
void add_bodies(ParameterTable<Options>& t) {
  t.text(
      "bodies", [](auto& o) -> auto& { return o.bodies; },
      "names of discs and groups of discs, separated by commas; default: all discs of the model");
}

constexpr BodyKind discs_only{[](const ModelBody& body) { return !body.radii.empty(); }, "a disc"};

void append_discs(const ModelBody& body, std::vector<Disc>& discs) {
  for (Index i = 0; i < body.nodes.count; ++i)
    discs.push_back({body.q_row(i, 0), body.v_row(i, 0), body.radii[static_cast<std::size_t>(i)]});
}

/// The discs of `bodies`, of all of the model when empty.
std::vector<Disc> find_discs(const Model& model, const std::string& bodies, std::vector<Fault>& faults) {
  std::vector<Disc> discs;
  std::vector<std::string> seen;
  const auto names = bodies.empty() ? names_of(model, discs_only) : split_names(bodies);
  for (const auto* const body : find_bodies(model, discs_only, "bodies", names, seen, faults))
    append_discs(*body, discs);
  if (discs.empty() && faults.empty())
    faults.push_back({{}, "bodies", "the model has no discs", "add a body of type `disc` or `discs`"});
  return discs;
}

/// The disc that the keys `body` and `node` name, faults under the keys given.
Disc find_disc(const Model& model, const std::string& body, const std::string& node, const char* body_key,
               const char* node_key, std::vector<Fault>& faults) {
  std::vector<Fault> its;
  const auto found = find_node_reference(model, body, node, its);
  for (auto& fault : its) {
    fault.key = fault.key == "body" ? body_key : node_key;
    faults.push_back(std::move(fault));
  }
  if (found.body == nullptr || found.node < 0) return {};
  if (found.body->radii.empty()) {
    faults.push_back({{},
                      body_key,
                      fmt::format("`{}` of type {} is not a disc", body, found.body->type),
                      "name a body of type `disc` or `discs`"});
    return {};
  }
  return {found.body->q_row(found.node, 0), found.body->v_row(found.node, 0),
          found.body->radii[static_cast<std::size_t>(found.node)]};
}

bool is_pair(const char* key, const std::vector<double>& x, std::vector<Fault>& faults) {
  if (x.size() == 2) return true;
  faults.push_back({{}, key, fmt::format("{} components where the plane has 2", x.size()), "give [x, y]"});
  return false;
}

/// One contact per disc, NAME or NAME.1, NAME.2, ...
void add_planes(DiscPlane& planes, const std::string& name, const std::vector<Disc>& discs,
                const Eigen::Vector2d& point, const Eigen::Vector2d& normal, const SurfaceLaw& law) {
  for (std::size_t i = 0; i < discs.size(); ++i)
    planes.add({discs.size() == 1 ? name : fmt::format("{}.{}", name, i + 1), discs[i], point, normal, law});
}

}  // namespace

const ParameterTable<DiscDiscOptions>& DiscDiscOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DiscDiscOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the first disc")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; }, "which disc of a group: index from 0, `first` or `last`");
    t.text(
         "other", [](auto& o) -> auto& { return o.other; }, "name of the second disc")
        .required();
    t.node(
        "other_node", [](auto& o) -> auto& { return o.other_node; },
        "which disc of a group: index from 0, `first` or `last`");
    add_law(t);
    return t;
  }();
  return table;
}

const ParameterTable<DiscGroupOptions>& DiscGroupOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DiscGroupOptions> t;
    add_bodies(t);
    add_law(t);
    return t;
  }();
  return table;
}

const ParameterTable<DiscPlaneOptions>& DiscPlaneOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DiscPlaneOptions> t;
    add_bodies(t);
    t.numbers(
        "point", [](auto& o) -> auto& { return o.point; }, "m", "[x, y] of a point of the line");
    t.numbers(
        "normal", [](auto& o) -> auto& { return o.normal; }, "",
        "[x, y] direction from the line to the free side, of any length");
    add_law(t);
    return t;
  }();
  return table;
}

const ParameterTable<DiscBoxOptions>& DiscBoxOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DiscBoxOptions> t;
    add_bodies(t);
    t.numbers(
        "from", [](auto& o) -> auto& { return o.from; }, "m", "[x, y] of the box's lower left corner");
    t.numbers(
        "to", [](auto& o) -> auto& { return o.to; }, "m", "[x, y] of the box's upper right corner");
    add_law(t);
    return t;
  }();
  return table;
}

void add_disc_disc(Model& model, const std::string& name, const DiscDiscOptions& options) {
  auto faults = DiscDiscOptions::parameters().validate(options);
  const Disc one = find_disc(model, options.body, options.node, "body", "node", faults);
  const Disc two = find_disc(model, options.other, options.other_node, "other", "other_node", faults);
  if (faults.empty() && one.q == two.q)
    faults.push_back({{}, "other", "a disc cannot touch itself", "name two different discs"});
  if (!faults.empty()) throw InputError(std::move(faults));
  model.contacts.add(std::make_unique<DiscGroup>(name, std::vector<Disc>{one, two}, options.law));
}

void add_disc_group(Model& model, const std::string& name, const DiscGroupOptions& options) {
  auto faults = DiscGroupOptions::parameters().validate(options);
  auto discs = find_discs(model, options.bodies, faults);
  if (faults.empty() && discs.size() < 2)
    faults.push_back({{}, "bodies", "there is only one disc", "name at least two discs or a group"});
  if (!faults.empty()) throw InputError(std::move(faults));
  model.contacts.add(std::make_unique<DiscGroup>(name, std::move(discs), options.law));
}

void add_disc_plane(Model& model, const std::string& name, const DiscPlaneOptions& options) {
  auto faults = DiscPlaneOptions::parameters().validate(options);
  const auto discs = find_discs(model, options.bodies, faults);
  is_pair("point", options.point, faults);
  if (is_pair("normal", options.normal, faults) && !(options.normal[0] != 0.0 || options.normal[1] != 0.0))
    faults.push_back({{}, "normal", "the direction has no length", "give a direction, e.g. [0, 1]"});
  if (!faults.empty()) throw InputError(std::move(faults));
  const Eigen::Vector2d point(options.point[0], options.point[1]);
  const Eigen::Vector2d normal = Eigen::Vector2d(options.normal[0], options.normal[1]).stableNormalized();
  add_planes(model.contacts.last<DiscPlane>(), name, discs, point, normal, options.law);
  model.scenery.push_back(
      {name, {}, {{Marker::ground({point[0], point[1], 0.0}), Vector3(normal[0], normal[1], 0.0), 2}}});
}

void add_disc_box(Model& model, const std::string& name, const DiscBoxOptions& options) {
  auto faults = DiscBoxOptions::parameters().validate(options);
  const auto discs = find_discs(model, options.bodies, faults);
  const bool has_from = is_pair("from", options.from, faults), has_to = is_pair("to", options.to, faults);
  if (has_from && has_to && !(options.from[0] < options.to[0] && options.from[1] < options.to[1]))
    faults.push_back({{}, "to", "the box has no area", "give a corner to the right of and above `from`"});
  if (!faults.empty()) throw InputError(std::move(faults));
  auto& planes = model.contacts.last<DiscPlane>();
  const Eigen::Vector2d from(options.from[0], options.from[1]), to(options.to[0], options.to[1]);
  add_planes(planes, name + ".left", discs, from, {1.0, 0.0}, options.law);
  add_planes(planes, name + ".right", discs, to, {-1.0, 0.0}, options.law);
  add_planes(planes, name + ".bottom", discs, from, {0.0, 1.0}, options.law);
  add_planes(planes, name + ".top", discs, to, {0.0, -1.0}, options.law);
  DrawnShape box;
  box.add(DrawnShape::Kind::polygon, {Marker::ground({from[0], from[1], 0.0}), Marker::ground({to[0], from[1], 0.0}),
                                      Marker::ground({to[0], to[1], 0.0}), Marker::ground({from[0], to[1], 0.0})});
  model.scenery.push_back({name, box, {}});
}

}  // namespace percuss
