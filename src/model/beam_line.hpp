// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "core/types.hpp"
#include "model/bar_material.hpp"
#include "model/beam_parts.hpp"
#include "model/frame_conditions.hpp"
#include "model/modal_basis.hpp"

namespace percuss {

/// What straight beams in the plane and in space have in common: nodes along +x of the beam's axes, node 0 at x = 0,
/// material, masses, damping and the deformation at the start.
struct BeamLineOptions {
  enum class Mass { consistent, lumped };
  double length = 0.0;                 ///< L > 0 [m]
  double free_span = 0.0;              ///< the longest part that nothing holds, 0: L [m]
  Index elements = 0;                  ///< N >= 1; or
  std::vector<double> node_positions;  ///< x of the nodes, ascending from 0 to L [m]
  double youngs_modulus = 0.0;         ///< E > 0 [Pa]
  double density = 0.0;                ///< rho > 0 [kg/m^3]
  Mass mass = Mass::consistent;
  BeamParts parts;
  RayleighDamping damping;
  struct {
    std::vector<double> nodes;    ///< nodes that rigid parts are welded to
    std::vector<double> mass;     ///< of each part, >= 0 [kg]
    std::vector<double> inertia;  ///< of each part about its node, >= 0 [kg m^2]; none: 0
  } attach;
  ModalOptions modes;
  std::vector<double> displacement;  ///< of the nodes at the start, node by node; none: undeformed
  std::vector<double> rate;          ///< of the displacement at the start

  Index num_nodes() const;
  /// x of the nodes. Options without faults; throws InputError where memory does not hold so many.
  std::vector<double> nodes() const;

 protected:
  /// The material is given, once.
  void check_material(std::vector<Fault>& faults) const;
  /// `per_node`: the names of a node's unknowns, `count` of them.
  void check_line(Index count, const char* per_node, std::vector<Fault>& faults) const;
};

/// Each number of an element is sound by itself; together they may leave double precision: InputError.
void check_element(double mass, double axial_stiffness, double bending_stiffness, double frequency);

/// Throws InputError where elements as short as `shortest` would leave no digits of the deflection of the free span.
void check_fineness(const BeamLineOptions& beam, double shortest);

/// `stiffening` of a body reduced to modes.
Fault no_stiffening_of_modes();

/// The element with the place x, of nodes at `nodes`: the last one that starts before it.
Index element_of(const std::vector<double>& nodes, double x);

/// Of a beam with all its mass at one end: no beam of this mass and length is slower [1/s].
double slow_frequency(double length, double mass, double axial_stiffness, double bending_stiffness);

/// The kept unknowns of a state of the mesh, zero where `numbers` is empty; a fault where it breaks the conditions.
Vector initial_unknowns(const char* key, const std::vector<double>& numbers, const FrameConditions& conditions,
                        const char* fault, const char* remedy, std::vector<Fault>& faults);

/// The keys of a struct whose BeamLineOptions `line(options)` gives, in three groups: nodes; material; what is
/// attached.
template <class Options, class Line>
void declare_beam_nodes(ParameterTable<Options>& t, Line line) {
  t.number(
       "length", [line](auto& o) -> auto& { return line(o).length; }, "m", "length of the beam", positive)
      .required();
  t.integer(
       "elements", [line](auto& o) -> auto& { return line(o).elements; },
       "number of elements of equal length; the beam has one more node", Range{1, 1e6, false, false})
      .optional();
  t.numbers(
       "node_positions", [line](auto& o) -> auto& { return line(o).node_positions; }, "m",
       "x of the nodes along the beam, ascending from 0 to `length`, instead of `elements`")
      .optional();
  t.number(
       "free_span", [line](auto& o) -> auto& { return line(o).free_span; }, "m",
       "longest part of the beam that no support and no contact holds, by which round-off is judged; default: `length`",
       positive)
      .optional();
}

template <class Options, class Line>
void declare_beam_material(ParameterTable<Options>& t, Line line) {
  using Mass = BeamLineOptions::Mass;
  t.number(
       "youngs_modulus", [line](auto& o) -> auto& { return line(o).youngs_modulus; }, "Pa",
       "Young's modulus; required unless by `parts`", positive)
      .optional();
  t.number(
       "density", [line](auto& o) -> auto& { return line(o).density; }, "kg/m^3",
       "mass density; required unless by `parts`", positive)
      .optional();
  declare_parts(
      t, [line](auto& o) -> auto& { return line(o).parts; });
  t.choice(
      "mass", [line](auto& o) -> auto& { return line(o).mass; },
      std::vector<std::pair<std::string, Mass>>{{"consistent", Mass::consistent}, {"lumped", Mass::lumped}},
      "mass matrix; lumped: masses at the nodes, with the rotary inertia m l^2/78 per end of an element");
}

/// What the sentences about nodes say.
struct BeamNodeWords {
  std::string unknowns, count;   ///< "u, w, phi", "three"
  const char *unit, *rate_unit;  ///< of the displacement and of its rate
  const char* inertia;           ///< about `attach.inertia`
};
template <class Options, class Line>
void declare_beam_start(ParameterTable<Options>& t, Line line, const BeamNodeWords& words) {
  t.number(
      "damping.mass", [line](auto& o) -> auto& { return line(o).damping.mass; }, "1/s",
      "Rayleigh damping of the deformation, C = mass M + stiffness K: share of M", non_negative);
  t.number(
      "damping.stiffness", [line](auto& o) -> auto& { return line(o).damping.stiffness; }, "s",
      "Rayleigh damping of the deformation, C = mass M + stiffness K: share of K", non_negative);
  t.numbers(
       "attach.nodes", [line](auto& o) -> auto& { return line(o).attach.nodes; }, "",
       "nodes that rigid parts are welded to, by number")
      .optional();
  t.numbers(
       "attach.mass", [line](auto& o) -> auto& { return line(o).attach.mass; }, "kg", "mass of each attached part",
       non_negative)
      .optional();
  t.numbers(
       "attach.inertia", [line](auto& o) -> auto& { return line(o).attach.inertia; }, "kg m^2", words.inertia,
       non_negative)
      .optional();
  declare_modes(
      t, [line](auto& o) -> auto& { return line(o).modes; });
  t.numbers(
       "displacement", [line](auto& o) -> auto& { return line(o).displacement; }, words.unit,
       "initial displacement " + words.unknowns + " in the axes of the beam, node by node: " + words.count +
           " numbers per node")
      .optional();
  t.numbers(
       "displacement_rate", [line](auto& o) -> auto& { return line(o).rate; }, words.rate_unit,
       "initial rate of the displacement, " + words.count + " numbers per node")
      .optional();
}

}  // namespace percuss
