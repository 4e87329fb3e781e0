// SPDX-License-Identifier: Apache-2.0
#include "model/beam_planar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/beam_coordinates.hpp"
#include "model/components.hpp"

namespace percuss {

namespace {

using Support = BeamPlanarOptions::Support;

const std::vector<std::pair<std::string, Support>>& support_words() {
  static const std::vector<std::pair<std::string, Support>> names{
      {"free", Support::free}, {"roller", Support::roller}, {"pinned", Support::pinned}, {"clamped", Support::clamped}};
  return names;
}

void hold(Index node, Support support, std::vector<Index>& held) {
  const Index u = 3 * node;
  if (support == Support::roller) held.push_back(u + 1);
  if (support == Support::pinned || support == Support::clamped) held.insert(held.end(), {u, u + 1});
  if (support == Support::clamped) held.push_back(u + 2);
}

FrameConditions held_by(const BeamPlanarOptions& options, const BeamMeshPlanar& mesh) {
  std::vector<Index> held;
  hold(0, options.supports.first, held);
  for (const double node : options.supports.pinned_nodes) hold(static_cast<Index>(node), Support::pinned, held);
  hold(mesh.num_nodes() - 1, options.supports.last, held);
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  return {mesh.num_unknowns(), held, Matrix(mesh.num_unknowns(), 0), {}};
}

/// Gravity on all unknowns of the mesh, held ones included: what lies next to a support carries its share.
Vector weight(const BeamMeshPlanar& mesh, double angle, const std::array<double, 3>& g) {
  const double c = std::cos(angle), s = std::sin(angle);
  Vector acceleration = Vector::Zero(mesh.num_unknowns());
  for (Index node = 0; node < mesh.num_nodes(); ++node) {
    acceleration[3 * node] = c * g[0] + s * g[1];
    acceleration[3 * node + 1] = c * g[1] - s * g[0];
  }
  return mesh.mass() * acceleration;
}

}  // namespace

const ParameterTable<BeamPlanarOptions>& BeamPlanarOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BeamPlanarOptions> t;
    declare_beam_mesh(
        t, [](auto& o) -> auto& { return o.mesh; });
    t.choice(
        "supports.first", [](auto& o) -> auto& { return o.supports.first; }, support_words(),
        "support of the first node: free; roller (w held); pinned (u, w); clamped (u, w, phi)");
    t.choice(
        "supports.last", [](auto& o) -> auto& { return o.supports.last; }, support_words(), "support of the last node");
    t.numbers(
         "supports.pinned_nodes", [](auto& o) -> auto& { return o.supports.pinned_nodes; }, "",
         "further nodes with u and w held, by number")
        .optional();
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "position of the first node of the undeformed beam, x and y");
    t.number(
        "angle", [](auto& o) -> auto& { return o.angle; }, "rad",
        "direction of the undeformed beam, counter-clockwise from x");
    return t;
  }();
  return table;
}

std::vector<Fault> BeamPlanarOptions::validate() const {
  auto faults = parameters().validate(*this);
  mesh.check(faults);
  require_count("position", position, 2, faults);
  if (mesh.rotary == BeamMeshOptions::Rotary::reference)
    faults.push_back({{},
                      "rotary_inertia",
                      "`reference` is the rotary inertia of a floating frame, which this beam has not",
                      "choose none or rayleigh"});
  for (const double node : supports.pinned_nodes)
    if (node != std::floor(node) || node < 0.0 || node >= static_cast<double>(mesh.num_nodes()))
      faults.push_back({{},
                        "supports.pinned_nodes",
                        fmt::format("the beam has no node {}", node),
                        fmt::format("its nodes are 0 to {}", mesh.num_nodes() - 1)});
  return faults;
}

BuiltBody make_beam_planar(const BeamPlanarOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto mesh = std::make_shared<const BeamMeshPlanar>(options.mesh);
  const FrameConditions free = held_by(options, *mesh);
  if (free.num_kept() == 0)
    throw input_error("supports", "they hold every unknown of the beam", "use more elements or fewer supports");
  const auto c = beam_coordinates(options.mesh, mesh->modal_problem(free, options.mesh.modes),
                                  {"it moves what the supports hold", "give 0 there, or change `supports`"});
  auto body = linear_beam(options.mesh, c, mesh->mode_bound());
  BuiltBody built;
  built.q = c.x;
  built.v = c.rate;
  built.add_gravity = [linear = body.get(), mesh, free, c, angle = options.angle](const std::array<double, 3>& g) {
    linear->add_constant_force(forces_on_rows(c, free, weight(*mesh, angle, g)));
  };
  built.bodies.push_back(std::move(body));
  built.motion = Marker::Motion::ground;
  built.nodes = {mesh->num_nodes(), 2, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [mesh, over = c.over, origin = Vector3(options.position[0], options.position[1], 0.0),
                  angle = options.angle](Index q, Index v, const Vector3& point) {
    return Marker::elastic_at_rest(q, v, origin, angle, point, mesh->motion(point, over));
  };
  built.modes = c.modes;
  built.reduction = c.reduction;
  built.node_unknowns = {"u", "w", "phi"};
  built.length = mesh->length();
  built.outer_radius = outer_radius(options.mesh.section, options.mesh.parts);
  built.sections = [mesh](Index e) { return section_of(mesh->elements()[static_cast<std::size_t>(e)]); };
  return built;
}

}  // namespace percuss
