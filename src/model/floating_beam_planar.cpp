// SPDX-License-Identifier: Apache-2.0
#include "model/floating_beam_planar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/components.hpp"
#include "solvers/linear/eigenmodes.hpp"

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

BeamStrainPlanar strain_of(const BeamMeshPlanar& mesh, const FrameConditions& frame, bool stiffens) {
  BeamStrainPlanar strain{mesh.elements(), {}, stiffens};
  for (std::size_t e = 0; e < strain.elements.size(); ++e) {
    auto places = BeamMeshPlanar::unknowns(static_cast<Index>(e));
    for (auto& place : places) place = frame.place(place);
    strain.places.push_back(places);
  }
  return strain;
}

FloatingInertiaPlanar project(const FloatingInertiaPlanar& all, const ModalBasis& basis) {
  return {all.mass,
          all.first,
          all.second,
          basis.project(all.sx),
          basis.project(all.sy),
          basis.project(all.x_u),
          basis.project(all.turning),
          basis.project(all.translation),
          basis.mass(),
          basis.project(all.gyroscopic)};
}

/// The fastest oscillation of the undeformed body with its frame free to move: faster than the modes in the frame.
ModeBound bound_of(const FloatingInertiaPlanar& inertia, const ModalBasis& basis, const BeamMeshOptions& mesh,
                   double slow) {
  const Index r = basis.size(), n = 3 + r;
  Matrix M = Matrix::Zero(n, n), K = Matrix::Zero(n, n);
  M.topLeftCorner<3, 3>() << inertia.mass, 0.0, 0.0, 0.0, inertia.mass, inertia.first, 0.0, inertia.first,
      inertia.second;
  M.block(0, 3, 1, r) = inertia.sx.transpose();
  M.block(1, 3, 1, r) = inertia.sy.transpose();
  M.block(2, 3, 1, r) = inertia.turning.transpose();
  M.bottomLeftCorner(r, 3) = M.topRightCorner(3, r).transpose();
  M.bottomRightCorner(r, r).setIdentity();
  K.diagonal().tail(r) = basis.omega().array().square();
  const double fastest = all_modes(K, M, slow).omega[n - 1];
  return basis.bound(fastest, mesh.damping.mass, mesh.damping.stiffness);
}

/// What the two kinds of floating beams, meshes and their modes, have in common once they are made.
struct Parts {
  std::unique_ptr<FloatingBodyPlanar> body;
  Vector x, rate;  ///< at the start
  std::function<ElasticMotion(const Vector3&)> motion;
  ModeFinder modes;
  double slowest = 0.0;  ///< eigenfrequency in the frame [1/s]
};

Parts whole(const FloatingBeamPlanarOptions& options, const std::shared_ptr<const BeamMeshPlanar>& mesh,
            const FrameConditions& frame, bool stiffens) {
  std::vector<Fault> faults;
  const auto start = [&](const char* key, const std::vector<double>& numbers) {
    return initial_unknowns(key, numbers, frame, "it breaks the conditions of the frame",
                            "give a displacement that the frame allows, or choose another `frame`", faults);
  };
  Parts parts;
  parts.x = start("displacement", options.mesh.displacement);
  parts.rate = start("displacement_rate", options.mesh.rate);
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto& [a, b] = options.mesh.damping;
  const auto problem = mesh->modal_problem(frame, {});
  parts.slowest = slowest_modes(problem.K, problem.M, frame.conditions(), problem.slow, 1).omega[0];
  SymmetricMatrix C(frame.num_all());
  if (a > 0.0 || b > 0.0) C = SymmetricMatrix(SparseMatrix(a * problem.M + b * problem.K));
  parts.body = std::make_unique<FloatingBodyPlanar>(mesh->inertia(frame), SymmetricMatrix(problem.K), std::move(C),
                                                    frame, mesh->mode_bound(), strain_of(*mesh, frame, stiffens));
  parts.motion = [mesh, frame](const Vector3& point) {
    return mesh->motion(point, [&frame](Index unknown) { return frame.over_kept(unknown); });
  };
  parts.modes = [mesh, frame](Index count) { return mesh_modes(mesh->modal_problem(frame, {}), count); };
  return parts;
}

Parts reduced(const FloatingBeamPlanarOptions& options, const std::shared_ptr<const BeamMeshPlanar>& mesh,
              const FrameConditions& frame, bool stiffens) {
  const auto problem = mesh->modal_problem(frame, options.modes.static_points);
  const auto basis = std::make_shared<const ModalBasis>(options.modes, problem);
  Parts parts;
  parts.x = basis->start("displacement", options.mesh.displacement);
  parts.rate = basis->start("displacement_rate", options.mesh.rate);
  parts.slowest = basis->omega()[0];
  std::optional<BeamStrainPlanar> strain;
  if (stiffens) {
    strain = strain_of(*mesh, frame, true);
    strain->modes = basis->shapes();
  }
  auto inertia = project(mesh->inertia(frame), *basis);
  const auto bound = bound_of(inertia, *basis, options.mesh, problem.slow);
  const FrameConditions none(basis->size(), {}, Matrix(basis->size(), 0), {});
  parts.body = std::make_unique<FloatingBodyPlanar>(
      std::move(inertia), basis->stiffness(), basis->damping(options.mesh.damping.mass, options.mesh.damping.stiffness),
      none, bound, std::move(strain));
  parts.motion = [mesh, basis](const Vector3& point) {
    return mesh->motion(point, [&basis](Index unknown) { return basis->over_modes(unknown); });
  };
  parts.modes = [basis](Index count) { return basis->mesh_modes(count); };
  return parts;
}

}  // namespace

const ParameterTable<FloatingBeamPlanarOptions>& FloatingBeamPlanarOptions::parameters() {
  static const auto table = [] {
    ParameterTable<FloatingBeamPlanarOptions> t;
    declare_beam_mesh(
        t, [](auto& o) -> auto& { return o.mesh; });
    declare_modes(
        t, [](auto& o) -> auto& { return o.modes; });
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
  modes.check(mesh.length, 3 * mesh.num_nodes(), faults);
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
  auto parts =
      options.modes.reduces() ? reduced(options, mesh, frame, stiffens) : whole(options, mesh, frame, stiffens);
  const Index n = parts.x.size();
  BuiltBody built;
  built.add_gravity = [floating = parts.body.get()](const std::array<double, 3>& g) {
    floating->add_gravity(g[0], g[1]);
  };
  built.bodies.push_back(std::move(parts.body));
  built.q.resize(3 + n);
  built.v.resize(3 + n);
  built.q << options.position[0], options.position[1], options.angle, parts.x;
  built.v << options.velocity[0], options.velocity[1], options.angular_velocity, parts.rate;
  built.q_names = {"x", "y", "phi"};
  built.v_names = {"v_x", "v_y", "omega"};
  built.motion = Marker::Motion::planar;
  built.nodes = {mesh->num_nodes(), 2, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [motion = parts.motion](Index q, Index v, const Vector3& point) {
    return Marker::elastic_planar(q, v, point, motion(point));
  };
  built.modes = parts.modes;
  built.node_unknowns = {"u", "w", "phi"};
  built.length = mesh->length();
  if (!stiffens) built.spin_limit = parts.slowest;
  return built;
}

}  // namespace percuss
