// SPDX-License-Identifier: Apache-2.0
#include "model/bushing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "contact/joints.hpp"
#include "model/marker_reference.hpp"
#include "model/reference.hpp"
#include "model/spring_rotations.hpp"

namespace percuss {

const ParameterTable<BushingOptions>& BushingOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BushingOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the body on which the reported force acts")
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
         "point of `to` in its axes, where the springs are unstressed; default: where the body's point is initially, "
         "on a beam its node")
        .optional();
    t.numbers(
         "stiffness", [](auto& o) -> auto& { return o.stiffness; }, "N/m",
         "stiffness along the axes of `to`; missing numbers are 0")
        .optional();
    t.numbers(
         "damping", [](auto& o) -> auto& { return o.damping; }, "N s/m",
         "damping along the axes of `to`; missing numbers are 0")
        .optional();
    t.numbers(
         "rotational_stiffness", [](auto& o) -> auto& { return o.rotational_stiffness; }, "N m/rad",
         "rotational stiffness: about z in the plane, about the axes of `to` in space (of three springs the rotation "
         "vector, of two the tilt of the third axis, of one the twist); missing numbers are 0")
        .optional();
    t.numbers(
         "rotational_damping", [](auto& o) -> auto& { return o.rotational_damping; }, "N m s/rad",
         "rotational damping, likewise")
        .optional();
    return t;
  }();
  return table;
}

namespace {

void check_numbers(const char* key, const std::vector<double>& numbers, Index most, std::vector<Fault>& faults) {
  const auto complain = [&](std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  if (static_cast<Index>(numbers.size()) > most)
    complain(
        fmt::format("has {} numbers", numbers.size()),
        most > 0 ? remedy_for_components(most) : std::string("leave it out: a node that does not rotate has none"));
  if (std::any_of(numbers.begin(), numbers.end(), [](double x) { return !(x >= 0.0); }))
    complain("is negative", "expected numbers >= 0");
}

/// The rows that have a spring or a damper, and their laws.
struct Rows {
  std::vector<Joints::Row> rows;
  std::vector<JointLaw> laws;

  void add(const Joints::Row& row, std::size_t i, const std::vector<double>& k, const std::vector<double>& d) {
    const JointLaw law{i < k.size() ? k[i] : 0.0, i < d.size() ? d[i] : 0.0};
    if (law.stiffness == 0.0 && law.damping == 0.0) return;
    rows.push_back(row);
    laws.push_back(law);
  }
};

Rows force_rows(const BushingOptions& options, const Marker& to, Index dimension) {
  Rows forces;
  for (Index i = 0; i < dimension; ++i) {
    const Vector3 n = Vector3::Unit(i);
    forces.add(to.can_turn() ? Joints::Row::offset(n) : Joints::Row::point(n), static_cast<std::size_t>(i),
               options.stiffness, options.damping);
  }
  return forces;
}

/// Where the body's point is at the start, as a point of the same body as `to`, where that is possible.
Marker unstressed(const Marker& body, const Marker& to, VecRef q) {
  if (to.dimension() > 0 && (!to.can_turn() || to.is_elastic())) return to;
  const Marker centre = to.at(Vector3::Zero());
  return to.at(centre.rotation(q).transpose() * (body.position(q) - centre.position(q)));
}

}  // namespace

void add_bushing(Model& model, const std::string& name, const BushingOptions& options) {
  auto faults = BushingOptions::parameters().validate(options);
  const auto body = find_marker(model, {options.body, options.node, options.point}, {}, faults);
  auto to = find_marker_or_ground(model, {options.to, options.to_node, options.to_point}, {"to", "to_node", "to_point"},
                                  faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  const Vector& q = model.initial.q;
  const Index dimension = body->dimension();
  const bool turns = body->can_turn() && (to->dimension() == 0 || to->can_turn());
  const Index rotations = !turns ? 0 : dimension == 3 ? 3 : 1;
  if (to->dimension() > 0 && to->dimension() != dimension)
    faults.push_back({{},
                      "to",
                      fmt::format("`{}` and `{}` do not move in the same space", options.to, options.body),
                      "couple bodies that move in the same space"});
  check_numbers("stiffness", options.stiffness, dimension, faults);
  check_numbers("damping", options.damping, dimension, faults);
  check_numbers("rotational_stiffness", options.rotational_stiffness, rotations, faults);
  check_numbers("rotational_damping", options.rotational_damping, rotations, faults);
  if (options.to == options.body && options.node == options.to_node && options.point == options.to_point)
    faults.push_back({{}, "to", "both ends are the same point", "name another body, or `ground`"});
  if (!faults.empty()) throw InputError(std::move(faults));

  if (options.to_point.empty()) to = unstressed(*body, *to, q);
  auto forces = force_rows(options, *to, dimension);
  Rows moments;
  if (rotations > 0) {
    const auto& k = options.rotational_stiffness;
    std::array<bool, 3> stiff{};
    std::transform(k.begin(), k.end(), stiff.begin(), [](double x) { return x > 0.0; });
    const auto turns_of = spring_rotations(*body, *to, q, dimension == 3, stiff);
    for (std::size_t i = 0; i < turns_of.size(); ++i) moments.add(turns_of[i], i, k, options.rotational_damping);
  }
  if (forces.rows.empty() && moments.rows.empty())
    throw input_error("stiffness", "neither spring nor damper", "give a stiffness or a damping above 0");
  auto& joints = model.contacts.last<Joints>();
  const bool split = forces.rows.size() + moments.rows.size() > 3;
  if (!split) {
    forces.rows.insert(forces.rows.end(), moments.rows.begin(), moments.rows.end());
    forces.laws.insert(forces.laws.end(), moments.laws.begin(), moments.laws.end());
  }
  joints.add({split ? name + ".1" : name, *body, *to, std::move(forces.rows), std::move(forces.laws)});
  if (split) joints.add({name + ".2", *body, *to, std::move(moments.rows), std::move(moments.laws)});
}

}  // namespace percuss
