// SPDX-License-Identifier: Apache-2.0
#include "model/model_registry.hpp"

#include "model/bar.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/point_mass.hpp"
#include "model/slider_contact.hpp"
#include "model/slider_crank.hpp"

namespace percuss {

const std::vector<BodyType>& body_types() {
  static const std::vector<BodyType> types{
      {"bar", "elastic bar along x, two-node axial elements", BarOptions::parameters().infos(),
       [](const Values& values) { return make_bar(BarOptions::parameters().make(values)); }},
      {"point_mass", "particle on a line, in the plane or in space", PointMassOptions::parameters().infos(),
       [](const Values& values) { return make_point_mass(PointMassOptions::parameters().make(values)); }},
      {"slider_crank", "planar slider-crank in its three absolute angles [HETS, Table 1]",
       SliderCrankOptions::parameters().infos(),
       [](const Values& values) { return make_slider_crank(SliderCrankOptions::parameters().make(values)); }}};
  return types;
}

const std::vector<ContactType>& contact_types() {
  static const std::vector<ContactType> types{
      {"node_wall", "a node of a body against a rigid wall, Newton impact and Coulomb friction",
       NodeWallOptions::parameters().infos(),
       [](Model& model, const std::string& name, const Values& values) {
         add_node_wall(model, name, NodeWallOptions::parameters().make(values));
       }},
      {"slider_guide", "the slider of a slider_crank in a notch with clearance, or held by a joint",
       SliderContactOptions::parameters().infos(), [](Model& model, const std::string& name, const Values& values) {
         add_slider_contact(model, name, SliderContactOptions::parameters().make(values));
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
