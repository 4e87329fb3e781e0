// SPDX-License-Identifier: Apache-2.0
#include "model/beam_planar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
    declare_modes(
        t, [](auto& o) -> auto& { return o.modes; });
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
  modes.check(mesh.length, 3 * mesh.num_nodes(), faults);
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

namespace {

/// The beam by its mesh or by its modes.
struct BeamParts {
  std::unique_ptr<LinearBody> body;
  Vector x, rate;  ///< at the start
  std::function<Vector(const Vector& mesh)> forces;
  std::function<ElasticMotion(const Vector3&)> motion;
  ModeFinder modes;
};

BeamParts whole_beam(const BeamPlanarOptions& options, const std::shared_ptr<const BeamMeshPlanar>& mesh,
                     const FrameConditions& free) {
  std::vector<Fault> faults;
  const auto start = [&](const char* key, const std::vector<double>& numbers) {
    return initial_unknowns(key, numbers, free, "it moves what the supports hold", "give 0 there, or change `supports`",
                            faults);
  };
  BeamParts parts;
  parts.x = start("displacement", options.mesh.displacement);
  parts.rate = start("displacement_rate", options.mesh.rate);
  if (!faults.empty()) throw InputError(std::move(faults));
  const SparseMatrix M = free.select(mesh->mass()), K = free.select(mesh->stiffness());
  const auto& [a, b] = options.mesh.damping;
  SymmetricMatrix C(free.num_kept());
  if (a > 0.0 || b > 0.0) C = SymmetricMatrix(SparseMatrix(a * M + b * K));
  parts.body = std::make_unique<LinearBody>(SymmetricMatrix(M), std::move(C), SymmetricMatrix(K), mesh->mode_bound());
  parts.forces = [free](const Vector& all) { return free.select(all); };
  parts.motion = [mesh, free](const Vector3& point) {
    return mesh->motion(point, [&free](Index unknown) { return free.over_kept(unknown); });
  };
  parts.modes = [mesh, free](Index count) { return mesh_modes(mesh->modal_problem(free, {}), count); };
  return parts;
}

BeamParts reduced_beam(const BeamPlanarOptions& options, const std::shared_ptr<const BeamMeshPlanar>& mesh,
                       const FrameConditions& free) {
  const auto basis =
      std::make_shared<const ModalBasis>(options.modes, mesh->modal_problem(free, options.modes.static_points));
  BeamParts parts;
  parts.x = basis->start("displacement", options.mesh.displacement);
  parts.rate = basis->start("displacement_rate", options.mesh.rate);
  const auto& [a, b] = options.mesh.damping;
  parts.body = std::make_unique<LinearBody>(basis->mass(), basis->damping(a, b), basis->stiffness(),
                                            basis->bound(basis->omega()[basis->size() - 1], a, b));
  parts.forces = [basis, free](const Vector& all) { return basis->project(free.select(all)); };
  parts.motion = [mesh, basis](const Vector3& point) {
    return mesh->motion(point, [&basis](Index unknown) { return basis->over_modes(unknown); });
  };
  parts.modes = [basis](Index count) { return basis->mesh_modes(count); };
  return parts;
}

}  // namespace

BuiltBody make_beam_planar(const BeamPlanarOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto mesh = std::make_shared<const BeamMeshPlanar>(options.mesh);
  const FrameConditions free = held_by(options, *mesh);
  if (free.num_kept() == 0)
    throw input_error("supports", "they hold every unknown of the beam", "use more elements or fewer supports");
  auto parts = options.modes.reduces() ? reduced_beam(options, mesh, free) : whole_beam(options, mesh, free);
  BuiltBody built;
  built.q = parts.x;
  built.v = parts.rate;
  built.add_gravity = [linear = parts.body.get(), mesh, forces = parts.forces,
                       angle = options.angle](const std::array<double, 3>& g) {
    linear->add_constant_force(forces(weight(*mesh, angle, g)));
  };
  built.bodies.push_back(std::move(parts.body));
  built.motion = Marker::Motion::ground;
  built.nodes = {mesh->num_nodes(), 2, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [motion = parts.motion, origin = Vector3(options.position[0], options.position[1], 0.0),
                  angle = options.angle](Index q, Index v, const Vector3& point) {
    return Marker::elastic_at_rest(q, v, origin, angle, point, motion(point));
  };
  built.modes = parts.modes;
  built.node_unknowns = {"u", "w", "phi"};
  built.length = mesh->length();
  return built;
}

}  // namespace percuss
