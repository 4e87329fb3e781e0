// SPDX-License-Identifier: Apache-2.0
#include "model/motor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/frame.hpp"
#include "contact/joints.hpp"
#include "model/joint.hpp"
#include "model/joint_site.hpp"
#include "model/marker_reference.hpp"
#include "model/reference.hpp"

namespace percuss {

namespace {

/// Kinks of a velocity are so far apart, of the time since 0.
constexpr double kink_distance = 1e-10;

ParameterTable<MotorOptions> make_motor_table(MotorKind kind) {
  const bool turns = kind == MotorKind::rotation;
  ParameterTable<MotorOptions> t;
  t.text(
       "body", [](auto& o) -> auto& { return o.body; }, "name of the body that is moved")
      .required();
  t.node(
      "node", [](auto& o) -> auto& { return o.node; }, "node of the body: index from 0, `first` or `last`");
  t.numbers(
       "point", [](auto& o) -> auto& { return o.point; }, "m",
       "point of a rigid body or beam in its axes; default: the body's reference point or the node")
      .optional();
  t.text(
      "to", [](auto& o) -> auto& { return o.to; }, "the other body, or `ground`");
  t.node(
      "to_node", [](auto& o) -> auto& { return o.to_node; }, "node of the other body");
  t.numbers(
       "to_point", [](auto& o) -> auto& { return o.to_point; }, "m",
       "point of `to` in its axes; default: its reference point")
      .optional();
  t.numbers(
       "axis", [](auto& o) -> auto& { return o.axis; }, "",
       turns ? "axis of the rotation, in the axes of `to`, of any length; required in space, z in the plane"
             : "direction of the displacement, in the axes of `to`, of any length; x on a line")
      .optional();
  LoadValue::declare(t, turns ? "angular velocity" : "velocity", turns ? "rad/s" : "m/s");
  return t;
}

/// The two ends and what the axis says about them.
struct MotorSite {
  Marker body, to;
  Vector3 axis;  // unit, in the axes of `to`

  MotorSite(Model& model, MotorKind kind, const MotorOptions& options, std::vector<Fault>& faults)
      : body(Marker::ground(Vector3::Zero())), to(body), axis(Vector3::UnitX()) {
    const auto a = find_marker(model, {options.body, options.node, options.point}, {}, faults);
    const auto b = find_marker_or_ground(model, {options.to, options.to_node, options.to_point},
                                         {"to", "to_node", "to_point"}, faults);
    if (!faults.empty()) return;
    body = *a;
    to = *b;
    check(kind, options, faults);
  }

  void check(MotorKind kind, const MotorOptions& options, std::vector<Fault>& faults) {
    const Index dimension = body.dimension();
    const auto complain = [&](const char* key, std::string message, const char* remedy) {
      faults.push_back({{}, key, std::move(message), remedy});
    };
    if (options.to == options.body) complain("to", "a body cannot move itself", "name another body or `ground`");
    if (to.dimension() > 0 && to.dimension() != dimension)
      complain("to", fmt::format("`{}` and `{}` do not move in the same space", options.to, options.body),
               "name a body that moves in the same space");
    const bool turns = kind == MotorKind::rotation;
    if (turns && !(body.can_turn() && (to.dimension() == 0 || to.can_turn())))
      complain("type", fmt::format("a node of `{}` does not rotate", body.can_turn() ? options.to : options.body),
               "use a `linear_motor`, or a rigid body");
    const bool has_axis = turns ? dimension == 3 : true, needed = turns ? dimension == 3 : dimension > 1;
    if (!has_axis && !options.axis.empty())
      complain("axis", "a rotation in the plane has none", "leave it out: the rotation is about z");
    if (needed && options.axis.empty()) complain("axis", "the axis is missing", "give a direction, e.g. [1, 0]");
    if (has_axis && !options.axis.empty()) {
      check_components("axis", options.axis, dimension, "the motion", faults);
      if (!(as_vector(options.axis).stableNorm() > 0.0))
        complain("axis", "the direction has no length", "give a direction, e.g. [1, 0]");
      axis = as_vector(options.axis).stableNormalized();
    }
    if (turns && dimension == 2) axis = Vector3::UnitZ();
  }

  Joints::Row row(MotorKind kind, VecRef q) const {
    const Matrix3 B = to.rotation(q);
    if (kind == MotorKind::rotation) {
      const Vector3 z = tangents_of(axis)[0];
      return Joints::Row::turn(body.rotation(q).transpose() * (B * z), axis.cross(z), z);
    }
    auto row = to.can_turn() ? Joints::Row::offset(axis) : Joints::Row::point(axis);
    row.at_rest = (B * axis).dot(body.position(q) - to.position(q));
    return row;
  }
};

/// The column of W of a joint's only row, at the start.
Vector column_of(const Model& model, const ContactModel& joints, Index k) {
  ContactSet set;
  joints.evaluate(model.initial.t, model.initial.q, model.system.num_v(), std::array<Index, 1>{k}, set);
  Vector w = Vector::Zero(model.system.num_v());
  set.W.add_column(0, 1.0, w);
  return w;
}

/// A fault when the initial velocities are not those of the motor, to joint_tolerance of what they are made of.
void check_start(const Model& model, const Vector& w, double rate, double rate_size, const char* unit,
                 std::vector<Fault>& faults) {
  const double gamma = w.dot(model.initial.v), size = w.cwiseAbs().dot(model.initial.v.cwiseAbs());
  if (std::abs(gamma - rate) <= joint_tolerance * (size + rate_size)) return;
  faults.push_back(
      {{},
       "",
       fmt::format("initially the motor moves at {:.6g} {} and the body at {:.6g} {}", rate, unit, gamma, unit),
       "give the bodies initial velocities that fit, or let the motor start from theirs"});
}

/// A fault when another motor moves the same already: they could but contradict each other.
void check_alone(const Model& model, const Vector& w, std::vector<Fault>& faults) {
  constexpr double parallel = 1.0 - 1e-12;
  for (Index k = 0; k < model.contacts.size(); ++k) {
    if (!model.contacts.is_driven(k)) continue;
    const Vector other = column_of(model, model.contacts, k);
    if (std::abs(w.dot(other)) < parallel * w.norm() * other.norm()) continue;
    faults.push_back({{},
                      "",
                      fmt::format("the motor `{}` moves the same already", model.contacts.name(k)),
                      "leave one of the two out"});
  }
}

/// A fault where a ramp of the table is so short that round-off of the time would tell its slope.
void check_ramps(const Table& history, std::vector<Fault>& faults) {
  for (std::size_t i = 1; i < history.size(); ++i) {
    const double shortest = kink_distance * std::abs(history[i].first);
    const double time = history[i].first - history[i - 1].first;
    if (!(time > 0.0) || time >= shortest || history[i].second == history[i - 1].second) continue;
    faults.push_back(
        {{},
         "history",
         fmt::format("from {:.6g} s on the velocity changes within {:.3g} s, which is round-off of the time",
                     history[i - 1].first, time),
         fmt::format("let it take {:.3g} s or more: within one step it is a jump", shortest)});
  }
}

/// Those so close to one before that only round-off parts them come in its place.
void add_kinks(const std::vector<double>& times, std::vector<double>& kinks) {
  kinks.insert(kinks.end(), times.begin(), times.end());
  std::sort(kinks.begin(), kinks.end());
  std::size_t count = 0;
  for (const double t : kinks) {
    if (count > 0 && t - kinks[count - 1] < 0.5 * kink_distance * std::abs(t)) --count;
    kinks[count++] = t;
  }
  kinks.resize(count);
}

}  // namespace

const ParameterTable<MotorOptions>& MotorOptions::parameters(MotorKind kind) {
  static const std::array tables{make_motor_table(MotorKind::rotation), make_motor_table(MotorKind::translation)};
  return tables[static_cast<std::size_t>(kind)];
}

void add_motor(Model& model, const std::string& name, MotorKind kind, const MotorOptions& options) {
  const bool turns = kind == MotorKind::rotation;
  auto faults = MotorOptions::parameters(kind).validate(options);
  options.check(turns ? "angular velocity" : "velocity", faults);
  check_ramps(options.history, faults);
  const MotorSite site(model, kind, options, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto rate = options.function();
  const double start = model.initial.t, s_0 = rate.integral(start);
  auto drive = std::make_shared<const Joints::Drive>(
      Joints::Drive{[rate, s_0](double t) { return rate.integral(t) - s_0; }, [rate](double t) { return rate(t); },
                    [rate](double t) { return rate.derivative(t); }});
  const Joints::Joint joint{name, site.body, site.to, {site.row(kind, model.initial.q)}, {}, std::move(drive)};
  Joints alone;
  alone.add(joint);
  const Vector w = column_of(model, alone, 0);
  check_start(model, w, rate(start), rate.size(start), turns ? "rad/s" : "m/s", faults);
  check_alone(model, w, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  model.contacts.last<Joints>().add(joint);
  add_kinks(rate.kinks(), model.kinks);
  model.shortest_period = std::min(model.shortest_period, rate.period());
}

}  // namespace percuss
