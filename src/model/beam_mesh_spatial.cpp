// SPDX-License-Identifier: Apache-2.0
#include "model/beam_mesh_spatial.hpp"

#include <algorithm>
#include <cmath>

#include "fem/assembly.hpp"

namespace percuss {

double BeamMeshSpatialOptions::shear() const {
  return poisson_ratio == no_ratio ? shear_modulus : 0.5 * youngs_modulus / (1.0 + poisson_ratio);
}

void BeamMeshSpatialOptions::check(std::vector<Fault>& faults) const {
  section.check(faults);
  check_line(6, "u, v, w, phi_x, phi_y, phi_z", faults);
  if ((shear_modulus > 0.0) == (poisson_ratio != no_ratio))
    faults.push_back({{},
                      "shear_modulus",
                      shear_modulus > 0.0 ? "the shear modulus is given twice, by `shear_modulus` and `poisson_ratio`"
                                          : "a beam in space twists, and has no shear modulus",
                      "give either `shear_modulus` or `poisson_ratio`"});
  if (std::any_of(attach.inertia.begin(), attach.inertia.end(), [](double J) { return J > 0.0; }))
    faults.push_back({{},
                      "attach.inertia",
                      "parts welded to a beam in space are points: the moments of a disc that turns need its rotation "
                      "to second order",
                      "make the part a `rigid_body` and hold it to the node by a joint `fixed`"});
}

BeamMeshSpatial::BeamMeshSpatial(const BeamMeshSpatialOptions& o) {
  x_ = o.nodes();
  const Index n = num_nodes() - 1;
  const auto section = o.section.numbers();
  double fastest = 0.0, last_length = 0.0, shortest = o.length;
  for (Index e = 0; e < n; ++e) {
    fem::BeamElementSpatial element;
    element.start = node(e);
    element.length = node(e + 1) - node(e);
    element.line_density = o.density * section.area;
    element.axial_stiffness = o.youngs_modulus * section.area;
    element.bending_y = o.youngs_modulus * section.y;
    element.bending_z = o.youngs_modulus * section.z;
    element.torsion = o.shear() * section.torsion;
    element.polar_inertia = o.density * section.polar();
    element.lumped = o.mass == BeamLineOptions::Mass::lumped;
    if (element.length != last_length) {
      const double frequency = fem::highest_frequency(element);
      for (const double bending : {element.bending_y, element.bending_z, element.torsion})
        check_element(element.line_density * element.length, element.axial_stiffness, bending, frequency);
      fastest = std::max(fastest, frequency);
    }
    last_length = element.length;
    shortest = std::min(shortest, element.length);
    elements_.push_back(element);
  }
  check_fineness(length(), shortest);
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
    fem::Matrix12 translation = part.products;
    for (Index i = 0; i < 12; ++i)
      for (Index j = 0; j < 12; ++j)
        if (fem::shift_axis[static_cast<std::size_t>(i)] != fem::shift_axis[static_cast<std::size_t>(j)])
          translation(i, j) = 0.0;
    mass.add<12>(rows, translation + part.rotation);
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

ModalProblem BeamMeshSpatial::modal_problem(const FrameConditions& frame,
                                            const std::vector<double>& static_points) const {
  Matrix loads = Matrix::Zero(num_unknowns(), 3 * static_cast<Index>(static_points.size()));
  Index column = 0;
  for (const double x : static_points) {
    const Index e = element_at(x);
    const auto& element = elements_[static_cast<std::size_t>(e)];
    const auto shape = fem::shape_functions(element, (x - element.start) / element.length);
    for (Index axis = 0; axis < 3; ++axis) loads.col(column++).segment<12>(6 * e) = shape.shift.row(axis).transpose();
  }
  const auto& e = elements_.front();
  const double bending = std::min(e.bending_y, e.bending_z), turning = turning_[0];
  double slow = slow_frequency(length(), mass_, e.axial_stiffness, bending);
  if (turning > 0.0) slow = std::min(slow, std::sqrt(e.torsion / (turning * length())));
  return {frame.select(K_), frame.select(M_), frame, slow, std::move(loads)};
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
