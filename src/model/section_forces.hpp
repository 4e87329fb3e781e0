// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "contact/marker.hpp"
#include "fem/beam_element_planar.hpp"
#include "fem/beam_element_spatial.hpp"

namespace percuss {

struct ModelBody;

/// Of one element of a bar or beam.
struct SectionStiffness {
  double axial = 0.0;                       ///< E A [N]; 0: it does not stretch
  double torsion = 0.0;                     ///< G J, in space [N m^2]
  double bending_y = 0.0, bending_z = 0.0;  ///< E I about y and z of its axes; in the plane about z [N m^2]
};

/// Element by element.
using SectionStiffnessOf = std::function<SectionStiffness(Index element)>;
SectionStiffness section_of(const fem::BeamElementPlanar& element);
SectionStiffness section_of(const fem::BeamElementSpatial& element);

/// What the part of an element at greater x does to the part at smaller x, in the axes of the undeformed element.
struct SectionForces {
  double axial = 0.0;                ///< E A eps, tension > 0 [N]
  Vector3 moment = Vector3::Zero();  ///< G J phi_x', E Iy phi_y', E Iz phi_z' [N m]
  Vector3 shear = Vector3::Zero();   ///< 0, - M_z', M_y': across the deformed axis [N]
};

SectionForces mean(const SectionForces& a, const SectionForces& b);

/// Forces within an element between two nodes from their displacements and rotations, by its shape functions
/// (fem/beam_element_planar.hpp): the strain eps is that of the element, linear or, where it stiffens, the mean von
/// Karman strain; curvatures are linear within an element, and so shear forces constant.
class SectionElement {
 public:
  struct Shape {
    double length = 0.0;                 ///< > 0 [m]
    Matrix3 axes = Matrix3::Identity();  ///< from the axes that its nodes deflect in to its own, whose x goes along it
    SectionStiffness stiffness;
    bool stiffens = false;
  };
  SectionElement(Marker from, Marker to, const Shape& shape)
      : from_(std::move(from)), to_(std::move(to)), shape_(shape) {}
  const SectionStiffness& stiffness() const { return shape_.stiffness; }
  /// At s in [0, 1]; `q`: of the system.
  SectionForces at(double s, VecRef q) const;

 private:
  Marker from_, to_;
  Shape shape_;
};

/// Element number `element` of a body with `sections`, between nodes `element` and `element` + 1.
SectionElement section_element(const ModelBody& body, Index element);
/// All of them, one after the other.
std::vector<SectionElement> section_elements(const ModelBody& body);

/// At the start, in the middle or at the end of equal elements from end to end; between two of them the mean of both.
enum class SectionPlace { start, middle, end };
SectionForces forces_within(const std::vector<SectionElement>& line, SectionPlace place, VecRef q);

}  // namespace percuss
