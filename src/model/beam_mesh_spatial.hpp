// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "contact/marker.hpp"
#include "fem/beam_element_spatial.hpp"
#include "model/beam_line.hpp"
#include "model/beam_section_spatial.hpp"
#include "model/floating_body_spatial.hpp"
#include "model/modal_basis.hpp"
#include "model/shear_modulus.hpp"

namespace percuss {

/// What beams in space have in common: a line of two-node Euler-Bernoulli elements with the unknowns (u, v, w, phi_x,
/// phi_y, phi_z) per node, phi_z = v', phi_y = -w'. Parts welded to nodes are masses without rotary inertia.
struct BeamMeshSpatialOptions : BeamLineOptions {
  enum class Rotary { none, rayleigh };
  static constexpr double no_ratio = no_poisson_ratio;
  BeamSectionSpatial section;
  double shear_modulus = 0.0;       ///< G > 0 [Pa]; or
  Rotary rotary = Rotary::none;     ///< of the sections about y and z; not of a beam with a floating frame
  double poisson_ratio = no_ratio;  ///< nu in (-1, 1/2], G = E/(2 (1 + nu))

  double shear(Index part = 0) const;  ///< G of a part [Pa]
  void check(std::vector<Fault>& faults) const;
};

/// Adds the keys of a struct whose BeamMeshSpatialOptions `mesh(options)` gives.
template <class Options, class Mesh>
void declare_beam_mesh_spatial(ParameterTable<Options>& t, Mesh mesh);

/// The elements of a line, part by part. Options without faults; throws InputError when the numbers leave double
/// precision or memory.
std::vector<fem::BeamElementSpatial> beam_elements(const BeamMeshSpatialOptions& options);

/// As slow_frequency of a line (beam_line.hpp), with all inertia about x at one end too; of its softest element.
double slow_frequency(const std::vector<fem::BeamElementSpatial>& elements, double mass, double spin_inertia);

/// The mesh: matrices and integrals over all unknowns, six per node.
class BeamMeshSpatial {
 public:
  /// Options without faults. Throws InputError when the numbers leave double precision or memory.
  explicit BeamMeshSpatial(const BeamMeshSpatialOptions& options);

  Index num_nodes() const { return static_cast<Index>(x_.size()); }
  static std::vector<std::string> node_unknowns() { return {"u", "v", "w", "phi_x", "phi_y", "phi_z"}; }
  Index num_unknowns() const { return 6 * num_nodes(); }
  double node(Index i) const { return x_[static_cast<std::size_t>(i)]; }
  double length() const { return x_.back(); }
  const std::vector<fem::BeamElementSpatial>& elements() const { return elements_; }

  const SparseMatrix& stiffness() const { return K_; }
  /// Consistent or lumped, with attached parts.
  const SparseMatrix& mass() const { return M_; }
  const ModeBound& mode_bound() const { return bound_; }
  /// The integrals of a floating frame, of the unknowns that `frame` does not hold.
  FloatingInertiaSpatial inertia(const FrameConditions& frame) const;
  /// int u, int v, int w, int x v, int -x w and int phi_x over the mass: the columns of conditions of mean axes.
  Matrix mean_axes() const;
  /// The unknowns of element e.
  static std::array<Index, 12> unknowns(Index e);

  /// How the point (x, y, z) of the undeformed beam moves with the body's unknowns: `over` gives an unknown of the mesh
  /// as a sum over these.
  ElasticMotion motion(const Vector3& point, const MeshUnknowns& over) const;
  /// What the modes are taken of; static loads along and about x, y and z.
  ModalProblem modal_problem(const FrameConditions& frame, const ModalOptions& modes) const;

 private:
  void assemble();
  /// The element with the place x, the last one that starts before it.
  Index element_at(double x) const;
  void attach(const BeamMeshSpatialOptions& options);

  std::vector<double> x_;
  std::vector<fem::BeamElementSpatial> elements_;
  SparseMatrix M_, K_, products_;
  double mass_ = 0.0, first_ = 0.0, second_ = 0.0;
  Vector shape_, x_shape_;  // over all unknowns of the mesh
  Vector3 turning_ = Vector3::Zero();
  Matrix turning_couplings_;
  ModeBound bound_;
};

/// Keys `parts.*` beside those of `declare_parts`.
template <class Options, class Mesh>
void declare_parts_in_space(ParameterTable<Options>& t, Mesh mesh) {
  const auto parts = [mesh](auto& o) -> auto& { return mesh(o).parts; };
  const auto list = [&](const char* key, auto member, const char* unit, const char* doc) {
    declare_part_list(t, parts, key, member, unit, doc);
  };
  list("parts.shear_modulus", &BeamParts::shear_modulus, "Pa", "`shear_modulus` of each part, instead of one");
  list("parts.second_moment_y", &BeamParts::second_moment_y, "m^4",
       "`section.second_moment_y` of each part, instead of one");
  list("parts.second_moment_z", &BeamParts::second_moment_z, "m^4",
       "`section.second_moment_z` of each part, instead of one");
  list("parts.torsion_constant", &BeamParts::torsion_constant, "m^4",
       "`section.torsion_constant` of each part, instead of one");
}

template <class Options, class Mesh>
void declare_beam_mesh_spatial(ParameterTable<Options>& t, Mesh mesh) {
  declare_beam_nodes(t, mesh);
  declare_section_spatial(
      t, [mesh](auto& o) -> auto& { return mesh(o).section; });
  declare_beam_material(t, mesh);
  declare_parts_in_space(t, mesh);
  t.number(
       "shear_modulus", [mesh](auto& o) -> auto& { return mesh(o).shear_modulus; }, "Pa",
       "shear modulus G, of torsion; or give `poisson_ratio`", positive)
      .optional();
  t.number(
       "poisson_ratio", [mesh](auto& o) -> auto& { return mesh(o).poisson_ratio; }, "",
       "Poisson's ratio, instead of `shear_modulus`: G = E/(2 (1 + nu))", Range{-1.0, 0.5, true, false})
      .optional();
  declare_beam_start(
      t, mesh,
      BeamNodeWords{"u, v, w, phi_x, phi_y, phi_z", "six", "m, m, m, rad, rad, rad", "m/s, m/s, m/s, 1/s, 1/s, 1/s",
                    "0 in space: parts with rotary inertia are rigid bodies, fixed to the node by a joint"});
}

}  // namespace percuss
