// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/bar_material.hpp"
#include "model/model.hpp"

namespace percuss {

/// A straight elastic bar along +x, node 0 at x = 0: `elements` axial two-node elements of equal length [HETS 7.1].
struct BarOptions : BarMaterial {
  double length = 0.0;                ///< L > 0 [m]
  Index elements = 0;                 ///< N >= 1; the bar has N + 1 nodes
  double area = 0.0;                  ///< S > 0 [m^2]
  std::vector<double> position{0.0};  ///< displacement of all nodes at the start, or one number per node [m]
  std::vector<double> velocity{0.0};  ///< velocity of all nodes at the start, or one number per node [m/s]

  static const ParameterTable<BarOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_bar(const BarOptions& options);

}  // namespace percuss
