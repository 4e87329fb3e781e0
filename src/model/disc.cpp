// SPDX-License-Identifier: Apache-2.0
#include "model/disc.hpp"

#include <fmt/format.h>

#include <numbers>

namespace percuss {

namespace {

void check_plane_vector(const char* key, const std::vector<double>& x, std::vector<Fault>& faults) {
  if (x.size() != 2)
    faults.push_back({{}, key, fmt::format("{} components where the plane has 2", x.size()), "give [x, y]"});
}

std::unique_ptr<LinearBody> disc_body(double mass, double radius) {
  SparseMatrix M(3, 3);
  for (int i = 0; i < 3; ++i) M.insert(i, i) = i < 2 ? mass : 0.5 * mass * radius * radius;
  M.makeCompressed();
  return std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(3), SymmetricMatrix(3), ModeBound{});
}

}  // namespace

void check_mass_or_density(double mass, double density, std::vector<Fault>& faults) {
  if ((mass > 0.0) == (density > 0.0))
    faults.push_back({{},
                      mass > 0.0 ? "density" : "mass",
                      mass > 0.0 ? "both `mass` and `density` are given" : "neither `mass` nor `density` is given",
                      "give one of them"});
}

const ParameterTable<DiscOptions>& DiscOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DiscOptions> t;
    t.number(
         "radius", [](auto& o) -> auto& { return o.radius; }, "m", "radius of the disc", positive)
        .required();
    t.number(
         "mass", [](auto& o) -> auto& { return o.mass; }, "kg", "mass; give this or `density`", positive)
        .optional();
    t.number(
         "density", [](auto& o) -> auto& { return o.density; }, "kg/m^2", "mass per unit area; give this or `mass`",
         positive)
        .optional();
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m", "initial position [x, y] of the centre");
    t.number(
        "angle", [](auto& o) -> auto& { return o.angle; }, "rad", "initial angle, counter-clockwise");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s", "initial velocity [x, y] of the centre");
    t.number(
        "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
        "initial angular velocity, counter-clockwise");
    return t;
  }();
  return table;
}

std::vector<Fault> DiscOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (!(radius > 0.0) && faults.empty()) faults.push_back({{}, "radius", "the disc has no size", "give a radius > 0"});
  check_mass_or_density(mass, density, faults);
  check_plane_vector("position", position, faults);
  check_plane_vector("velocity", velocity, faults);
  return faults;
}

BuiltBody build_discs(const std::vector<DiscAtStart>& discs) {
  const auto n = static_cast<Index>(discs.size());
  BuiltBody built;
  built.q.resize(3 * n);
  built.v.resize(3 * n);
  std::vector<LinearBody*> bodies;
  for (Index i = 0; i < n; ++i) {
    const auto& disc = discs[static_cast<std::size_t>(i)];
    auto body = disc_body(disc.mass, disc.radius);
    bodies.push_back(body.get());  // the bodies live in the system, the loads with the model: both as long
    built.bodies.push_back(std::move(body));
    built.radii.push_back(disc.radius);
    built.q.segment<3>(3 * i) = Eigen::Map<const Eigen::Vector3d>(disc.q.data());
    built.v.segment<3>(3 * i) = Eigen::Map<const Eigen::Vector3d>(disc.v.data());
  }
  built.nodes = {n, 2, [](Index) { return std::array<double, 3>{}; }};
  built.motion = Marker::Motion::planar;
  built.q_names = {"x", "y", "phi"};
  built.v_names = {"v_x", "v_y", "omega"};
  built.add_gravity = [bodies](const std::array<double, 3>& acceleration) {
    const Eigen::Vector3d along(acceleration[0], acceleration[1], 0.0);
    for (auto* const body : bodies) body->add_gravity(along);
  };
  built.add_force = [bodies](Index row, TimeFunction force) {
    bodies[static_cast<std::size_t>(row / 3)]->add_force(row % 3, std::move(force));
  };
  return built;
}

BuiltBody make_disc(const DiscOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const double area = std::numbers::pi * options.radius * options.radius;
  return build_discs({{options.radius,
                       options.mass > 0.0 ? options.mass : options.density * area,
                       {options.position[0], options.position[1], options.angle},
                       {options.velocity[0], options.velocity[1], options.angular_velocity}}});
}

}  // namespace percuss
