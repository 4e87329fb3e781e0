// SPDX-License-Identifier: Apache-2.0
#include "model/floating_beam_planar.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/beam_coordinates.hpp"
#include "model/components.hpp"

namespace percuss {

namespace {

using Frame = FloatingBeamPlanarOptions::Frame;

const std::vector<std::pair<std::string, Frame>>& frames() {
  static const std::vector<std::pair<std::string, Frame>> names{{"tangential", Frame::tangential},
                                                                {"pinned", Frame::pinned},
                                                                {"articulated", Frame::articulated},
                                                                {"free", Frame::free}};
  return names;
}

FloatingInertiaPlanar project(const FloatingInertiaPlanar& all, const ModalBasis& basis) {
  return {all.mass,
          all.first,
          all.second,
          basis.project(all.sx),
          basis.project(all.sy),
          basis.project(all.radial),
          basis.project(all.turning),
          basis.project(all.translation),
          basis.mass(),
          basis.project(all.gyroscopic)};
}

}  // namespace

const ParameterTable<FloatingBeamPlanarOptions>& FloatingBeamPlanarOptions::parameters() {
  static const auto table = [] {
    ParameterTable<FloatingBeamPlanarOptions> t;
    declare_beam_mesh(
        t, [](auto& o) -> auto& { return o.mesh; });
    t.choice(
        "frame", [](auto& o) -> auto& { return o.frame; }, frames(),
        "what holds the floating frame to the beam: tangential (first section), pinned (line through both ends), "
        "articulated (first node, no mean rotation), free (mean axes)");
    t.choice(
        "stiffening", [](auto& o) -> auto& { return o.stiffening; },
        std::vector<std::pair<std::string, Stiffening>>{{"none", Stiffening::none},
                                                        {"mean_strain", Stiffening::mean_strain}},
        "geometric stiffening: none (linear), or by the element-mean von Karman strain");
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "initial position of the frame's origin, x and y; the undeformed beam starts there");
    t.number(
        "angle", [](auto& o) -> auto& { return o.angle; }, "rad",
        "initial angle of the frame, counter-clockwise: the direction of the undeformed beam");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocity of the frame's origin, x and y");
    t.number(
        "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
        "initial angular velocity of the frame");
    return t;
  }();
  return table;
}

std::vector<Fault> FloatingBeamPlanarOptions::validate() const {
  auto faults = parameters().validate(*this);
  mesh.check(faults);
  if (stiffening == Stiffening::mean_strain && mesh.modes.reduces()) faults.push_back(no_stiffening_of_modes());
  require_count("position", position, 2, faults);
  require_count("velocity", velocity, 2, faults);
  return faults;
}

FrameConditions frame_conditions(const BeamMeshPlanar& mesh, Frame frame) {
  const Index n = mesh.num_nodes() - 1;
  const auto u = [](Index node) { return 3 * node; };
  const auto w = [](Index node) { return 3 * node + 1; };
  switch (frame) {
    case Frame::tangential:
      return {mesh.num_unknowns(), {0, 1, 2}, Matrix(mesh.num_unknowns(), 0), {}};
    case Frame::pinned:
      return {mesh.num_unknowns(), {0, 1, w(n)}, Matrix(mesh.num_unknowns(), 0), {}};
    case Frame::articulated:
      return {mesh.num_unknowns(), {0, 1}, mesh.mean_axes().rightCols(1), {w((n + 1) / 2)}};
    case Frame::free:
      break;
  }
  std::vector<Index> eliminated{u((n + 1) / 2), w(n / 3), w(n - n / 3)};
  std::sort(eliminated.begin(), eliminated.end());
  return {mesh.num_unknowns(), {}, mesh.mean_axes(), eliminated};
}

BuiltBody make_floating_beam_planar(const FloatingBeamPlanarOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto mesh = std::make_shared<const BeamMeshPlanar>(options.mesh);
  const FrameConditions frame = frame_conditions(*mesh, options.frame);
  const bool stiffens = options.stiffening == FloatingBeamPlanarOptions::Stiffening::mean_strain;
  auto problem = mesh->modal_problem(frame, options.mesh.modes);
  const double slow = problem.slow;
  const auto c = beam_coordinates(options.mesh, std::move(problem),
                                  {"it breaks the conditions of the frame",
                                   "give a displacement that the frame allows, or choose another `frame`"});
  auto inertia = mesh->inertia(frame);
  auto bound = mesh->mode_bound();
  std::optional<BeamStrainPlanar> strain;
  if (c.basis == nullptr) strain.emplace(mesh->elements(), frame, stiffens);
  if (c.basis != nullptr) {
    inertia = project(inertia, *c.basis);
    bound = c.basis->bound(fastest_oscillation(inertia, c.K, slow), options.mesh.damping.mass,
                           options.mesh.damping.stiffness);
  }
  auto body = std::make_unique<FloatingBodyPlanar>(std::move(inertia), c.K, c.C, c.rows, bound, std::move(strain));
  const Index n = c.x.size();
  BuiltBody built;
  built.add_gravity = [floating = body.get()](const std::array<double, 3>& g) { floating->add_gravity(g[0], g[1]); };
  built.bodies.push_back(std::move(body));
  built.q.resize(3 + n);
  built.v.resize(3 + n);
  built.q << options.position[0], options.position[1], options.angle, c.x;
  built.v << options.velocity[0], options.velocity[1], options.angular_velocity, c.rate;
  built.q_names = {"x", "y", "phi"};
  built.v_names = {"v_x", "v_y", "omega"};
  built.motion = Marker::Motion::planar;
  built.nodes = {mesh->num_nodes(), 2, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [mesh, over = c.over](Index q, Index v, const Vector3& point) {
    return Marker::elastic_planar(q, v, point, mesh->motion(point, over));
  };
  built.modes = c.modes;
  built.reduction = c.reduction;
  built.node_unknowns = {"u", "w", "phi"};
  built.length = mesh->length();
  built.outer_radius = outer_radius(options.mesh.section, options.mesh.parts);
  built.sections = [mesh](Index e) { return section_of(mesh->elements()[static_cast<std::size_t>(e)]); };
  built.sections_stiffen = stiffens;
  if (!stiffens) built.spin_limit = c.slowest;
  return built;
}

}  // namespace percuss
