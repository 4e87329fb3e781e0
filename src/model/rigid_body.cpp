// SPDX-License-Identifier: Apache-2.0
#include "model/rigid_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/components.hpp"

namespace percuss {

Eigen::Quaterniond quaternion_of(const Vector3& rotation) {
  const double angle = rotation.norm();
  // sin(angle/2)/angle; the series leaves out angle^4/3840.
  const double s = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48.0;
  return {std::cos(0.5 * angle), s * rotation[0], s * rotation[1], s * rotation[2]};
}

RigidBody::RigidBody(double mass, const Vector3& inertia)
    : mass_(mass), inertia_(inertia), spherical_(inertia[0] == inertia[1] && inertia[1] == inertia[2]) {}

void RigidBody::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  q_next.head<3>() = q.head<3>() + a * v.head<3>() + b * w.head<3>();
  const Eigen::Quaterniond old(q[3], q[4], q[5], q[6]);
  const Eigen::Quaterniond p = old * quaternion_of(a * v.tail<3>() + b * w.tail<3>());
  // One Newton step towards unit length takes out the round-off, which would add up over millions of steps.
  const double scale = 0.5 * (3.0 - p.squaredNorm());
  q_next[3] = scale * p.w();
  q_next.tail<3>() = scale * p.vec();
}

void RigidBody::displacement_rate(VecRef x, VecRef v, VecOut y) const {
  const Vector3 theta = x.tail<3>(), turned = theta.cross(Vector3(v.tail<3>()));
  const double angle = theta.norm();
  // The series leaves out angle^4/30240.
  const double c =
      angle > 1e-2 ? (1.0 - 0.5 * angle / std::tan(0.5 * angle)) / (angle * angle) : 1.0 / 12.0 + angle * angle / 720.0;
  y.head<3>().setZero();
  y.tail<3>() = 0.5 * turned + c * theta.cross(turned);
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
        "orientation", [](auto& o) -> auto& { return o.orientation; }, "",
        "initial rotation from body axes to inertial axes: quaternion [w, x, y, z] of any length, or rotation vector "
        "[x, y, z] in rad");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocity of the centre of mass, x, y and z");
    t.numbers(
        "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
        "initial angular velocity omega, in body axes");
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
  if (orientation.size() != 3 && orientation.size() != 4)
    faults.push_back({{},
                      "orientation",
                      fmt::format("{} numbers", orientation.size()),
                      "give a quaternion [w, x, y, z] or a rotation vector [x, y, z] in rad"});
  else if (orientation.size() == 4 && !(Eigen::Map<const Eigen::Vector4d>(orientation.data()).stableNorm() > 0.0))
    faults.push_back({{},
                      "orientation",
                      "a quaternion of length 0 is not an orientation",
                      "give another, e.g. [1, 0, 0, 0]: body axes aligned with the inertial ones"});
  return faults;
}

namespace {

/// w, x, y, z of unit length.
Eigen::Vector4d unit_quaternion(const std::vector<double>& orientation) {
  if (orientation.size() == 4) return Eigen::Map<const Eigen::Vector4d>(orientation.data()).stableNormalized();
  const auto p = quaternion_of(Eigen::Map<const Vector3>(orientation.data()));
  return {p.w(), p.x(), p.y(), p.z()};
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
