// SPDX-License-Identifier: Apache-2.0
#include "model/model_registry.hpp"

#include "model/bar.hpp"
#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/notch.hpp"
#include "model/point_mass.hpp"

namespace percuss {

const std::vector<BodyType>& body_types() {
  static const std::vector<BodyType> types{
      {"bar", "elastic bar along x, two-node axial elements", BarOptions::parameters().infos(),
       [](const Values& values) { return make_bar(BarOptions::parameters().make(values)); }},
      {"point_mass", "particle on a line, in the plane or in space", PointMassOptions::parameters().infos(),
       [](const Values& values) { return make_point_mass(PointMassOptions::parameters().make(values)); }}};
  return types;
}

const std::vector<ContactType>& contact_types() {
  static const std::vector<ContactType> types{
      {"node_wall",
       "a node of a body, or a point of a rigid one, against a rigid wall, Newton impact and Coulomb friction",
       NodeWallOptions::parameters().infos(),
       [](Model& model, const std::string& name, const Values& values) {
         add_node_wall(model, name, NodeWallOptions::parameters().make(values));
       }},
      {"notch", "the four corners of a slider between two parallel walls, in the plane",
       NotchOptions::parameters().infos(), [](Model& model, const std::string& name, const Values& values) {
         add_notch(model, name, NotchOptions::parameters().make(values));
       }}};
  return types;
}

namespace {

ContactType joint_type(const char* name, JointKind kind, const char* summary) {
  return {name, summary, JointOptions::parameters(kind).infos(),
          [kind](Model& model, const std::string& joint_name, const Values& values) {
            add_joint(model, joint_name, kind, JointOptions::parameters(kind).make(values));
          }};
}

}  // namespace

const std::vector<ContactType>& joint_types() {
  static const std::vector<ContactType> types{
      joint_type("revolute", JointKind::revolute, "a common point; in space a common axis: a hinge"),
      joint_type("prismatic", JointKind::prismatic, "motion along an axis, without turning: a slide"),
      joint_type("distance", JointKind::distance, "two points at a fixed distance: a rod without mass"),
      joint_type("fixed", JointKind::fixed, "no relative motion"),
      joint_type("ball", JointKind::ball, "a common point in space")};
  return types;
}

const std::vector<LoadType>& load_types() {
  static const std::vector<LoadType> types{
      {"force", "force on a node, constant or over time", ForceOptions::parameters().infos(),
       [](Model& model, const Values& values) { add_force(model, ForceOptions::parameters().make(values)); }},
      {"gravity", "uniform gravity on one body or all", GravityOptions::parameters().infos(),
       [](Model& model, const Values& values) { add_gravity(model, GravityOptions::parameters().make(values)); }}};
  return types;
}

}  // namespace percuss
