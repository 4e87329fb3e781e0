// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/shaft.hpp"

namespace percuss {

/// The axle of [HETS 7.2]: 0.59 m of steel, 25 mm thick, 5 elements.
inline ShaftOptions paper_axle() {
  ShaftOptions o;
  o.mesh.length = 0.59;
  o.mesh.elements = 5;
  o.mesh.section.shape = BeamSection::Shape::circle;
  o.mesh.section.diameter = 0.025;
  o.mesh.youngs_modulus = 2.1e11;
  o.mesh.shear_modulus = 0.81e11;
  o.mesh.density = 7850.0;
  return o;
}

/// With its wheel, inside an element.
inline ShaftOptions paper_rotor() {
  ShaftOptions o = paper_axle();
  o.attach.positions = {0.18};
  o.attach.mass = {4.98};
  o.attach.spin_inertia = {0.01};
  o.attach.transverse_inertia = {0.003};
  return o;
}

/// Soft, of a flat section, so that all terms are of one size; a disc inside an element and one at the last node.
inline ShaftOptions soft_shaft(Index elements) {
  ShaftOptions o;
  o.mesh.length = 1.3;
  o.mesh.elements = elements;
  o.mesh.section.area = 1.0;
  o.mesh.section.second_moment_y = 0.7;
  o.mesh.section.second_moment_z = 0.4;
  o.mesh.section.torsion_constant = 0.5;
  o.mesh.youngs_modulus = 2.0;
  o.mesh.shear_modulus = 0.8;
  o.mesh.density = 1.1;
  o.attach.positions = {0.45, 1.3};
  o.attach.mass = {1.5, 0.7};
  o.attach.spin_inertia = {0.6, 0.2};
  o.attach.transverse_inertia = {0.4, 0.1};
  return o;
}

}  // namespace percuss
