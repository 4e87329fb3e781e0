// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/state.hpp"
#include "model/model.hpp"
#include "model/section_forces.hpp"
#include "model/shape.hpp"

namespace percuss {

/// What a picture tells of a point.
enum class PointField {
  position,       ///< [m]
  displacement,   ///< from where the point is undeformed; of bodies that move freely from where it was at the start [m]
  velocity,       ///< [m/s]
  deflection,     ///< of flexible bodies: by how much it has moved in the body's frame, in the axes of that; else 0 [m]
  axial_force,    ///< of bars and beams (SectionForces), at a node the mean of both sides; else NaN [N]
  section_moment  ///< likewise: torsion, bending about y and z in the axes of the undeformed beam [N m]
};

/// Numbers of a point: 1 of a scalar, 3 of a vector.
constexpr std::size_t num_components(PointField field) { return field == PointField::axial_force ? 1 : 3; }

/// All that a picture of a model shows, end to end: the shapes of its bodies by name, then its scenery.
class Drawing {
 public:
  struct Part {
    std::string name;
    DrawnShape shape;
    enum class Kind { rigid, moving_parts, flexible, scenery } kind = Kind::scenery;
    std::vector<SectionElement> sections;  ///< of a bar or beam
    Index points_per_element = 1;          ///< of the line of a body with sections
    std::size_t first = 0;                 ///< of its points
  };
  /// Keeps nothing of `model`. Walls reach as far as bodies and walls are apart at the
  /// start, those of bodies a tenth of that.
  Drawing(const Model& model, Index points_per_element);
  const std::vector<Part>& parts() const { return parts_; }
  std::size_t num_points() const { return num_points_; }
  /// The components of every point, end to end; `numbers` is sized here.
  void evaluate(PointField field, VecRef q, VecRef v, std::vector<double>& numbers);

 private:
  Part& add(const std::string& name, DrawnShape shape);
  void find_places_at_rest(const Model& model);

  std::vector<Part> parts_;
  std::size_t num_points_ = 0;
  std::vector<double> rest_;
  Vector poses_, rates_;
};

}  // namespace percuss
