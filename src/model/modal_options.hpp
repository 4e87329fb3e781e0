// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/parameters.hpp"
#include "core/types.hpp"

namespace percuss {

/// How a flexible body is reduced to a few shapes of its deformation.
struct ModalOptions {
  Index count = 0;                         ///< slowest modes, rigid ones of a body at rest included
  double below_frequency = 0.0;            ///< all modes up to this frequency [Hz]
  std::vector<double> shapes = {};         ///< displacements of all nodes, shape by shape, instead of eigenmodes
  std::vector<double> static_points = {};  ///< points with modes of their static response to forces, along the body [m]
  std::vector<double> static_moments = {};  ///< points with modes of their static response to moments [m]
  std::vector<double> damping_ratios = {};  ///< zeta of each mode, or one for all

  bool reduces() const {
    return count > 0 || below_frequency > 0.0 || !shapes.empty() || !static_points.empty() || !static_moments.empty();
  }
  /// `mesh_unknowns`: as many numbers as a shape has.
  void check(double length, Index mesh_unknowns, std::vector<Fault>& faults) const;
};

/// Adds the keys of a struct whose ModalOptions `modes(options)` gives.
template <class Options, class Modes>
void declare_modes(ParameterTable<Options>& t, Modes modes) {
  t.integer(
       "modes.count", [modes](auto& o) -> auto& { return modes(o).count; },
       "reduces the body to this number of its slowest modes under the conditions of its frame or supports",
       Range{1, 1e4, false, false})
      .optional();
  t.number(
       "modes.below_frequency", [modes](auto& o) -> auto& { return modes(o).below_frequency; }, "Hz",
       "reduces the body to its modes of this frequency or less, instead of `modes.count`", positive)
      .optional();
  t.numbers(
       "modes.shapes", [modes](auto& o) -> auto& { return modes(o).shapes; }, "",
       "reduces the body to given shapes: the displacement of all nodes, shape by shape, as in `displacement`")
      .optional();
  t.numbers(
       "modes.static_points", [modes](auto& o) -> auto& { return modes(o).static_points; }, "m",
       "places along the body whose static response to forces on the axis the modes shall have: where contacts and "
       "joints act",
       non_negative)
      .optional();
  t.numbers(
       "modes.static_moments", [modes](auto& o) -> auto& { return modes(o).static_moments; }, "m",
       "the same of moments: where joints hold the section's rotation, and torques act", non_negative)
      .optional();
  t.numbers(
       "modes.damping_ratios", [modes](auto& o) -> auto& { return modes(o).damping_ratios; }, "",
       "damping ratio of each mode, slowest first, or one for all; beside Rayleigh's `damping`", non_negative)
      .optional();
}

}  // namespace percuss
