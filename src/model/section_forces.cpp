// SPDX-License-Identifier: Apache-2.0
#include "model/section_forces.hpp"

#include "model/model.hpp"

namespace percuss {

namespace {

/// A cubic by Hermite's polynomials: w'' = first + s change, from differences of neighbours.
struct Curvature {
  double first, change;
};
Curvature curvature(double length, double w0, double slope0, double w1, double slope1) {
  const double b = (w1 - w0) / length - 0.5 * (slope0 + slope1);
  return {(slope1 - slope0 + 6.0 * b) / length, -12.0 * b / length};
}

/// What bending in one plane adds to the strain of an element that stiffens:  1/(2 l) int w'^2 dx.
double strain_of_bending(double length, double w0, double slope0, double w1, double slope1) {
  fem::BeamElementPlanar element;
  element.length = length;
  return fem::mean_strain(element, (fem::Vector6() << 0.0, w0, slope0, 0.0, w1, slope1).finished());
}

Vector3 rotation_of(const Marker& node, VecRef q) { return node.section_turn(q) + node.spin(q) * Vector3::UnitX(); }

}  // namespace

SectionStiffness section_of(const fem::BeamElementPlanar& element) {
  return {element.axial_stiffness, 0.0, 0.0, element.bending_stiffness};
}

SectionStiffness section_of(const fem::BeamElementSpatial& element) {
  return {element.axial_stiffness, element.torsion, element.bending_y, element.bending_z};
}

SectionForces mean(const SectionForces& a, const SectionForces& b) {
  return {0.5 * (a.axial + b.axial), 0.5 * (a.moment + b.moment), 0.5 * (a.shear + b.shear)};
}

SectionForces SectionElement::at(double s, VecRef q) const {
  const auto& k = shape_.stiffness;
  const double l = shape_.length;
  const Vector3 x0 = shape_.axes * from_.deflection(q), turn0 = shape_.axes * rotation_of(from_, q);
  const Vector3 x1 = shape_.axes * to_.deflection(q), turn1 = shape_.axes * rotation_of(to_, q);
  double strain = (x1[0] - x0[0]) / l;
  if (shape_.stiffens)
    strain += strain_of_bending(l, x0[1], turn0[2], x1[1], turn1[2]) +
              strain_of_bending(l, x0[2], -turn0[1], x1[2], -turn1[1]);
  const auto along_y = curvature(l, x0[1], turn0[2], x1[1], turn1[2]),
             along_z = curvature(l, x0[2], -turn0[1], x1[2], -turn1[1]);
  return {k.axial * strain,
          Vector3(k.torsion * (turn1[0] - turn0[0]) / l, -k.bending_y * (along_z.first + s * along_z.change),
                  k.bending_z * (along_y.first + s * along_y.change)),
          Vector3(0.0, -k.bending_z * along_y.change / l, -k.bending_y * along_z.change / l)};
}

SectionElement section_element(const ModelBody& body, Index element) {
  SectionElement::Shape shape;
  shape.length = body.nodes.reference(element + 1)[0] - body.nodes.reference(element)[0];
  shape.stiffness = body.sections(element);
  shape.stiffens = body.sections_stiffen;
  return {body.marker(element), body.marker(element + 1), shape};
}

std::vector<SectionElement> section_elements(const ModelBody& body) {
  std::vector<SectionElement> elements;
  for (Index e = 0; e + 1 < body.nodes.count; ++e) elements.push_back(section_element(body, e));
  return elements;
}

SectionForces forces_within(const std::vector<SectionElement>& line, SectionPlace place, VecRef q) {
  if (place == SectionPlace::start) return line.front().at(0.0, q);
  if (place == SectionPlace::end) return line.back().at(1.0, q);
  const auto half = line.size() / 2;
  return line.size() % 2 == 1 ? line[half].at(0.5, q) : mean(line[half - 1].at(1.0, q), line[half].at(0.0, q));
}

}  // namespace percuss
