// SPDX-License-Identifier: Apache-2.0
#include "model/rigid_body_planar.hpp"

#include "model/components.hpp"

namespace percuss {

const ParameterTable<RigidBodyPlanarOptions>& RigidBodyPlanarOptions::parameters() {
  static const auto table = [] {
    ParameterTable<RigidBodyPlanarOptions> t;
    t.number(
         "mass", [](auto& o) -> auto& { return o.mass; }, "kg", "mass", positive)
        .required();
    t.number(
         "inertia", [](auto& o) -> auto& { return o.inertia; }, "kg m^2", "moment of inertia about the centre of mass",
         positive)
        .required();
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "initial position of the centre of mass, x and y");
    t.number(
        "angle", [](auto& o) -> auto& { return o.angle; }, "rad",
        "initial angle phi of the body's axes, counter-clockwise");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocity of the centre of mass, x and y");
    t.number(
        "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
        "initial angular velocity omega, counter-clockwise");
    declare_shape(
        t, [](auto& o) -> auto& { return o.shape; }, 2);
    return t;
  }();
  return table;
}

std::vector<Fault> RigidBodyPlanarOptions::validate() const {
  auto faults = parameters().validate(*this);
  require_count("position", position, 2, faults);
  require_count("velocity", velocity, 2, faults);
  shape.check(2, faults);
  return faults;
}

BuiltBody make_rigid_body_planar(const RigidBodyPlanarOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  SparseMatrix M(3, 3);
  M.setIdentity();
  M.coeffRef(0, 0) = M.coeffRef(1, 1) = options.mass;
  M.coeffRef(2, 2) = options.inertia;
  auto body = std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(3), SymmetricMatrix(3),
                                           ModeBound{0.0, 0.0, 0.0});
  auto* const linear = body.get();
  BuiltBody built(std::move(body), {1, 2, [](Index) { return std::array<double, 3>{}; }});
  built.motion = Marker::Motion::planar;
  built.shape = options.shape.maker(2);
  built.q_names = {"x", "y", "phi"};
  built.v_names = {"v_x", "v_y", "omega"};
  built.add_gravity = [linear](const std::array<double, 3>& g) { linear->add_gravity(Vector3(g[0], g[1], 0.0)); };
  built.q = Vector3(options.position[0], options.position[1], options.angle);
  built.v = Vector3(options.velocity[0], options.velocity[1], options.angular_velocity);
  return built;
}

}  // namespace percuss
