// SPDX-License-Identifier: Apache-2.0
#include "model/spring.hpp"

#include <algorithm>
#include <cmath>

#include "contact/joints.hpp"
#include "core/decompositions.hpp"
#include "model/marker_reference.hpp"
#include "model/reference.hpp"

namespace percuss {

const ParameterTable<SpringOptions>& SpringOptions::parameters() {
  static const auto table = [] {
    ParameterTable<SpringOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the body at one end")
        .required();
    t.node(
        "node", [](auto& o) -> auto& { return o.node; }, "its node: index from 0, `first` or `last`");
    t.numbers(
        "point", [](auto& o) -> auto& { return o.point; }, "m",
        "attachment point on a rigid body or beam, in the body's axes; missing coordinates are 0");
    t.text(
        "to", [](auto& o) -> auto& { return o.to; }, "name of the body at the other end, or `ground`");
    t.node(
        "to_node", [](auto& o) -> auto& { return o.to_node; }, "its node: index from 0, `first` or `last`");
    t.numbers(
        "to_point", [](auto& o) -> auto& { return o.to_point; }, "m",
        "attachment point, on a rigid body or beam in its axes, on `ground` in inertial axes; missing coordinates are "
        "0");
    t.number(
        "stiffness", [](auto& o) -> auto& { return o.stiffness; }, "N/m", "stiffness", non_negative);
    t.number(
        "damping", [](auto& o) -> auto& { return o.damping; }, "N s/m",
        "coefficient of a damper parallel to the spring", non_negative);
    t.number(
         "length", [](auto& o) -> auto& { return o.length; }, "m", "unstressed length; default: the initial distance",
         non_negative)
        .optional();
    t.boolean(
        "implicit", [](auto& o) -> auto& { return o.implicit; },
        "take spring and damper implicitly, as a joint of this name that gives way: stable at any step");
    return t;
  }();
  return table;
}

void Spring::add_forces(double, VecRef q, VecRef v, VecOut f) const {
  const Vector3 r = b_.position(q) - a_.position(q);
  const double l = r.norm();
  const Vector3 n = l > 0.0 ? Vector3(r / l) : Vector3::Zero();
  Vector3 pull = length_ > 0.0 ? Vector3(stiffness_ * (l - length_) * n) : Vector3(stiffness_ * r);
  if (damping_ > 0.0) pull += damping_ * n.dot(b_.velocity(q, v) - a_.velocity(q, v)) * n;
  a_.add_force(q, pull, f);
  b_.add_force(q, -pull, f);
}

namespace {

/// Elongations below this share of the length are round-off.
constexpr double round_off_of_length = 1e-9;

/// A body that turns with the arm s takes the force F along another line: the moment s x F has the stiffness s.F 1 - s
/// F' of which the symmetric part makes oscillations.
void push_arm(const Marker& end, VecRef q, const Vector3& force, SparseColumns& W, std::vector<JointLaw>& laws) {
  const Marker frame = end.frame();
  if (!frame.can_turn()) return;
  const Vector3 arm = end.position(q) - frame.position(q);
  const auto push = [&](const Vector3& axis, double stiffness) {
    if (stiffness == 0.0) return;
    frame.push_angular_velocity(q, axis, W);
    W.finish_column();
    laws.push_back({stiffness, 0.0});
  };
  if (end.dimension() == 2) return push(Vector3::UnitZ(), arm.dot(force));
  const Matrix3 G = arm.dot(force) * Matrix3::Identity() - 0.5 * (arm * force.transpose() + force * arm.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(G);
  for (Index i = 0; i < 3; ++i) push(solver.eigenvectors().col(i), solver.eigenvalues()[i]);
}

}  // namespace

void Spring::push_springs(VecRef q, SparseColumns& W, std::vector<JointLaw>& laws) const {
  const Vector3 r = b_.position(q) - a_.position(q);
  const double l = r.norm();
  const auto push = [&](const Vector3& n, JointLaw law) {
    b_.push_velocity(q, n, W);
    a_.push_velocity(q, -n, W);
    W.finish_column();
    laws.push_back(law);
  };
  const Index dimension = std::max(a_.dimension(), b_.dimension());
  if (l == 0.0) {  // it pulls to all sides alike, or to none
    for (Index i = 0; i < dimension && length_ == 0.0; ++i) push(Vector3::Unit(i), {stiffness_, 0.0});
    return;
  }
  const Vector3 n = r / l;
  push(n, {stiffness_, damping_});
  const double tension = stiffness_ * (l - length_);
  if (std::abs(l - length_) <= round_off_of_length * l) return;
  // To the side T/l; of a spring pressed to less than half its length the force no longer goes with the deflection.
  const JointLaw side{std::max(tension / l, -stiffness_), 0.0};
  if (dimension == 2) push({-n[1], n[0], 0.0}, side);
  const Vector3 across = n.unitOrthogonal();
  for (const Vector3& d : {across, Vector3(n.cross(across))})
    if (dimension == 3) push(d, side);
  push_arm(a_, q, tension * n, W, laws);
  push_arm(b_, q, -tension * n, W, laws);
}

double Spring::potential(double, VecRef q) const {
  const double elongation = (b_.position(q) - a_.position(q)).norm() - length_;
  return 0.5 * stiffness_ * elongation * elongation;
}

Work Spring::work(double, double h, VecRef q, VecRef v_old, VecRef v_new) const {
  if (damping_ == 0.0) return {};
  const Vector3 r = b_.position(q) - a_.position(q);
  const double l = r.norm();
  if (l == 0.0) return {};
  const Vector3 n = r / l;
  // l'' = n . r'' + |r' across n|^2 / l, of which the part that does not need v' is known.
  const auto rate_at_middle = [&](VecRef v) {
    const Vector3 u = b_.velocity(q, v) - a_.velocity(q, v);
    const Vector3 bias = b_.acceleration_bias(q, v) - a_.acceleration_bias(q, v);
    const double along = n.dot(u);
    return along + 0.5 * h * (n.dot(bias) + (u.squaredNorm() - along * along) / l);
  };
  const double rate = 0.5 * (rate_at_middle(v_old) + rate_at_middle(v_new));
  return {0.0, h * damping_ * rate * rate};
}

namespace {

/// Without length and damper three springs side by side: the distance has no direction where it is 0.
void add_row(Model& model, const std::string& name, const Marker& a, const Marker& b, const SpringOptions& options,
             double length) {
  const JointLaw law{options.stiffness, options.damping};
  std::vector<Joints::Row> rows;
  if (length > 0.0 || options.damping > 0.0)
    rows = {Joints::Row::distance(length)};
  else
    for (Index i = 0; i < std::max(a.dimension(), b.dimension()); ++i)
      rows.push_back(Joints::Row::point(Vector3::Unit(i)));
  std::vector<JointLaw> laws(rows.size(), law);
  model.contacts.last<Joints>().add({name, a, b, std::move(rows), std::move(laws)});
}

}  // namespace

void add_spring(Model& model, const std::string& name, const SpringOptions& options) {
  auto faults = SpringOptions::parameters().validate(options);
  if (options.stiffness == 0.0 && options.damping == 0.0)
    faults.push_back({{}, "stiffness", "neither spring nor damper", "give a `stiffness` or a `damping` above 0"});
  const auto a = find_marker(model, {options.body, options.node, options.point}, {}, faults);
  const auto b = find_marker_or_ground(model, {options.to, options.to_node, options.to_point},
                                       {"to", "to_node", "to_point"}, faults);
  const bool implicit = options.implicit || model.implicit_springs;
  if (implicit) check_new_joint(model, name, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  const double distance = (b->position(model.initial.q) - a->position(model.initial.q)).norm();
  const double length = options.length == as_at_start ? distance : options.length;
  const bool needs_direction = options.damping > 0.0 || length > 0.0 || options.length == as_at_start;
  if (distance == 0.0 && needs_direction)
    throw input_error("to", "both ends initially coincide: the spring has no direction",
                      "choose other points, or a spring without damping of `length: 0`");
  if (implicit) return add_row(model, name, *a, *b, options, length);
  model.system.add(std::make_unique<Spring>(*a, *b, options.stiffness, options.damping, length));
}

}  // namespace percuss
