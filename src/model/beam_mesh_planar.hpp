// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "contact/marker.hpp"
#include "core/parameters.hpp"
#include "fem/beam_element_planar.hpp"
#include "model/beam_section.hpp"
#include "model/floating_body_planar.hpp"
#include "model/modal_basis.hpp"

namespace percuss {

/// What planar beams have in common: a straight beam along +x of its axes, node 0 at x = 0, of two-node
/// Euler-Bernoulli elements with the unknowns (u, w, phi) per node.
struct BeamMeshOptions {
  enum class Mass { consistent, lumped };
  /// Rotary inertia of the sections: none; `reference`, in the moment of inertia of the frame alone [MIX (134)];
  /// Rayleigh's.
  enum class Rotary { none, reference, rayleigh };
  double length = 0.0;                 ///< L > 0 [m]
  Index elements = 0;                  ///< N >= 1; or
  std::vector<double> node_positions;  ///< x of the nodes, ascending from 0 to L [m]
  BeamSection section;
  double youngs_modulus = 0.0;  ///< E > 0 [Pa]
  double density = 0.0;         ///< rho > 0 [kg/m^3]
  Mass mass = Mass::consistent;
  Rotary rotary = Rotary::none;
  struct {
    double mass = 0.0;       ///< a in C = a M + b K, >= 0 [1/s]
    double stiffness = 0.0;  ///< b in C = a M + b K, >= 0 [s]
  } damping;
  struct {
    std::vector<double> nodes;    ///< nodes that rigid parts are welded to
    std::vector<double> mass;     ///< of each part, >= 0 [kg]
    std::vector<double> inertia;  ///< of each part about its node, >= 0 [kg m^2]; none: 0
  } attach;
  std::vector<double> displacement;  ///< u, w, phi of the nodes at the start, node by node; none: undeformed
  std::vector<double> rate;          ///< of the displacement at the start

  Index num_nodes() const;
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
  ElasticMotion motion(const Vector3& point,
                       const std::function<std::vector<std::pair<Index, double>>(Index)>& over) const;
  /// What the modes are taken of, `static_points` along the beam each with a force along and one across it.
  ModalProblem modal_problem(const FrameConditions& frame, const std::vector<double>& static_points) const;

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

/// The kept unknowns of a state of the mesh, zero where `numbers` is empty; a fault where it breaks the conditions.
Vector initial_unknowns(const char* key, const std::vector<double>& numbers, const FrameConditions& conditions,
                        const char* fault, const char* remedy, std::vector<Fault>& faults);

template <class Options, class Mesh>
void declare_beam_mesh(ParameterTable<Options>& t, Mesh mesh) {
  using Mass = BeamMeshOptions::Mass;
  using Rotary = BeamMeshOptions::Rotary;
  t.number(
       "length", [mesh](auto& o) -> auto& { return mesh(o).length; }, "m", "length of the beam", positive)
      .required();
  t.integer(
       "elements", [mesh](auto& o) -> auto& { return mesh(o).elements; },
       "number of elements of equal length; the beam has one more node", Range{1, 1e4, false, false})
      .optional();
  t.numbers(
       "node_positions", [mesh](auto& o) -> auto& { return mesh(o).node_positions; }, "m",
       "x of the nodes along the beam, ascending from 0 to `length`, instead of `elements`")
      .optional();
  declare_section(
      t, [mesh](auto& o) -> auto& { return mesh(o).section; });
  t.number(
       "youngs_modulus", [mesh](auto& o) -> auto& { return mesh(o).youngs_modulus; }, "Pa", "Young's modulus", positive)
      .required();
  t.number(
       "density", [mesh](auto& o) -> auto& { return mesh(o).density; }, "kg/m^3", "mass density", positive)
      .required();
  t.choice(
      "mass", [mesh](auto& o) -> auto& { return mesh(o).mass; },
      std::vector<std::pair<std::string, Mass>>{{"consistent", Mass::consistent}, {"lumped", Mass::lumped}},
      "mass matrix; lumped: masses at the nodes, with the rotary inertia m l^2/78 per end of an element");
  t.choice(
      "rotary_inertia", [mesh](auto& o) -> auto& { return mesh(o).rotary; },
      std::vector<std::pair<std::string, Rotary>>{
          {"none", Rotary::none}, {"reference", Rotary::reference}, {"rayleigh", Rotary::rayleigh}},
      "rotary inertia of the sections: none; in the moment of inertia of a floating frame alone [MIX (134)]; or "
      "Rayleigh's, in all terms");
  t.number(
      "damping.mass", [mesh](auto& o) -> auto& { return mesh(o).damping.mass; }, "1/s",
      "Rayleigh damping of the deformation, C = mass M + stiffness K: share of M", non_negative);
  t.number(
      "damping.stiffness", [mesh](auto& o) -> auto& { return mesh(o).damping.stiffness; }, "s",
      "Rayleigh damping of the deformation, C = mass M + stiffness K: share of K", non_negative);
  t.numbers(
       "attach.nodes", [mesh](auto& o) -> auto& { return mesh(o).attach.nodes; }, "",
       "nodes that rigid parts are welded to, by number")
      .optional();
  t.numbers(
       "attach.mass", [mesh](auto& o) -> auto& { return mesh(o).attach.mass; }, "kg", "mass of each attached part",
       non_negative)
      .optional();
  t.numbers(
       "attach.inertia", [mesh](auto& o) -> auto& { return mesh(o).attach.inertia; }, "kg m^2",
       "moment of inertia of each attached part about its node", non_negative)
      .optional();
  t.numbers(
       "displacement", [mesh](auto& o) -> auto& { return mesh(o).displacement; }, "m, m, rad",
       "initial displacement u, w, phi in the axes of the beam, node by node: three numbers per node")
      .optional();
  t.numbers(
       "displacement_rate", [mesh](auto& o) -> auto& { return mesh(o).rate; }, "m/s, m/s, 1/s",
       "initial rate of the displacement, three numbers per node")
      .optional();
}

}  // namespace percuss
