// SPDX-License-Identifier: Apache-2.0
#include "model/model_registry.hpp"

#include "model/bar.hpp"
#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/discs.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/point_mass.hpp"

namespace percuss {

const std::vector<BodyType>& body_types() {
  static const std::vector<BodyType> types{
      {"bar", "elastic bar along x, two-node axial elements", BarOptions::parameters().infos(),
       [](const Values& values) { return make_bar(BarOptions::parameters().make(values)); }},
      {"disc", "rigid disc in the plane", DiscOptions::parameters().infos(),
       [](const Values& values) { return make_disc(DiscOptions::parameters().make(values)); }},
      {"discs", "many discs at random places in a rectangle", DiscsOptions::parameters().infos(),
       [](const Values& values) { return make_discs(DiscsOptions::parameters().make(values)); }},
      {"point_mass", "particle on a line, in the plane or in space", PointMassOptions::parameters().infos(),
       [](const Values& values) { return make_point_mass(PointMassOptions::parameters().make(values)); }}};
  return types;
}

const std::vector<ContactType>& contact_types() {
  static const std::vector<ContactType> types{
      {"disc_box", "discs within a rectangle, Newton impact and Coulomb friction", DiscBoxOptions::parameters().infos(),
       [](Model& model, const std::string& name, const Values& values) {
         add_disc_box(model, name, DiscBoxOptions::parameters().make(values));
       }},
      {"disc_disc", "two discs against each other, Newton impact and Coulomb friction",
       DiscDiscOptions::parameters().infos(),
       [](Model& model, const std::string& name, const Values& values) {
         add_disc_disc(model, name, DiscDiscOptions::parameters().make(values));
       }},
      {"disc_group", "all pairs of many discs, found as they come near each other",
       DiscGroupOptions::parameters().infos(),
       [](Model& model, const std::string& name, const Values& values) {
         add_disc_group(model, name, DiscGroupOptions::parameters().make(values));
       }},
      {"disc_plane", "discs against a straight line, Newton impact and Coulomb friction",
       DiscPlaneOptions::parameters().infos(),
       [](Model& model, const std::string& name, const Values& values) {
         add_disc_plane(model, name, DiscPlaneOptions::parameters().make(values));
       }},
      {"node_wall", "a node of a body against a rigid wall, Newton impact and Coulomb friction",
       NodeWallOptions::parameters().infos(), [](Model& model, const std::string& name, const Values& values) {
         add_node_wall(model, name, NodeWallOptions::parameters().make(values));
       }}};
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
