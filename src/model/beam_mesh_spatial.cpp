// SPDX-License-Identifier: Apache-2.0
#include "model/beam_mesh_spatial.hpp"

#include <algorithm>
#include <cmath>

#include "fem/assembly.hpp"

namespace percuss {

double BeamMeshSpatialOptions::shear(Index part) const {
  return percuss::shear_modulus(BeamParts::pick(parts.shear_modulus, part, shear_modulus),
                                BeamParts::pick(parts.youngs_modulus, part, youngs_modulus), poisson_ratio);
}

void BeamMeshSpatialOptions::check(std::vector<Fault>& faults) const {
  check_material(faults);
  check_sections(parts, section, faults);
  check_line(6, "u, v, w, phi_x, phi_y, phi_z", faults);
  check_given_once({{"shear_modulus", shear_modulus, "parts.shear_modulus", parts.shear_modulus}}, faults);
  check_shear_modulus(shear_modulus > 0.0 || !parts.shear_modulus.empty(), poisson_ratio, faults);
  if (std::any_of(attach.inertia.begin(), attach.inertia.end(), [](double J) { return J > 0.0; }))
    faults.push_back({{},
                      "attach.inertia",
                      "parts welded to a beam in space are points: the moments of a disc that turns need its rotation "
                      "to second order",
                      "make the part a `rigid_body` and hold it to the node by a joint `fixed`"});
}

std::vector<fem::BeamElementSpatial> beam_elements(const BeamMeshSpatialOptions& o) {
  const auto x = o.nodes();
  std::vector<fem::BeamElementSpatial> elements;
  double shortest = o.length;
  for (std::size_t e = 0; e + 1 < x.size(); ++e) {
    const Index part = o.parts.at(0.5 * (x[e] + x[e + 1]));
    const auto section = o.parts.section(o.section, part).numbers();
    const double youngs_modulus = BeamParts::pick(o.parts.youngs_modulus, part, o.youngs_modulus);
    const double density = BeamParts::pick(o.parts.density, part, o.density);
    fem::BeamElementSpatial element;
    element.start = x[e];
    element.length = x[e + 1] - x[e];
    element.line_density = density * section.area;
    element.axial_stiffness = youngs_modulus * section.area;
    element.bending_y = youngs_modulus * section.y;
    element.bending_z = youngs_modulus * section.z;
    element.torsion = o.shear(part) * section.torsion;
    element.polar_inertia = density * section.polar();
    if (o.rotary == BeamMeshSpatialOptions::Rotary::rayleigh) {
      element.rotary_y = density * section.y;
      element.rotary_z = density * section.z;
    }
    element.lumped = o.mass == BeamLineOptions::Mass::lumped;
    if (e == 0 || !fem::is_alike(element, elements.back()))
      for (const double stiffness : {element.bending_y, element.bending_z, element.torsion})
        check_element(element.line_density * element.length, element.axial_stiffness, stiffness,
                      fem::highest_frequency(element));
    shortest = std::min(shortest, element.length);
    elements.push_back(element);
  }
  check_fineness(o, shortest);
  return elements;
}

double slow_frequency(const std::vector<fem::BeamElementSpatial>& elements, double mass, double spin_inertia) {
  const auto& first = elements.front();
  double length = 0.0, axial = first.axial_stiffness, bending = first.bending_y, torsion = first.torsion;
  for (const auto& e : elements) {
    length += e.length;
    axial = std::min(axial, e.axial_stiffness);
    bending = std::min({bending, e.bending_y, e.bending_z});
    torsion = std::min(torsion, e.torsion);
  }
  const double slow = slow_frequency(length, mass, axial, bending);
  return spin_inertia > 0.0 ? std::min(slow, std::sqrt(torsion / (spin_inertia * length))) : slow;
}

BeamMeshSpatial::BeamMeshSpatial(const BeamMeshSpatialOptions& o) : x_(o.nodes()), elements_(beam_elements(o)) {
  double fastest = 0.0;
  for (std::size_t e = 0; e < elements_.size(); ++e)
    if (e == 0 || !fem::is_alike(elements_[e], elements_[e - 1]))
      fastest = std::max(fastest, fem::highest_frequency(elements_[e]));
  bound_ = {fastest, o.damping.mass, o.damping.stiffness, {}};
  assemble();
  attach(o);
}

std::array<Index, 12> BeamMeshSpatial::unknowns(Index e) {
  std::array<Index, 12> rows{};
  for (std::size_t i = 0; i < 12; ++i) rows[i] = 6 * e + static_cast<Index>(i);
  return rows;
}

void BeamMeshSpatial::assemble() {
  const Index n = num_unknowns(), entries = 144 * static_cast<Index>(elements_.size());
  fem::Assembler mass(n, entries), stiffness(n, entries), products(n, entries);
  shape_ = x_shape_ = Vector::Zero(n);
  turning_couplings_ = Matrix::Zero(n, 3);
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const auto rows = unknowns(static_cast<Index>(e));
    const auto part = fem::inertia(elements_[e]);
    mass.add<12>(rows, fem::mass(part));
    products.add<12>(rows, part.products);
    stiffness.add<12>(rows, fem::stiffness(elements_[e]));
    shape_.segment<12>(rows[0]) += part.shape;
    x_shape_.segment<12>(rows[0]) += part.x_shape;
    turning_couplings_.middleRows<12>(rows[0]) += part.turning_couplings;
    mass_ += part.mass;
    first_ += part.first;
    second_ += part.second;
    turning_ += part.turning;
  }
  M_ = mass.finish();
  K_ = stiffness.finish();
  products_ = products.finish();
}

void BeamMeshSpatial::attach(const BeamMeshSpatialOptions& o) {
  for (std::size_t k = 0; k < o.attach.nodes.size(); ++k) {
    const auto node_number = static_cast<Index>(o.attach.nodes[k]);
    const double m = o.attach.mass[k], x = node(node_number);
    for (Index i = 6 * node_number; i < 6 * node_number + 3; ++i) {
      M_.coeffRef(i, i) += m;
      for (Index j = 6 * node_number; j < 6 * node_number + 3; ++j) products_.coeffRef(i, j) += m;
      shape_[i] += m;
      x_shape_[i] += m * x;
    }
    mass_ += m;
    first_ += m * x;
    second_ += m * x * x;
  }
  products_.makeCompressed();
}

FloatingInertiaSpatial BeamMeshSpatial::inertia(const FrameConditions& frame) const {
  FloatingInertiaSpatial inertia{mass_,
                                 first_,
                                 second_,
                                 turning_,
                                 1,
                                 {},
                                 frame.select(shape_),
                                 frame.select(x_shape_),
                                 frame.select(products_),
                                 Matrix(frame.num_all(), 3),
                                 SymmetricMatrix(frame.select(M_))};
  for (Index j = 0; j < 3; ++j) inertia.turning_couplings.col(j) = frame.select(turning_couplings_.col(j));
  for (Index i = 0; i < num_unknowns(); ++i)
    if (frame.place(i) >= 0) inertia.axes.push_back(fem::shift_axis[static_cast<std::size_t>(i % 6)]);
  return inertia;
}

Matrix BeamMeshSpatial::mean_axes() const {
  Matrix columns = Matrix::Zero(num_unknowns(), 6);
  for (Index i = 0; i < num_unknowns(); ++i) {
    const int axis = fem::shift_axis[static_cast<std::size_t>(i % 6)];
    if (axis < 3) columns(i, axis) = shape_[i];
    if (axis == 1) columns(i, 3) = x_shape_[i];
    if (axis == 2) columns(i, 4) = -x_shape_[i];
  }
  columns.col(5) = turning_couplings_.col(0);
  return columns;
}

Index BeamMeshSpatial::element_at(double x) const { return element_of(x_, x); }

ModalProblem BeamMeshSpatial::modal_problem(const FrameConditions& frame, const ModalOptions& modes) const {
  const auto loads_of = [this](auto part) {
    return [this, part](double x) {
      const Index e = element_at(x);
      const auto& element = elements_[static_cast<std::size_t>(e)];
      Matrix loads = Matrix::Zero(num_unknowns(), 3);
      loads.middleRows<12>(6 * e) =
          (fem::shape_functions(element, (x - element.start) / element.length).*part).transpose();
      return loads;
    };
  };
  const double slow = slow_frequency(elements_, mass_, turning_[0]);
  return {frame.select(K_), frame.select(M_), frame, slow,
          static_loads(modes, loads_of(&fem::BeamShapeSpatial::shift), loads_of(&fem::BeamShapeSpatial::turn))};
}

ElasticMotion BeamMeshSpatial::motion(const Vector3& point, const MeshUnknowns& over) const {
  const Index e = element_at(point[0]);
  const auto& element = elements_[static_cast<std::size_t>(e)];
  const auto shape = fem::shape_functions(element, (point[0] - element.start) / element.length);
  const auto rows = unknowns(e);
  ElasticMotion motion;
  motion.section = Vector3(0.0, point[1], point[2]);
  for (Index i = 0; i < 12; ++i) {
    const Vector3 turn = shape.turn.col(i), shift = shape.shift.col(i) + turn.cross(motion.section);
    if (shift.isZero(0.0) && turn.isZero(0.0)) continue;
    for (const auto& [kept, b] : over(rows[static_cast<std::size_t>(i)])) {
      const auto same = std::find_if(motion.shares.begin(), motion.shares.end(),
                                     [number = kept](const auto& share) { return share.unknown == number; });
      if (same == motion.shares.end()) {
        motion.shares.push_back({kept, b * shift, b * turn});
      } else {
        same->shift += b * shift;
        same->turn += b * turn;
      }
    }
  }
  return motion;
}

}  // namespace percuss
