// SPDX-License-Identifier: Apache-2.0
#include "model/floating_beam.hpp"

#include <algorithm>

#include "model/beam_coordinates.hpp"
#include "model/components.hpp"
#include "model/orientation.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

using SpatialFrame = FloatingBeamOptions::Frame;

void declare_motion(ParameterTable<FloatingBeamOptions>& t) {
  t.numbers(
      "position", [](auto& o) -> auto& { return o.position; }, "m",
      "initial position of the frame's origin, x, y and z; the undeformed beam starts there");
  t.numbers(
      "orientation", [](auto& o) -> auto& { return o.orientation; }, "", orientation_doc);
  t.numbers(
      "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
      "initial velocity of the frame's origin, x, y and z");
  t.numbers(
      "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
      "initial angular velocity of the frame, in its axes");
}

/// The fastest oscillation of the undeformed body with its frame free to move: faster than the modes in the frame.
ModeBound bound_in_space(const FloatingInertiaSpatial& inertia, const ModalBasis& basis, const BeamLineOptions& line,
                         double slow) {
  const Index r = basis.size(), n = 6 + r;
  const FrameConditions none(r, {}, Matrix(r, 0), {});
  const FloatingBodySpatial body(inertia, basis.stiffness(), SymmetricMatrix(r), none, {}, {});
  Vector q = Vector::Zero(7 + r);
  q[3] = 1.0;
  SparseMatrix M;
  body.tangent(0.0, q, Vector::Zero(n), {}, M);
  Matrix K = Matrix::Zero(n, n);
  K.diagonal().tail(r) = basis.omega().array().square();
  return basis.bound(all_modes(K, Matrix(M), slow).omega[n - 1], line.damping.mass, line.damping.stiffness);
}

}  // namespace

const ParameterTable<FloatingBeamOptions>& FloatingBeamOptions::parameters() {
  static const auto table = [] {
    ParameterTable<FloatingBeamOptions> t;
    declare_beam_mesh_spatial(
        t, [](auto& o) -> auto& { return o.mesh; });
    t.choice(
        "frame", [](auto& o) -> auto& { return o.frame; },
        std::vector<std::pair<std::string, SpatialFrame>>{{"tangential", SpatialFrame::tangential},
                                                          {"pinned", SpatialFrame::pinned},
                                                          {"articulated", SpatialFrame::articulated},
                                                          {"free", SpatialFrame::free}},
        "what holds the floating frame to the beam: tangential (first section), pinned (line through both ends, twist "
        "of the first section), articulated (first node, no mean rotation), free (mean axes)");
    t.choice(
        "stiffening", [](auto& o) -> auto& { return o.stiffening; },
        std::vector<std::pair<std::string, Stiffening>>{{"none", Stiffening::none},
                                                        {"mean_strain", Stiffening::mean_strain}},
        "geometric stiffening: none (linear), or by the element-mean von Karman strain");
    declare_motion(t);
    return t;
  }();
  return table;
}

std::vector<Fault> FloatingBeamOptions::validate() const {
  auto faults = parameters().validate(*this);
  mesh.check(faults);
  if (stiffening == Stiffening::mean_strain && mesh.modes.reduces()) faults.push_back(no_stiffening_of_modes());
  require_count("position", position, 3, faults);
  require_count("velocity", velocity, 3, faults);
  require_count("angular_velocity", angular_velocity, 3, faults);
  check_orientation(orientation, faults);
  return faults;
}

FrameConditions frame_conditions(const BeamMeshSpatial& mesh, SpatialFrame frame) {
  const Index n = mesh.num_nodes() - 1, last = 6 * n;
  const Matrix none(mesh.num_unknowns(), 0);
  if (frame == SpatialFrame::tangential) return {mesh.num_unknowns(), {0, 1, 2, 3, 4, 5}, none, {}};
  if (frame == SpatialFrame::pinned) return {mesh.num_unknowns(), {0, 1, 2, 3, last + 1, last + 2}, none, {}};
  const Index middle = 6 * ((n + 1) / 2);
  if (frame == SpatialFrame::articulated)
    return {mesh.num_unknowns(), {0, 1, 2}, mesh.mean_axes().rightCols(3), {middle + 1, middle + 2, middle + 3}};
  const Index one = 6 * (n / 3), other = 6 * (n - n / 3);
  std::vector<Index> eliminated{middle, middle + 3, one + 1, one + 2, other + 1, other + 2};
  std::sort(eliminated.begin(), eliminated.end());
  return {mesh.num_unknowns(), {}, mesh.mean_axes(), eliminated};
}

BuiltBody make_floating_beam(const FloatingBeamOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto mesh = std::make_shared<const BeamMeshSpatial>(options.mesh);
  const FrameConditions frame = frame_conditions(*mesh, options.frame);
  auto problem = mesh->modal_problem(frame, options.mesh.modes);
  const double slow = problem.slow;
  const auto c = beam_coordinates(options.mesh, std::move(problem),
                                  {"it breaks the conditions of the frame",
                                   "give a displacement that the frame allows, or choose another `frame`"});
  const bool stiffens = options.stiffening == FloatingBeamOptions::Stiffening::mean_strain;
  std::optional<BeamStrainSpatial> strain;
  if (c.basis == nullptr) strain.emplace(mesh->elements(), frame, stiffens);
  auto inertia = mesh->inertia(frame);
  auto bound = mesh->mode_bound();
  if (c.basis != nullptr) {
    inertia = of_modes(inertia, c.basis->shapes(), c.M);
    bound = bound_in_space(inertia, *c.basis, options.mesh, slow);
  }
  auto body = std::make_unique<FloatingBodySpatial>(std::move(inertia), c.K, c.C, c.rows, bound, std::move(strain));
  const Index n = c.x.size();
  BuiltBody built;
  built.add_gravity = [floating = body.get()](const std::array<double, 3>& g) {
    floating->add_gravity(Vector3(g[0], g[1], g[2]));
  };
  built.bodies.push_back(std::move(body));
  built.q.resize(7 + n);
  built.v.resize(6 + n);
  built.q << as_vector(options.position), unit_quaternion(options.orientation), c.x;
  built.v << as_vector(options.velocity), as_vector(options.angular_velocity), c.rate;
  built.q_names = {"x", "y", "z", "quaternion.w", "quaternion.x", "quaternion.y", "quaternion.z"};
  built.v_names = {"v_x", "v_y", "v_z", "omega.x", "omega.y", "omega.z"};
  built.motion = Marker::Motion::spatial;
  built.nodes = {mesh->num_nodes(), 3, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [mesh, over = c.over](Index q, Index v, const Vector3& point) {
    return Marker::elastic_spatial(q, v, point, mesh->motion(point, over));
  };
  built.modes = c.modes;
  built.reduction = c.reduction;
  built.node_unknowns = BeamMeshSpatial::node_unknowns();
  built.length = mesh->length();
  built.outer_radius = outer_radius(options.mesh.section, options.mesh.parts);
  built.sections = [mesh](Index e) { return section_of(mesh->elements()[static_cast<std::size_t>(e)]); };
  built.sections_stiffen = stiffens;
  if (!stiffens) built.spin_limit = c.slowest;
  return built;
}

}  // namespace percuss
