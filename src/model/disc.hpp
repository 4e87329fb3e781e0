// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A rigid homogeneous disc in the plane: q = (x, y, phi), inertia J = m r^2/2 about its centre. Contacts see its
/// radius.
struct DiscOptions {
  double radius = 0.0;                     ///< r > 0 [m]
  double mass = 0.0;                       ///< m [kg]; this or `density`
  double density = 0.0;                    ///< mass per area [kg/m^2]: m = density pi r^2
  std::vector<double> position{0.0, 0.0};  ///< centre at the start [m]
  double angle = 0.0;                      ///< phi at the start [rad]
  std::vector<double> velocity{0.0, 0.0};  ///< of the centre at the start [m/s]
  double angular_velocity = 0.0;           ///< counter-clockwise, at the start [1/s]

  static const ParameterTable<DiscOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_disc(const DiscOptions& options);

/// A disc of a group, at the start.
struct DiscAtStart {
  double radius = 0.0, mass = 0.0;  ///< [m], [kg]
  std::array<double, 3> q{}, v{};   ///< (x, y, phi) and its rate
};
/// One node and one body with the matrix diag(m, m, J) per disc: couplings between discs come from contacts alone.
BuiltBody build_discs(const std::vector<DiscAtStart>& discs);

/// Faults of `mass` and `density`, of which one must be given.
void check_mass_or_density(double mass, double density, std::vector<Fault>& faults);

}  // namespace percuss
