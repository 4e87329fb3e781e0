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
  double axial = 0.0;                       ///< E A [N]
  double torsion = 0.0;                     ///< G J, in space [N m^2]
  double bending_y = 0.0, bending_z = 0.0;  ///< E I about y and z of its axes; in the plane about z [N m^2]
};

/// Element by element.
using SectionStiffnessOf = std::function<SectionStiffness(Index element)>;
SectionStiffness section_of(const fem::BeamElementPlanar& element);
SectionStiffness section_of(const fem::BeamElementSpatial& element);

/// What the part of a beam at greater x does to the part at smaller x, in the axes of the undeformed beam.
struct SectionForces {
  double axial = 0.0;                ///< E A eps, tension > 0 [N]
  Vector3 moment = Vector3::Zero();  ///< G J phi_x', E Iy phi_y', E Iz phi_z' [N m]
};

/// Forces within a bar or beam from the displacements and rotations of its nodes, by the shape functions of its
/// elements (fem/beam_element_planar.hpp): the strain eps is that of the element, linear or, where it stiffens, the
/// mean von Karman strain; curvatures are linear within an element. Shear forces are not among them.
class SectionLine {
 public:
  /// Of a body with `sections`.
  explicit SectionLine(const ModelBody& body);
  Index num_elements() const { return static_cast<Index>(stiffness_.size()); }
  /// At s in [0, 1] of an element.
  SectionForces at(Index element, double s, VecRef q) const;

 private:
  /// Displacement and rotation vector of a node in the axes of the undeformed beam.
  struct Displacement {
    Vector3 shift, turn;
  };
  Displacement displacement(Index node, VecRef q) const;

  std::vector<Marker> nodes_;  // of beams
  Index first_row_ = 0;        // of a bar's displacements in q
  std::vector<double> length_;
  std::vector<SectionStiffness> stiffness_;
  bool stiffens_ = false;
};

}  // namespace percuss
