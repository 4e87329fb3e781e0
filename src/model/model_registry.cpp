// SPDX-License-Identifier: Apache-2.0
#include "model/model_registry.hpp"

#include "model/bar.hpp"
#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/mass_chain.hpp"
#include "model/node_wall.hpp"
#include "model/notch.hpp"
#include "model/point_mass.hpp"
#include "model/slider_contact.hpp"
#include "model/slider_crank.hpp"
#include "model/rigid_body.hpp"
#include "model/rigid_body_planar.hpp"
#include "model/spring.hpp"
#include "model/torque.hpp"
#include "model/torsion_spring.hpp"
#include "model/woodpecker.hpp"

namespace percuss {

const std::vector<BodyType>& body_types() {
  static const std::vector<BodyType> types{
      {"bar", "elastic bar along x, two-node axial elements", BarOptions::parameters().infos(),
       [](const Values& values) { return make_bar(BarOptions::parameters().make(values)); }},
      {"mass_chain", "masses on a line, coupled to neighbours and ground by springs and dampers",
       MassChainOptions::parameters().infos(),
       [](const Values& values) { return make_mass_chain(MassChainOptions::parameters().make(values)); }},
      {"point_mass", "particle on a line, in the plane or in space", PointMassOptions::parameters().infos(),
       [](const Values& values) { return make_point_mass(PointMassOptions::parameters().make(values)); }},
      {"slider_crank", "planar slider-crank in its three absolute angles [HETS, Table 1]",
       SliderCrankOptions::parameters().infos(),
       [](const Values& values) { return make_slider_crank(SliderCrankOptions::parameters().make(values)); }},
      {"rigid_body", "rigid body in space, its orientation a quaternion", RigidBodyOptions::parameters().infos(),
       [](const Values& values) { return make_rigid_body(RigidBodyOptions::parameters().make(values)); }},
      {"rigid_body_planar", "rigid body in the plane", RigidBodyPlanarOptions::parameters().infos(),
       [](const Values& values) { return make_rigid_body_planar(RigidBodyPlanarOptions::parameters().make(values)); }},
      {"woodpecker", "woodpecker toy: sleeve, torsion spring and bird, for small angles",
       WoodpeckerOptions::parameters().infos(),
       [](const Values& values) { return make_woodpecker(WoodpeckerOptions::parameters().make(values)); }}};
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
      {"slider_guide", "the slider of a slider_crank in a notch with clearance, or held by a joint",
       SliderContactOptions::parameters().infos(), [](Model& model, const std::string& name, const Values& values) {
         add_slider_contact(model, name, SliderContactOptions::parameters().make(values));
       }},
      {"woodpecker_pole", "beak and sleeve of a woodpecker against its pole, three contacts with friction",
       WoodpeckerPoleOptions::parameters().infos(), [](Model& model, const std::string& name, const Values& values) {
         add_woodpecker_pole(model, name, WoodpeckerPoleOptions::parameters().make(values));
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
      {"force", "force on a node or a point of a rigid body, constant or over time", ForceOptions::parameters().infos(),
       [](Model& model, const Values& values) { add_force(model, ForceOptions::parameters().make(values)); }},
      {"gravity", "uniform gravity on one body or all", GravityOptions::parameters().infos(),
       [](Model& model, const Values& values) { add_gravity(model, GravityOptions::parameters().make(values)); }},
      {"spring", "spring and damper between two points, explicit in every scheme", SpringOptions::parameters().infos(),
       [](Model& model, const Values& values) { add_spring(model, SpringOptions::parameters().make(values)); }},
      {"torque", "torque on a rigid body, constant or over time", TorqueOptions::parameters().infos(),
       [](Model& model, const Values& values) { add_torque(model, TorqueOptions::parameters().make(values)); }},
      {"torsion_spring", "torsion spring and damper between planar rigid bodies, explicit in every scheme",
       TorsionSpringOptions::parameters().infos(), [](Model& model, const Values& values) {
         add_torsion_spring(model, TorsionSpringOptions::parameters().make(values));
       }}};
  return types;
}

}  // namespace percuss
