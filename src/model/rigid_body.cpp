// SPDX-License-Identifier: Apache-2.0
#include "model/rigid_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/rotation.hpp"
#include "model/components.hpp"
#include "model/orientation.hpp"

namespace percuss {

RigidBody::RigidBody(double mass, const Vector3& inertia)
    : mass_(mass), inertia_(inertia), spherical_(inertia[0] == inertia[1] && inertia[1] == inertia[2]) {}

void RigidBody::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  q_next.head<3>() = q.head<3>() + a * v.head<3>() + b * w.head<3>();
  turn_quaternion(q.tail<4>(), a * v.tail<3>() + b * w.tail<3>(), q_next.tail<4>());
}

void RigidBody::displacement_rate(VecRef x, VecRef v, VecOut y) const {
  y.head<3>().setZero();
  y.tail<3>() = rotation_vector_rate(x.tail<3>(), v.tail<3>());
}

void RigidBody::forces(double, VecRef, VecRef v, VecOut f) const {
  const Vector3 omega = v.tail<3>();
  f.head<3>() = mass_ * gravity_;
  if (spherical_)
    f.tail<3>().setZero();
  else
    f.tail<3>() = inertia_.cwiseProduct(omega).cross(omega);
}

void RigidBody::tangent(double, VecRef, VecRef v, TangentWeights weights, SparseMatrix& A) const {
  const bool diagonal = spherical_ || weights.damping == 0.0;
  if (A.rows() != 6 || A.nonZeros() != (diagonal ? 6 : 12)) {
    A.resize(6, 6);
    for (Index j = 0; j < 6; ++j)
      for (Index i = 0; i < 6; ++i)
        if (i == j || (!diagonal && i >= 3 && j >= 3)) A.insert(i, j) = 0.0;
    A.makeCompressed();
  }
  const Vector3 w = v.tail<3>();
  const Vector3& J = inertia_;
  for (Index j = 0; j < 3; ++j) {
    A.coeffRef(j, j) = weights.mass * mass_;
    A.coeffRef(3 + j, 3 + j) = weights.mass * J[j];
    if (diagonal) continue;
    // With k after j after i in the cycle x, y, z: (omega x J omega)_i = (J_k - J_j) omega_j omega_k.
    const Index k = (j + 1) % 3, i = (j + 2) % 3;
    A.coeffRef(3 + i, 3 + j) = weights.damping * (J[k] - J[j]) * w[k];
    A.coeffRef(3 + i, 3 + k) = weights.damping * (J[k] - J[j]) * w[j];
  }
}

Energy RigidBody::energy(double, VecRef q, VecRef v) const {
  const Vector3 omega = v.tail<3>();
  return {0.5 * (mass_ * v.head<3>().squaredNorm() + omega.dot(inertia_.cwiseProduct(omega))),
          -mass_ * gravity_.dot(q.head<3>())};
}

const ParameterTable<RigidBodyOptions>& RigidBodyOptions::parameters() {
  static const auto table = [] {
    ParameterTable<RigidBodyOptions> t;
    t.number(
         "mass", [](auto& o) -> auto& { return o.mass; }, "kg", "mass", positive)
        .required();
    t.numbers(
         "inertia", [](auto& o) -> auto& { return o.inertia; }, "kg m^2",
         "principal moments of inertia [Jx, Jy, Jz] about the centre of mass; their axes are the body's axes; one "
         "number stands for three equal moments",
         positive)
        .required();
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "initial position of the centre of mass, x, y and z");
    t.numbers(
        "orientation", [](auto& o) -> auto& { return o.orientation; }, "", orientation_doc);
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocity of the centre of mass, x, y and z");
    t.numbers(
        "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
        "initial angular velocity omega, in body axes");
    declare_shape(
        t, [](auto& o) -> auto& { return o.shape; }, 3);
    return t;
  }();
  return table;
}

std::vector<Fault> RigidBodyOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (inertia.size() != 1) require_count("inertia", inertia, 3, faults);
  if (inertia.size() == 3) {
    const double sum = inertia[0] + inertia[1] + inertia[2];
    const double largest = *std::max_element(inertia.begin(), inertia.end());
    // A flat body has equality; 1 % leaves room for rounded data.
    if (largest > 1.01 * (sum - largest))
      faults.push_back({{},
                        "inertia",
                        fmt::format("no body has a moment of inertia, {}, greater than the sum of the other two, {}",
                                    largest, sum - largest),
                        "give the principal moments of inertia about the centre of mass"});
  }
  require_count("position", position, 3, faults);
  require_count("velocity", velocity, 3, faults);
  require_count("angular_velocity", angular_velocity, 3, faults);
  check_orientation(orientation, faults);
  shape.check(3, faults);
  return faults;
}

namespace {

/// Euler's: spinning about axis i it wobbles with  omega_i sqrt((J_i - J_j)(J_i - J_k) / (J_j J_k))  in its axes.
Vector3 free_wobble(const Vector3& J) {
  Vector3 wobble;
  for (Index i = 0; i < 3; ++i) {
    const double a = J[(i + 1) % 3], b = J[(i + 2) % 3];
    wobble[i] = std::sqrt(std::max(0.0, (J[i] - a) * (J[i] - b) / (a * b)));
  }
  return wobble;
}

}  // namespace

BuiltBody make_rigid_body(const RigidBodyOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto vector = [](const std::vector<double>& x) -> Vector3 { return Eigen::Map<const Vector3>(x.data()); };
  const Vector3 inertia = options.inertia.size() == 1 ? Vector3::Constant(options.inertia[0]) : vector(options.inertia);
  auto body = std::make_unique<RigidBody>(options.mass, inertia);
  BuiltBody built;
  built.nodes = {1, 3, [](Index) { return std::array<double, 3>{}; }};
  built.motion = Marker::Motion::spatial;
  built.wobble = free_wobble(inertia);
  built.shape = options.shape.maker(3);
  built.q_names = {"x", "y", "z", "quaternion.w", "quaternion.x", "quaternion.y", "quaternion.z"};
  built.v_names = {"v_x", "v_y", "v_z", "omega.x", "omega.y", "omega.z"};
  built.add_gravity = [rigid = body.get()](const std::array<double, 3>& g) {
    rigid->add_gravity(Vector3(g[0], g[1], g[2]));
  };
  built.q = Vector(7);
  built.q << vector(options.position), unit_quaternion(options.orientation);
  built.v = Vector(6);
  built.v << vector(options.velocity), vector(options.angular_velocity);
  built.bodies.push_back(std::move(body));
  return built;
}

}  // namespace percuss
