// SPDX-License-Identifier: Apache-2.0
#include "model/shaft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/at.hpp"
#include "model/components.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

constexpr Index unknowns_per_node = 5;

void declare_shaft_material(ParameterTable<ShaftOptions>& t) {
  t.number(
       "youngs_modulus", [](auto& o) -> auto& { return o.mesh.youngs_modulus; }, "Pa",
       "Young's modulus; required unless by `parts`", positive)
      .optional();
  t.number(
       "shear_modulus", [](auto& o) -> auto& { return o.mesh.shear_modulus; }, "Pa",
       "shear modulus G, of torsion; or give `poisson_ratio`", positive)
      .optional();
  t.number(
       "poisson_ratio", [](auto& o) -> auto& { return o.mesh.poisson_ratio; }, "",
       "Poisson's ratio, instead of `shear_modulus`: G = E/(2 (1 + nu))", Range{-1.0, 0.5, true, false})
      .optional();
  t.number(
       "density", [](auto& o) -> auto& { return o.mesh.density; }, "kg/m^3", "mass density; required unless by `parts`",
       positive)
      .optional();
  t.number(
      "damping.internal", [](auto& o) -> auto& { return o.damping.internal; }, "1/s",
      "damping of the deflection in axes that turn with the shaft, per mass of the shaft; it does not brake the spin, "
      "and drives whirl slower than the shaft",
      non_negative);
  t.number(
      "damping.external", [](auto& o) -> auto& { return o.damping.external; }, "1/s",
      "damping of the motion of the shaft's line in space, per mass of the shaft; it brakes whirl, not the spin of a "
      "straight shaft",
      non_negative);
  t.number(
      "damping.torsion", [](auto& o) -> auto& { return o.damping.torsion; }, "N m s",
      "damper between the rotations of the two ends of each element", non_negative);
}

void declare_discs(ParameterTable<ShaftOptions>& t) {
  t.numbers(
       "attach.positions", [](auto& o) -> auto& { return o.attach.positions; }, "m",
       "places along the shaft of rigid discs fixed to it, at nodes or between them", non_negative)
      .optional();
  t.numbers(
       "attach.mass", [](auto& o) -> auto& { return o.attach.mass; }, "kg", "mass of each disc", non_negative)
      .optional();
  t.numbers(
       "attach.spin_inertia", [](auto& o) -> auto& { return o.attach.spin_inertia; }, "kg m^2",
       "moment of inertia of each disc about the shaft; omitted: 0", non_negative)
      .optional();
  t.numbers(
       "attach.transverse_inertia", [](auto& o) -> auto& { return o.attach.transverse_inertia; }, "kg m^2",
       "moment of inertia of each disc about its diameters; omitted: 0", non_negative)
      .optional();
}

void check_discs(const ShaftOptions& o, std::vector<Fault>& faults) {
  const auto& [positions, mass, spin, transverse] = o.attach;
  for (const double x : positions)
    if (x > o.mesh.length)
      faults.push_back({{},
                        "attach.positions",
                        fmt::format("{} m is off the shaft", x),
                        fmt::format("it goes from 0 to {} m", o.mesh.length)});
  if (mass.size() != positions.size())
    faults.push_back({{},
                      "attach.mass",
                      fmt::format("masses: {}, positions: {}", mass.size(), positions.size()),
                      "give one mass per place of `attach.positions`"});
  for (const auto& [key, numbers] :
       {std::pair{"attach.spin_inertia", &spin}, std::pair{"attach.transverse_inertia", &transverse}})
    if (!numbers->empty() && numbers->size() != positions.size())
      faults.push_back({{},
                        key,
                        fmt::format("moments of inertia: {}, positions: {}", numbers->size(), positions.size()),
                        "give one per place of `attach.positions`, or leave it out"});
}

std::vector<ShaftDisc> discs_on(const ShaftOptions& o, const std::vector<fem::BeamElementSpatial>& elements,
                                const std::vector<double>& nodes) {
  const auto entry = [](const std::vector<double>& numbers, std::size_t k) {
    return numbers.empty() ? 0.0 : numbers[k];
  };
  std::vector<ShaftDisc> discs;
  for (std::size_t k = 0; k < o.attach.positions.size(); ++k) {
    const double x = o.attach.positions[k];
    const Index e = element_of(nodes, x);
    const auto& element = elements[at(e)];
    discs.push_back({e, fem::ShaftPoint(element, (x - element.start) / element.length,
                                        {o.attach.mass[k], 0.0, entry(o.attach.spin_inertia, k),
                                         entry(o.attach.transverse_inertia, k)})});
  }
  return discs;
}

/// How a point (x, y, z) of the standing shaft moves.
ElasticMotion shaft_motion(const std::vector<fem::BeamElementSpatial>& elements, const std::vector<double>& nodes,
                           const Vector3& point) {
  const Index e = element_of(nodes, point[0]);
  const auto& element = elements[at(e)];
  const auto shape = fem::shape_functions(element, (point[0] - element.start) / element.length);
  ElasticMotion motion;
  motion.section = Vector3(0.0, point[1], point[2]);
  for (Index i = 0; i < 2 * unknowns_per_node; ++i) {
    const Index k = fem::shaft_unknowns[at(i)];
    const double spin = shape.turn(0, k);
    const Vector3 turn(0.0, shape.turn(1, k), shape.turn(2, k)),
        shift = shape.shift.col(k) + turn.cross(motion.section);
    if (spin == 0.0 && shift.isZero(0.0) && turn.isZero(0.0)) continue;
    motion.shares.push_back({unknowns_per_node * e + i, shift, turn, spin});
  }
  return motion;
}

/// Of the stoutest disc: its polar moment of inertia over that about its diameters, 2 at most.
double disc_wobble(const ShaftOptions& o) {
  double largest = 0.0;
  for (std::size_t k = 0; k < o.attach.spin_inertia.size(); ++k) {
    const double across = o.attach.transverse_inertia.empty() ? 0.0 : o.attach.transverse_inertia[k];
    const double spin = o.attach.spin_inertia[k];
    if (spin > 0.0) largest = std::max(largest, spin < 2.0 * across ? spin / across : 2.0);
  }
  return largest;
}

/// The modes of the free shaft while it does not turn.
ModeFinder shaft_modes(const ShaftBody& body, const ShaftOptions& o,
                       const std::vector<fem::BeamElementSpatial>& elements) {
  const Index n = body.num_v();
  const Vector zero = Vector::Zero(n);
  SparseMatrix M, K;
  body.tangent(0.0, zero, zero, {}, M);
  body.tangent(0.0, zero, zero, {0.0, 0.0, 1.0}, K);
  const auto sum = [](const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0); };
  double mass = sum(o.attach.mass), spin = sum(o.attach.spin_inertia);
  for (const auto& e : elements) {
    mass += e.line_density * e.length;
    spin += e.polar_inertia * e.length;
  }
  const double slow = slow_frequency(elements, mass, spin);
  const auto problem =
      std::make_shared<const ModalProblem>(ModalProblem{K, M, FrameConditions(n, {}, Matrix(n, 0), {}), slow, {}});
  return [problem](Index count) { return mesh_modes(*problem, count); };
}

}  // namespace

const ParameterTable<ShaftOptions>& ShaftOptions::parameters() {
  static const auto table = [] {
    ParameterTable<ShaftOptions> t;
    declare_beam_nodes(
        t, [](auto& o) -> auto& { return o.mesh; });
    declare_section_spatial(
        t, [](auto& o) -> auto& { return o.mesh.section; });
    declare_shaft_material(t);
    declare_parts(
        t, [](auto& o) -> auto& { return o.mesh.parts; });
    declare_parts_in_space(
        t, [](auto& o) -> auto& { return o.mesh; });
    declare_discs(t);
    t.numbers(
        "origin", [](auto& o) -> auto& { return o.origin; }, "m", "where the line of the shaft starts: x, y and z");
    t.numbers(
        "axis", [](auto& o) -> auto& { return o.axis; }, "",
        "direction of the line of the shaft, its x axis, of any length; y and z are the absolute ones after the "
        "shortest "
        "turn that takes x there; where it points to negative x, half a turn about z comes first");
    t.number(
        "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
        "initial angular velocity of all sections about the axis");
    return t;
  }();
  return table;
}

std::vector<Fault> ShaftOptions::validate() const {
  auto faults = parameters().validate(*this);
  mesh.check(faults);
  check_discs(*this, faults);
  require_count("origin", origin, 3, faults);
  unit_vector("axis", axis, 3, faults);
  return faults;
}

Matrix3 shaft_axes(const Vector3& axis) {
  const bool back = axis[0] < 0.0;  // the shortest turn has no axis at half a turn, and no digits near it
  const Vector3 from = Vector3::UnitX() * (back ? -1.0 : 1.0), turn = from.cross(axis);
  const Matrix3 R = Eigen::Quaterniond(1.0 + from.dot(axis), turn[0], turn[1], turn[2]).normalized().toRotationMatrix();
  return back ? Matrix3(R * Vector3(-1.0, -1.0, 1.0).asDiagonal()) : R;
}

BuiltBody make_shaft(const ShaftOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  const Vector3 axis = unit_vector("axis", options.axis, 3, faults);
  struct Line {
    std::vector<double> nodes;
    std::vector<fem::BeamElementSpatial> elements;
  };
  const auto line = std::make_shared<const Line>(Line{options.mesh.nodes(), beam_elements(options.mesh)});
  auto body =
      std::make_unique<ShaftBody>(line->elements, discs_on(options, line->elements, line->nodes), options.damping);
  const Matrix3 axes = shaft_axes(axis);
  BuiltBody built;
  built.q = built.v = Vector::Zero(body->num_v());
  for (Index i = 0; i < built.v.size(); i += unknowns_per_node) built.v[i] = options.angular_velocity;
  built.add_gravity = [shaft = body.get(), axes](const std::array<double, 3>& g) {
    shaft->add_gravity(axes.transpose() * Vector3(g[0], g[1], g[2]));
  };
  built.modes = shaft_modes(*body, options, line->elements);
  built.bodies.push_back(std::move(body));
  built.motion = Marker::Motion::spinning;
  built.wobble[0] = disc_wobble(options);
  built.nodes = {static_cast<Index>(line->nodes.size()), 3, [line](Index i) {
                   return std::array<double, 3>{line->nodes[at(i)], 0.0, 0.0};
                 }};
  built.points = [line, axes, origin = as_vector(options.origin)](Index q, Index v, const Vector3& point) {
    return Marker::elastic_spinning(q, v, origin, axes, point, shaft_motion(line->elements, line->nodes, point));
  };
  built.node_unknowns = {"phi_x", "v", "w", "phi_y", "phi_z"};
  built.length = options.mesh.length;
  built.outer_radius = outer_radius(options.mesh.section, options.mesh.parts);
  built.sections = [line](Index e) {
    auto section = section_of(line->elements[static_cast<std::size_t>(e)]);
    section.axial = 0.0;  // sections do not move along the axis
    return section;
  };
  return built;
}

}  // namespace percuss
