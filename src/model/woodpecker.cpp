// SPDX-License-Identifier: Apache-2.0
#include "model/woodpecker.hpp"

#include <fmt/format.h>

#include "model/components.hpp"
#include "model/fastest_mode.hpp"
#include "model/woodpecker_shape.hpp"

namespace percuss {

const ParameterTable<WoodpeckerOptions>& WoodpeckerOptions::parameters() {
  static const auto table = [] {
    ParameterTable<WoodpeckerOptions> t;
    t.number(
        "sleeve_mass", [](auto& o) -> auto& { return o.sleeve_mass; }, "kg", "mass mM of the sleeve", positive);
    t.number(
        "bird_mass", [](auto& o) -> auto& { return o.bird_mass; }, "kg", "mass mS of the bird", positive);
    t.number(
        "sleeve_inertia", [](auto& o) -> auto& { return o.sleeve_inertia; }, "kg m^2",
        "moment of inertia JM of the sleeve about its centre of mass", positive);
    t.number(
        "bird_inertia", [](auto& o) -> auto& { return o.bird_inertia; }, "kg m^2",
        "moment of inertia JS of the bird about its centre of mass", positive);
    t.number(
        "stiffness", [](auto& o) -> auto& { return o.stiffness; }, "N m/rad",
        "c_phi of the torsion spring between sleeve and bird", non_negative);
    t.number(
        "gravity", [](auto& o) -> auto& { return o.gravity; }, "m/s^2", "acceleration of gravity, along -y");
    t.number(
        "pole_radius", [](auto& o) -> auto& { return o.geometry.pole_radius; }, "m", "radius r0 of the pole", positive);
    t.number(
        "sleeve_radius", [](auto& o) -> auto& { return o.geometry.sleeve_radius; }, "m",
        "radius rM of the sleeve's hole, greater than pole_radius", positive);
    t.number(
        "sleeve_half_height", [](auto& o) -> auto& { return o.geometry.sleeve_half_height; }, "m",
        "half the height, hM, of the sleeve", positive);
    t.number(
        "sleeve_to_spring", [](auto& o) -> auto& { return o.geometry.sleeve_to_spring; }, "m",
        "distance lM of the spring from the pole's axis", non_negative);
    t.number(
        "spring_to_bird", [](auto& o) -> auto& { return o.geometry.spring_to_bird; }, "m",
        "distance lG of the bird's centre of mass from the spring", non_negative);
    t.number(
        "beak_height", [](auto& o) -> auto& { return o.geometry.beak_height; }, "m",
        "height hS of the beak above the bird's centre of mass", positive);
    t.number(
        "beak_length", [](auto& o) -> auto& { return o.geometry.beak_length; }, "m",
        "distance lS of the tip of the beak from the bird's centre of mass, along the horizontal", non_negative);
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "",
        "initial values of y [m], phi_M [rad] and phi_S [rad], in this order");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "",
        "initial values of y' [m/s], phi_M' [1/s] and phi_S' [1/s], in this order");
    return t;
  }();
  return table;
}

std::vector<Fault> WoodpeckerOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (geometry.sleeve_radius <= geometry.pole_radius)
    faults.push_back({{},
                      "sleeve_radius",
                      fmt::format("a hole of radius {} m is too small for the pole of radius {} m",
                                  geometry.sleeve_radius, geometry.pole_radius),
                      "choose sleeve_radius > pole_radius"});
  require_count("position", position, 3, faults);
  require_count("velocity", velocity, 3, faults);
  return faults;
}

Woodpecker::Woodpecker(const WoodpeckerOptions& o) : geometry_(o.geometry) {
  const double mS = o.bird_mass, lM = geometry_.sleeve_to_spring, lG = geometry_.spring_to_bird, c = o.stiffness;
  M_ << mS + o.sleeve_mass, mS * lM, mS * lG,                  //
      mS * lM, o.sleeve_inertia + mS * lM * lM, mS * lM * lG,  //
      mS * lG, mS * lM * lG, o.bird_inertia + mS * lG * lG;
  K_ << 0, 0, 0, 0, c, -c, 0, -c, c;
  weight_ = -o.gravity * M_.col(0);
}

void Woodpecker::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  q_next = q + a * v + b * w;
}

void Woodpecker::forces(double, VecRef q, VecRef, VecOut f) const {
  const double moment = K_(1, 1) * (q[1] - q[2]);
  f[0] = weight_[0];
  f[1] = weight_[1] - moment;
  f[2] = weight_[2] + moment;
}

void Woodpecker::tangent(double, VecRef, VecRef, TangentWeights weights, SparseMatrix& A) const {
  const Matrix3 full = weights.mass * M_ + weights.stiffness * K_;
  A.resize(3, 3);
  for (Index j = 0; j < 3; ++j)
    for (Index i = 0; i < 3; ++i) A.insert(i, j) = full(i, j);
  A.makeCompressed();
}

Energy Woodpecker::energy(double, VecRef q, VecRef v) const {
  const double twist = q[1] - q[2];
  const Vector3 momentum = M_ * v;
  return {0.5 * v.dot(momentum), 0.5 * K_(1, 1) * twist * twist - q.dot(weight_)};
}

std::optional<ModeBound> Woodpecker::mode_bound() const { return fastest_mode(M_, Matrix::Zero(3, 3), K_); }

BuiltBody make_woodpecker(const WoodpeckerOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  BuiltBody built;
  built.bodies.push_back(std::make_unique<Woodpecker>(options));
  built.nodes.count = 0;
  built.shape = [geometry = options.geometry](Index q, Index v) { return woodpecker_shape(geometry, q, v); };
  built.q_names = {"y", "phi_M", "phi_S"};
  built.v_names = {"v_y", "omega_M", "omega_S"};
  built.q = Eigen::Map<const Vector>(options.position.data(), 3);
  built.v = Eigen::Map<const Vector>(options.velocity.data(), 3);
  return built;
}

const ParameterTable<WoodpeckerPoleOptions>& WoodpeckerPoleOptions::parameters() {
  static const auto table = [] {
    ParameterTable<WoodpeckerPoleOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the woodpecker")
        .required();
    t.numbers(
        "restitution", [](auto& o) -> auto& { return o.restitution; }, "",
        "Newton's normal restitution eps_n of beak, sleeve below and sleeve above", unit_interval);
    t.number(
        "tangential_restitution", [](auto& o) -> auto& { return o.tangential_restitution; }, "",
        "tangential restitution eps_t of all three", unit_interval);
    t.number(
        "friction", [](auto& o) -> auto& { return o.friction; }, "", "Coulomb friction coefficient mu of all three",
        non_negative);
    return t;
  }();
  return table;
}

void add_woodpecker_pole(Model& model, const std::string& name, const WoodpeckerPoleOptions& options) {
  auto faults = WoodpeckerPoleOptions::parameters().validate(options);
  require_count("restitution", options.restitution, 3, faults);
  const auto* body = model.find_body(options.body);
  const auto* woodpecker =
      body == nullptr ? nullptr : dynamic_cast<const Woodpecker*>(&model.system.body(body->number));
  if (body == nullptr)
    faults.push_back({{},
                      "body",
                      fmt::format("there is no body `{}`", options.body),
                      remedy_for_unknown(options.body, model.body_names(), "`body`")});
  else if (woodpecker == nullptr)
    faults.push_back({{},
                      "body",
                      fmt::format("`{}` is a {}", body->name, body->type),
                      "a woodpecker_pole is for a body of type woodpecker"});
  if (!faults.empty()) throw InputError(std::move(faults));
  WoodpeckerPole::Laws laws;
  std::copy_n(options.restitution.begin(), 3, laws.restitution.begin());
  laws.tangential_restitution = options.tangential_restitution;
  laws.friction = options.friction;
  const Vector3 radius(woodpecker->geometry().pole_radius, 0.0, 0.0);
  model.scenery.push_back(
      {name, {}, {{Marker::ground(radius), Vector3::UnitX(), 2}, {Marker::ground(-radius), -Vector3::UnitX(), 2}}});
  model.contacts.add(
      std::make_unique<WoodpeckerPole>(name, body->q_offset, body->v_offset, woodpecker->geometry(), laws));
}

}  // namespace percuss
