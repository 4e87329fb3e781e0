// SPDX-License-Identifier: Apache-2.0
#include "model/section_forces.hpp"

#include "model/model.hpp"

namespace percuss {

namespace {

/// w'' at s of an element by Hermite's polynomials, from differences of neighbours.
double curvature(double length, double s, double w0, double slope0, double w1, double slope1) {
  const double b = (w1 - w0) / length - 0.5 * (slope0 + slope1);
  return (slope1 - slope0 + (6.0 - 12.0 * s) * b) / length;
}

/// What bending in one plane adds to the strain of an element that stiffens:  1/(2 l) int w'^2 dx.
double strain_of_bending(double length, double w0, double slope0, double w1, double slope1) {
  fem::BeamElementPlanar element;
  element.length = length;
  return fem::mean_strain(element, (fem::Vector6() << 0.0, w0, slope0, 0.0, w1, slope1).finished());
}

}  // namespace

SectionStiffness section_of(const fem::BeamElementPlanar& element) {
  return {element.axial_stiffness, 0.0, 0.0, element.bending_stiffness};
}

SectionStiffness section_of(const fem::BeamElementSpatial& element) {
  return {element.axial_stiffness, element.torsion, element.bending_y, element.bending_z};
}

SectionLine::SectionLine(const ModelBody& body) : first_row_(body.q_offset), stiffens_(body.sections_stiffen) {
  for (Index i = 0; i < body.nodes.count; ++i) {
    if (body.is_flexible()) nodes_.push_back(body.marker(i));
    if (i == 0) continue;
    stiffness_.push_back(body.sections(i - 1));
    length_.push_back(body.nodes.reference(i)[0] - body.nodes.reference(i - 1)[0]);
  }
}

SectionLine::Displacement SectionLine::displacement(Index node, VecRef q) const {
  if (nodes_.empty()) return {Vector3(q[first_row_ + node], 0.0, 0.0), Vector3::Zero()};
  const auto& marker = nodes_[static_cast<std::size_t>(node)];
  return {marker.deflection(q), marker.section_turn(q) + marker.spin(q) * Vector3::UnitX()};
}

SectionForces SectionLine::at(Index element, double s, VecRef q) const {
  const auto e = static_cast<std::size_t>(element);
  const auto [x0, turn0] = displacement(element, q);
  const auto [x1, turn1] = displacement(element + 1, q);
  const double l = length_[e];
  const auto& k = stiffness_[e];
  double strain = (x1[0] - x0[0]) / l;
  if (stiffens_)
    strain += strain_of_bending(l, x0[1], turn0[2], x1[1], turn1[2]) +
              strain_of_bending(l, x0[2], -turn0[1], x1[2], -turn1[1]);
  return {k.axial * strain, Vector3(k.torsion * (turn1[0] - turn0[0]) / l,
                                    -k.bending_y * curvature(l, s, x0[2], -turn0[1], x1[2], -turn1[1]),
                                    k.bending_z * curvature(l, s, x0[1], turn0[2], x1[1], turn1[2]))};
}

}  // namespace percuss
