// SPDX-License-Identifier: Apache-2.0
#include "model/model_registry.hpp"

#include "model/bar.hpp"
#include "model/beam.hpp"
#include "model/beam_contacts.hpp"
#include "model/beam_lattice.hpp"
#include "model/beam_planar.hpp"
#include "model/bushing.hpp"
#include "model/circle_in_circle.hpp"
#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/discs.hpp"
#include "model/distributed_force.hpp"
#include "model/flexible_body_planar.hpp"
#include "model/floating_beam.hpp"
#include "model/floating_beam_planar.hpp"
#include "model/joint.hpp"
#include "model/lattice.hpp"
#include "model/load.hpp"
#include "model/mass_chain.hpp"
#include "model/motor.hpp"
#include "model/node_wall.hpp"
#include "model/notch.hpp"
#include "model/point_face.hpp"
#include "model/point_mass.hpp"
#include "model/rigid_body.hpp"
#include "model/rigid_body_planar.hpp"
#include "model/shaft.hpp"
#include "model/slider_contact.hpp"
#include "model/slider_crank.hpp"
#include "model/spring.hpp"
#include "model/torque.hpp"
#include "model/torsion_spring.hpp"
#include "model/woodpecker.hpp"

namespace percuss {

namespace {

template <class Options>
BodyType body(std::string name, std::string summary, BuiltBody (*make)(const Options&)) {
  return {std::move(name), std::move(summary), Options::parameters().infos(),
          [make](const Values& values) { return make(Options::parameters().make(values)); }};
}

template <class Options>
ContactType contact(std::string name, std::string summary, void (*add)(Model&, const std::string&, const Options&)) {
  return {std::move(name), std::move(summary), Options::parameters().infos(),
          [add](Model& model, const std::string& contact_name, const Values& values) {
            add(model, contact_name, Options::parameters().make(values));
          }};
}

/// One of several types with the same options.
template <class Options, class Add>
ContactType contact(std::string name, std::string summary, const ParameterTable<Options>& table, Add add) {
  return {std::move(name), std::move(summary), table.infos(),
          [add, &table](Model& model, const std::string& contact_name, const Values& values) {
            add(model, contact_name, table.make(values));
          }};
}

ContactType joint(std::string name, JointKind kind, std::string summary) {
  return {std::move(name), std::move(summary), JointOptions::parameters(kind).infos(),
          [kind](Model& model, const std::string& joint_name, const Values& values) {
            add_joint(model, joint_name, kind, JointOptions::parameters(kind).make(values));
          }};
}

template <class Options>
LoadType load(std::string name, std::string summary, void (*add)(Model&, const Options&)) {
  return {std::move(name), std::move(summary), Options::parameters().infos(),
          [add](Model& model, const std::string&, const Values& values) {
            add(model, Options::parameters().make(values));
          }};
}

/// One that may be a contact: its outputs go by its name.
template <class Options>
LoadType load(std::string name, std::string summary, void (*add)(Model&, const std::string&, const Options&)) {
  return {std::move(name), std::move(summary), Options::parameters().infos(),
          [add](Model& model, const std::string& load_name, const Values& values) {
            add(model, load_name, Options::parameters().make(values));
          }};
}

}  // namespace

const std::vector<BodyType>& body_types() {
  static const std::vector<BodyType> types{
      body("bar", "elastic bar along x, two-node axial elements", make_bar),
      body("beam", "elastic beam in space about a position of rest, Euler-Bernoulli elements", make_beam),
      body("beam_lattice", "lattice of elastic beams clamped to each other, in the plane or in space",
           make_beam_lattice),
      body("beam_planar", "elastic beam in the plane about a position of rest, Euler-Bernoulli elements",
           make_beam_planar),
      body("disc", "rigid disc in the plane", make_disc),
      body("discs", "many discs placed at random in a rectangle", make_discs),
      body("flexible_body_planar", "elastic body in the plane with a floating frame, given by its shape integrals",
           make_flexible_body_planar),
      body("floating_beam", "elastic beam in space with a floating frame, large motion", make_floating_beam),
      body("floating_beam_planar", "elastic beam in the plane with a floating frame, large motion [MIX App. C]",
           make_floating_beam_planar),
      body("lattice", "lattice of pin-jointed elastic bars in the plane or in space", make_lattice),
      body("mass_chain", "masses on a line, coupled to neighbours and ground by springs and dampers", make_mass_chain),
      body("point_mass", "particle on a line, in the plane or in space", make_point_mass),
      body("rigid_body", "rigid body in space, its orientation a quaternion", make_rigid_body),
      body("rigid_body_planar", "rigid body in the plane", make_rigid_body_planar),
      body("shaft", "elastic shaft that turns about its own fixed axis, with gyroscopic discs [HETS 7.2]", make_shaft),
      body("slider_crank", "planar slider-crank in its three absolute angles [HETS, Table 1]", make_slider_crank),
      body("woodpecker", "woodpecker toy: sleeve, torsion spring and bird, for small angles", make_woodpecker)};
  return types;
}

const std::vector<ContactType>& contact_types() {
  static const std::vector<ContactType> types{
      contact("beam_group", "all pairs of round beams in the plane or in space, detected as they approach each other",
              add_beam_group),
      contact("beam_plane", "the nodes of round beams against a straight line or plane", add_beam_plane),
      contact("circle_in_circle",
              "a journal in a bearing: a circle within a larger one, Newton impact and Coulomb friction",
              add_circle_in_circle),
      contact("disc_box", "discs within a rectangle, Newton impact and Coulomb friction", add_disc_box),
      contact("disc_disc", "two discs against each other, Newton impact and Coulomb friction", add_disc_disc),
      contact("disc_group", "all pairs of many discs, detected as they approach each other", add_disc_group),
      contact("disc_plane", "discs against a straight line, Newton impact and Coulomb friction", add_disc_plane),
      contact("node_wall",
              "a node of a body, or a point of a rigid body, against a rigid wall, Newton impact and Coulomb friction",
              add_node_wall),
      contact("notch", "the four corners of a slider between two parallel walls, in the plane", add_notch),
      contact("point_face",
              "a point of a body against a straight face of another rigid body, Newton impact and Coulomb friction",
              add_point_face),
      contact("slider_guide", "the slider of a slider_crank in a notch with clearance, or held by a joint",
              add_slider_contact),
      contact("woodpecker_pole", "beak and sleeve of a woodpecker against its pole, three contacts with friction",
              add_woodpecker_pole)};
  return types;
}

const std::vector<ContactType>& joint_types() {
  static const std::vector<ContactType> types{
      joint("ball", JointKind::ball, "a common point in space"),
      contact("bushing", "springs and dampers between two points, of displacements and rotations, implicit",
              add_bushing),
      joint("distance", JointKind::distance, "two points at a fixed distance: a massless rod"),
      joint("fixed", JointKind::fixed, "no relative motion"),
      contact(
          "linear_motor", "a point moved along an axis at a velocity over time; a ramp within one step is a jump",
          MotorOptions::parameters(MotorKind::translation),
          [](Model& m, const std::string& n, const MotorOptions& o) { add_motor(m, n, MotorKind::translation, o); }),
      contact("motor",
              "a body rotated about an axis at an angular velocity over time; a ramp within one step is a jump",
              MotorOptions::parameters(MotorKind::rotation),
              [](Model& m, const std::string& n, const MotorOptions& o) { add_motor(m, n, MotorKind::rotation, o); }),
      joint("prismatic", JointKind::prismatic, "translation along an axis without rotation: a slider"),
      joint("revolute", JointKind::revolute, "a common point; in space a common axis: a hinge")};
  return types;
}

const std::vector<LoadType>& load_types() {
  static const std::vector<LoadType> types{
      load("distributed_force", "force per length on a beam or a part of it, constant or over time",
           add_distributed_force),
      load("force", "force on a node or a point of a rigid body, constant or over time", add_force),
      load("gravity", "uniform gravity on one body or all", add_gravity),
      load("spring", "spring and damper between two points", add_spring),
      load("torque", "torque on a rigid body, constant or over time", add_torque),
      load("torsion_spring", "torsion spring and damper between planar rigid bodies or beams", add_torsion_spring)};
  return types;
}

}  // namespace percuss
