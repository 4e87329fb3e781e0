// SPDX-License-Identifier: Apache-2.0
#include "model/beam.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/beam_coordinates.hpp"
#include "model/components.hpp"
#include "model/orientation.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

using SpatialSupport = BeamOptions::Support;

const std::vector<std::pair<std::string, SpatialSupport>>& spatial_support_words() {
  static const std::vector<std::pair<std::string, SpatialSupport>> names{{"free", SpatialSupport::free},
                                                                         {"roller", SpatialSupport::roller},
                                                                         {"pinned", SpatialSupport::pinned},
                                                                         {"hinged", SpatialSupport::hinged},
                                                                         {"clamped", SpatialSupport::clamped}};
  return names;
}

void hold_in_space(Index node, SpatialSupport support, std::vector<Index>& held) {
  const Index u = 6 * node, first = support == SpatialSupport::roller ? 1 : 0;
  const Index end = support == SpatialSupport::free      ? 0
                    : support == SpatialSupport::clamped ? 6
                    : support == SpatialSupport::hinged  ? 4
                                                         : 3;
  for (Index i = first; i < end; ++i) held.push_back(u + i);
}

FrameConditions held_in_space(const BeamOptions& options, const BeamMeshSpatial& mesh) {
  std::vector<Index> held;
  hold_in_space(0, options.supports.first, held);
  for (const double node : options.supports.pinned_nodes)
    hold_in_space(static_cast<Index>(node), SpatialSupport::pinned, held);
  hold_in_space(mesh.num_nodes() - 1, options.supports.last, held);
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  return {mesh.num_unknowns(), held, Matrix(mesh.num_unknowns(), 0), {}};
}

/// Gravity on all unknowns of the mesh, held ones included: what lies next to a support carries its share.
Vector weight_in_space(const BeamMeshSpatial& mesh, const Vector3& gravity) {
  Vector acceleration = Vector::Zero(mesh.num_unknowns());
  for (Index node = 0; node < mesh.num_nodes(); ++node) acceleration.segment<3>(6 * node) = gravity;
  return mesh.mass() * acceleration;
}

}  // namespace

const ParameterTable<BeamOptions>& BeamOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BeamOptions> t;
    declare_beam_mesh_spatial(
        t, [](auto& o) -> auto& { return o.mesh; });
    t.choice(
        "rotary_inertia", [](auto& o) -> auto& { return o.mesh.rotary; },
        std::vector<std::pair<std::string, BeamMeshSpatialOptions::Rotary>>{
            {"none", BeamMeshSpatialOptions::Rotary::none}, {"rayleigh", BeamMeshSpatialOptions::Rotary::rayleigh}},
        "rotary inertia of the sections about y and z: none, or Rayleigh's; about x they always have it");
    t.choice(
        "supports.first", [](auto& o) -> auto& { return o.supports.first; }, spatial_support_words(),
        "support of the first node: free; roller (v, w held); pinned (u, v, w); hinged (u, v, w, phi_x); clamped (all "
        "six)");
    t.choice(
        "supports.last", [](auto& o) -> auto& { return o.supports.last; }, spatial_support_words(),
        "support of the last node");
    t.numbers(
         "supports.pinned_nodes", [](auto& o) -> auto& { return o.supports.pinned_nodes; }, "",
         "further nodes with u, v and w held, by number")
        .optional();
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "position of the first node of the undeformed beam, x, y and z");
    t.numbers(
        "orientation", [](auto& o) -> auto& { return o.orientation; }, "",
        "rotation from the axes of the beam, which lies along x, to inertial axes: quaternion [w, x, y, z] of any "
        "length, or rotation vector [x, y, z] in rad");
    return t;
  }();
  return table;
}

std::vector<Fault> BeamOptions::validate() const {
  auto faults = parameters().validate(*this);
  mesh.check(faults);
  require_count("position", position, 3, faults);
  check_orientation(orientation, faults);
  const auto nodes = static_cast<double>(mesh.num_nodes());
  for (const double node : supports.pinned_nodes)
    if (node != std::floor(node) || node < 0.0 || node >= nodes)
      faults.push_back({{},
                        "supports.pinned_nodes",
                        fmt::format("the beam has no node {}", node),
                        fmt::format("its nodes are 0 to {}", nodes - 1.0)});
  return faults;
}

BuiltBody make_beam(const BeamOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto mesh = std::make_shared<const BeamMeshSpatial>(options.mesh);
  const FrameConditions free = held_in_space(options, *mesh);
  if (free.num_kept() == 0)
    throw input_error("supports", "they hold every unknown of the beam", "use more elements or fewer supports");
  const auto c = beam_coordinates(options.mesh, mesh->modal_problem(free, options.mesh.modes),
                                  {"it moves what the supports hold", "give 0 there, or change `supports`"});
  auto body = linear_beam(options.mesh, c, mesh->mode_bound());
  BuiltBody built;
  built.q = c.x;
  built.v = c.rate;
  const auto p = unit_quaternion(options.orientation);
  const Matrix3 axes = Eigen::Quaterniond(p[0], p[1], p[2], p[3]).toRotationMatrix();
  built.add_gravity = [linear = body.get(), mesh, free, c, axes](const std::array<double, 3>& g) {
    linear->add_constant_force(
        forces_on_rows(c, free, weight_in_space(*mesh, axes.transpose() * Vector3(g[0], g[1], g[2]))));
  };
  built.bodies.push_back(std::move(body));
  built.motion = Marker::Motion::ground;
  built.nodes = {mesh->num_nodes(), 3, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [mesh, over = c.over, axes, origin = as_vector(options.position)](Index q, Index v,
                                                                                   const Vector3& point) {
    return Marker::elastic_at_rest(q, v, origin, axes, point, mesh->motion(point, over));
  };
  built.modes = c.modes;
  built.reduction = c.reduction;
  built.node_unknowns = BeamMeshSpatial::node_unknowns();
  built.length = mesh->length();
  built.outer_radius = outer_radius(options.mesh.section, options.mesh.parts);
  built.sections = [mesh](Index e) { return section_of(mesh->elements()[static_cast<std::size_t>(e)]); };
  return built;
}

}  // namespace percuss
