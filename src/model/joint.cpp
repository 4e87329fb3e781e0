// SPDX-License-Identifier: Apache-2.0
#include "model/joint.hpp"

#include <fmt/format.h>

#include <array>

#include "model/joint_site.hpp"

namespace percuss {

namespace {

using JointTable = ParameterTable<JointOptions>;

void declare_ends(JointTable& t, JointKind kind) {
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
       kind == JointKind::distance ? "point of `to` in its axes; default: its reference point, or the origin for ground"
                                   : "point of `to` in its axes; default: where the body's point is initially")
      .optional();
}

void declare_axis(JointTable& t, JointKind kind) {
  const bool prismatic = kind == JointKind::prismatic;
  t.numbers(
      "axis", [](auto& o) -> auto& { return o.axis; }, "",
      prismatic ? "direction of the motion, in the axes of `to`, of any length"
                : "direction of the axis, in the axes of `to`, of any length; required in space, z in the plane");
  prismatic ? t.required() : t.optional();
  t.numbers(
       "body_axis", [](auto& o) -> auto& { return o.body_axis; }, "",
       "the same axis in the axes of the body, in space; default: its initial direction")
      .optional();
}

JointTable make_table(JointKind kind) {
  JointTable t;
  declare_ends(t, kind);
  if (kind == JointKind::revolute || kind == JointKind::prismatic) declare_axis(t, kind);
  if (kind == JointKind::distance)
    t.number(
         "length", [](auto& o) -> auto& { return o.length; }, "m",
         "distance between the two points, which the initial positions must have; default: the initial distance",
         positive)
        .optional();
  t.number(
      "compliance", [](auto& o) -> auto& { return o.compliance; }, "m/N, rad/(N m)",
      "compliance of each row, a spring taken implicitly, of the displacement or the angle about its axis; 0: rigid",
      non_negative);
  t.number(
      "damping", [](auto& o) -> auto& { return o.damping; }, "N s/m, N m s/rad",
      "of a joint with `compliance`: coefficient of a damper parallel to the spring of each row, implicit as well; it "
      "turns with `to`, or with `body` where that one turns more slowly at the start",
      non_negative);
  return t;
}

/// At most three rows: one contact. More: the forces in one, the moments in another.
void add_rows(Model& model, const std::string& name, const JointSite& site, std::vector<Joints::Row> forces,
              std::vector<Joints::Row> moments, const JointLaw& law) {
  auto& joints = model.contacts.last<Joints>();
  const auto add = [&](const std::string& part, std::vector<Joints::Row> rows) {
    std::vector<JointLaw> laws(rows.size(), law);
    joints.add({part, site.body(), site.to(), std::move(rows), std::move(laws)});
  };
  if (forces.size() + moments.size() <= 3) {
    forces.insert(forces.end(), moments.begin(), moments.end());
    add(name, std::move(forces));
  } else {
    add(name + ".1", std::move(forces));
    add(name + ".2", std::move(moments));
  }
}

}  // namespace

const JointTable& JointOptions::parameters(JointKind kind) {
  static const std::array<JointTable, 5> tables{make_table(JointKind::revolute), make_table(JointKind::prismatic),
                                                make_table(JointKind::distance), make_table(JointKind::fixed),
                                                make_table(JointKind::ball)};
  return tables[static_cast<std::size_t>(kind)];
}

void add_joint(Model& model, const std::string& name, JointKind kind, const JointOptions& options) {
  auto faults = JointOptions::parameters(kind).validate(options);
  if (options.damping > 0.0 && options.compliance == 0.0)
    faults.push_back({{}, "damping", "a rigid joint has no motion to damp", "give a `compliance` above 0 as well"});
  JointSite site(model, kind, options, faults);
  const auto stop_at_faults = [&faults] {
    if (!faults.empty()) throw InputError(faults);
  };
  stop_at_faults();
  site.assemble(faults);
  stop_at_faults();
  auto forces = site.force_rows(), moments = site.moment_rows();
  if (options.compliance == 0.0) site.check_velocities(forces, moments, faults);  // a spring may be on the move
  stop_at_faults();
  const JointLaw law = options.compliance > 0.0 ? JointLaw{1.0 / options.compliance, options.damping} : JointLaw{};
  add_rows(model, name, site, std::move(forces), std::move(moments), law);
}

}  // namespace percuss
