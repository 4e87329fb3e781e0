// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/marker.hpp"
#include "core/parameters.hpp"
#include "fem/beam_element_planar.hpp"
#include "model/beam_line.hpp"
#include "model/beam_section.hpp"
#include "model/floating_body_planar.hpp"
#include "model/modal_basis.hpp"

namespace percuss {

/// What planar beams have in common: a line of two-node Euler-Bernoulli elements with the unknowns (u, w, phi) per
/// node.
struct BeamMeshOptions : BeamLineOptions {
  /// Rotary inertia of the sections: none; `reference`, in the moment of inertia of the frame alone [MIX (134)];
  /// Rayleigh's.
  enum class Rotary { none, reference, rayleigh };
  BeamSection section;
  Rotary rotary = Rotary::none;

  void check(std::vector<Fault>& faults) const;
};

/// Adds the keys of a struct whose BeamMeshOptions `mesh(options)` gives.
template <class Options, class Mesh>
void declare_beam_mesh(ParameterTable<Options>& t, Mesh mesh);

/// The mesh: matrices and integrals over all unknowns, three per node.
class BeamMeshPlanar {
 public:
  /// Options without faults. Throws InputError when the numbers leave double precision or memory.
  explicit BeamMeshPlanar(const BeamMeshOptions& options);

  Index num_nodes() const { return static_cast<Index>(x_.size()); }
  Index num_unknowns() const { return 3 * num_nodes(); }
  double node(Index i) const { return x_[static_cast<std::size_t>(i)]; }
  double length() const { return x_.back(); }
  const std::vector<fem::BeamElementPlanar>& elements() const { return elements_; }

  const SparseMatrix& stiffness() const { return K_; }
  /// Consistent or lumped, with rotary inertia and attached parts.
  const SparseMatrix& mass() const { return M_; }
  const ModeBound& mode_bound() const { return bound_; }
  /// The integrals of a floating frame, of the unknowns that `frame` does not hold.
  FloatingInertiaPlanar inertia(const FrameConditions& frame) const;
  /// int rho A u, int rho A w, int rho A x w over the unknowns: the columns of conditions of mean axes.
  Matrix mean_axes() const;
  /// The unknowns of element e.
  static std::array<Index, 6> unknowns(Index e);

  /// How the point (x, y) of the undeformed beam moves with the body's unknowns: `over` gives an unknown of the mesh as
  /// a sum over these, pairs of number and coefficient.
  ElasticMotion motion(const Vector3& point, const MeshUnknowns& over) const;
  /// What the modes are taken of; static forces along and across the beam, moments about z.
  ModalProblem modal_problem(const FrameConditions& frame, const ModalOptions& modes) const;

 private:
  void assemble(const BeamMeshOptions& options);
  /// The element with the place x, the last one that starts before it.
  Index element_at(double x) const;

  std::vector<double> x_;
  std::vector<fem::BeamElementPlanar> elements_;
  SparseMatrix M_, K_, translation_, gyroscopic_;
  double mass_ = 0.0, first_ = 0.0, second_ = 0.0;
  Vector sx_, sy_, x_u_, x_w_, turning_;  // over all unknowns of the mesh
  ModeBound bound_;
};

template <class Options, class Mesh>
void declare_beam_mesh(ParameterTable<Options>& t, Mesh mesh) {
  using Rotary = BeamMeshOptions::Rotary;
  declare_beam_nodes(t, mesh);
  declare_section(
      t, [mesh](auto& o) -> auto& { return mesh(o).section; });
  declare_beam_material(t, mesh);
  declare_part_list(
      t, [mesh](auto& o) -> auto& { return mesh(o).parts; }, "parts.second_moment", &BeamParts::second_moment, "m^4",
      "`section.second_moment` of each part, instead of one");
  t.choice(
      "rotary_inertia", [mesh](auto& o) -> auto& { return mesh(o).rotary; },
      std::vector<std::pair<std::string, Rotary>>{
          {"none", Rotary::none}, {"reference", Rotary::reference}, {"rayleigh", Rotary::rayleigh}},
      "rotary inertia of the sections: none; in the moment of inertia of a floating frame alone [MIX (134)]; or "
      "Rayleigh's, in all terms");
  declare_beam_start(t, mesh,
                     BeamNodeWords{"u, w, phi", "three", "m, m, rad", "m/s, m/s, 1/s",
                                   "moment of inertia of each attached part about its node"});
}

}  // namespace percuss
