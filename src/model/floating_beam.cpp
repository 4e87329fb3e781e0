// SPDX-License-Identifier: Apache-2.0
#include "model/floating_beam.hpp"

#include <algorithm>

#include "model/components.hpp"
#include "model/lowest_frequency.hpp"
#include "model/orientation.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

using SpatialFrame = FloatingBeamOptions::Frame;

FloatingBodySpatial::Elements elements_in_space(const BeamMeshSpatial& mesh, const FrameConditions& frame,
                                                bool stiffens) {
  FloatingBodySpatial::Elements elements{mesh.elements(), {}, stiffens};
  for (std::size_t e = 0; e < elements.elements.size(); ++e) {
    auto places = BeamMeshSpatial::unknowns(static_cast<Index>(e));
    for (auto& place : places) place = frame.place(place);
    elements.places.push_back(places);
  }
  return elements;
}

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

}  // namespace

const ParameterTable<FloatingBeamOptions>& FloatingBeamOptions::parameters() {
  static const auto table = [] {
    ParameterTable<FloatingBeamOptions> t;
    declare_beam_mesh_spatial(
        t, [](auto& o) -> auto& { return o.mesh; });
    t.choice(
        "frame", [](auto& o) -> auto& { return o.frame; },
        std::vector<std::pair<std::string, SpatialFrame>>{
            {"tangential", SpatialFrame::tangential}, {"pinned", SpatialFrame::pinned}, {"free", SpatialFrame::free}},
        "what holds the floating frame to the beam: tangential (first section), pinned (line through both ends, twist "
        "of the first section), free (mean axes)");
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
  const Index middle = 6 * ((n + 1) / 2), one = 6 * (n / 3), other = 6 * (n - n / 3);
  std::vector<Index> eliminated{middle, middle + 3, one + 1, one + 2, other + 1, other + 2};
  std::sort(eliminated.begin(), eliminated.end());
  return {mesh.num_unknowns(), {}, mesh.mean_axes(), eliminated};
}

BuiltBody make_floating_beam(const FloatingBeamOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto mesh = std::make_shared<const BeamMeshSpatial>(options.mesh);
  const FrameConditions frame = frame_conditions(*mesh, options.frame);
  BuiltBody built;
  const auto start = [&](const char* key, const std::vector<double>& numbers) {
    return initial_unknowns(key, numbers, frame, "it breaks the conditions of the frame",
                            "give a displacement that the frame allows, or choose another `frame`", faults);
  };
  const Vector x = start("displacement", options.mesh.displacement);
  const Vector rate = start("displacement_rate", options.mesh.rate);
  if (!faults.empty()) throw InputError(std::move(faults));
  const bool stiffens = options.stiffening == FloatingBeamOptions::Stiffening::mean_strain;
  auto body = std::make_unique<FloatingBodySpatial>(
      mesh->inertia(frame), SymmetricMatrix(frame.select(mesh->stiffness())), frame,
      FloatingBodySpatial::Damping{options.mesh.damping.mass, options.mesh.damping.stiffness}, mesh->mode_bound(),
      elements_in_space(*mesh, frame, stiffens));
  built.add_gravity = [floating = body.get()](const std::array<double, 3>& g) {
    floating->add_gravity(Vector3(g[0], g[1], g[2]));
  };
  built.bodies.push_back(std::move(body));
  built.q.resize(7 + frame.num_kept());
  built.v.resize(6 + frame.num_kept());
  built.q << as_vector(options.position), unit_quaternion(options.orientation), x;
  built.v << as_vector(options.velocity), as_vector(options.angular_velocity), rate;
  built.q_names = {"x", "y", "z", "quaternion.w", "quaternion.x", "quaternion.y", "quaternion.z"};
  built.v_names = {"v_x", "v_y", "v_z", "omega.x", "omega.y", "omega.z"};
  built.motion = Marker::Motion::spatial;
  built.nodes = {mesh->num_nodes(), 3, [mesh](Index i) { return std::array<double, 3>{mesh->node(i), 0.0, 0.0}; }};
  built.points = [mesh, frame](Index q, Index v, const Vector3& point) {
    return Marker::elastic_spatial(q, v, point, mesh->motion(point, frame));
  };
  built.length = mesh->length();
  if (!stiffens)
    built.spin_limit = lowest_frequency(frame.select(mesh->stiffness()), frame.select(mesh->mass()), frame);
  return built;
}

}  // namespace percuss
