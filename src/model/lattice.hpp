// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A lattice of pin-jointed elastic bars in the plane or in space, a truss for small displacements: equal rectangular
/// cells side by side, a bar along each of their edges and diagonals in their faces. Each bar is one two-node element:
///
///   K_e = E S / l [n n', -n n'; -n n', n n'],   M_e = rho S l / 6 [2 I, I; I, 2 I]   or, lumped,  rho S l / 2 I.
///
/// Nodes are those that no support holds, x running fastest, then y, then z.
struct LatticeOptions {
  enum class Bracing { none, single, cross };
  enum class Mass { consistent, lumped };
  enum class Support { free, held };
  std::vector<double> cells;  ///< how many along x, y(, z): 2 or 3 numbers >= 1
  std::vector<double> cell;   ///< edges of a cell along x, y(, z) [m]: one number for all, or one each
  Bracing bracing = Bracing::single;
  double area = 0.0;            ///< S > 0, of each bar [m^2]
  double youngs_modulus = 0.0;  ///< E > 0 [Pa]
  double density = 0.0;         ///< rho > 0 [kg/m^3]
  Mass mass = Mass::consistent;
  struct {
    double mass = 0.0;       ///< a in C = a M + b K, >= 0 [1/s]
    double stiffness = 0.0;  ///< b in C = a M + b K, >= 0 [s]
  } damping;
  /// Whether the nodes of a face are held.
  struct {
    Support x_min = Support::free, x_max = Support::free, y_min = Support::free, y_max = Support::free,
            z_min = Support::free, z_max = Support::free;
  } supports;
  double free_span = 0.0;        ///< the longest part that nothing holds, 0: all of it [m]
  std::vector<double> position;  ///< of the corner with the smallest coordinates [m]; none: the origin
  std::vector<double> velocity;  ///< of all nodes at the start [m/s]; none: at rest

  static const ParameterTable<LatticeOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_lattice(const LatticeOptions& options);

}  // namespace percuss
