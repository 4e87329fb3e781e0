// SPDX-License-Identifier: Apache-2.0
#include "scheme/scheme_registry.hpp"

#include <algorithm>

#include "scheme/dg_minus.hpp"
#include "scheme/dg_plus.hpp"
#include "scheme/event_driven.hpp"
#include "scheme/explicit_velocity.hpp"
#include "scheme/ggl_decoupled.hpp"
#include "scheme/ggl_unified.hpp"
#include "scheme/half_explicit_acceleration.hpp"
#include "scheme/half_explicit_velocity.hpp"
#include "scheme/mixed_bathe.hpp"
#include "scheme/mixed_ed_alpha.hpp"
#include "scheme/mixed_generalized_alpha.hpp"
#include "scheme/moreau_jean.hpp"
#include "scheme/moreau_midpoint.hpp"
#include "scheme/nonsmooth_generalized_alpha.hpp"

namespace percuss {

namespace {

/// A scheme without options.
template <class AnyScheme>
SchemeType entry(std::string name, std::string summary, Capabilities capabilities = {}) {
  return {std::move(name),
          std::move(summary),
          {},
          [](const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers, const Values&) {
            return std::make_unique<AnyScheme>(system, contacts, solvers);
          },
          capabilities};
}

/// A scheme with options.
template <class AnyScheme, class Options>
SchemeType entry(std::string name, std::string summary, Capabilities capabilities = {}) {
  return {
      std::move(name), std::move(summary), Options::parameters().infos(),
      [](const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers, const Values& values) {
        return std::make_unique<AnyScheme>(system, contacts, solvers, Options::parameters().make(values));
      },
      capabilities};
}

}  // namespace

const std::vector<SchemeType>& scheme_types() {
  const Capabilities frictionless{.friction = false, .compliance = false, .drives = false};
  const Capabilities undriven{.drives = false, .relaxes_dampers = false};
  const Capabilities rigid_joints{.compliance = false, .drives = false};
  using enum Capabilities::Gyroscopic;
  const Capabilities impulses{.forces = false, .extrapolates = true, .gyroscopic = by_tangent};
  const Capabilities explicit_impulses{.forces = false, .extrapolates = true, .gyroscopic = at_start};
  const Capabilities rigid_impulses{.compliance = false, .drives = false, .forces = false};
  const Capabilities explicit_rigid{.compliance = false, .drives = false, .forces = false, .gyroscopic = at_start};
  const Capabilities dense{
      .compliance = false, .drives = false, .forces = false, .most_unknowns = GglUnified::most_unknowns};
  static const std::vector<SchemeType> types{
      entry<HalfExplicitVelocity, HalfExplicitVelocityOptions>(
          "half_explicit_velocity",
          "half-explicit on velocity level, time-discontinuous Galerkin, order 2 [HETS Fig. 9]"),
      entry<HalfExplicitAcceleration, HalfExplicitAccelerationOptions>(
          "half_explicit_acceleration", "half-explicit on acceleration level, order 2; gaps drift [HETS Fig. 4]",
          frictionless),
      entry<ExplicitVelocity, ExplicitVelocityOptions>(
          "explicit_velocity", "explicit on velocity level; gaps drift [HETS Fig. 7]", rigid_joints),
      entry<MoreauJean, MoreauJeanOptions>(
          "moreau_jean", "Moreau-Jean theta scheme, theta = 0 the explicit form [TDG Alg. 1.4, HETS (43)-(47)]",
          impulses),
      entry<MoreauMidpoint>("moreau_midpoint", "Moreau's midpoint rule, explicit in the forces [GGL (8)-(13)]",
                            explicit_impulses),
      entry<DgMinus, TimeGalerkinOptions>(
          "dg_minus", "time-discontinuous Galerkin D- of order 1 to 4, contact on acceleration level [TDG Problem 3.2]",
          frictionless),
      entry<DgPlus, TimeGalerkinOptions>(
          "dg_plus", "time-discontinuous Galerkin D+ of order 1 to 4, contact on acceleration level [TDG Problem 3.1]",
          frictionless),
      entry<GglDecoupled, GglDecoupledOptions>(
          "ggl_decoupled", "Gear-Gupta-Leimkuhler: midpoint rule, then projection onto g >= 0 [GGL (29)-(32)]",
          explicit_rigid),
      entry<GglUnified, GglUnifiedOptions>(
          "ggl_unified", "Gear-Gupta-Leimkuhler: velocity and position in one, implicit midpoint [GGL (36)-(52)]",
          dense),
      entry<MixedGeneralizedAlpha, GeneralizedAlphaOptions>(
          "mixed_generalized_alpha",
          "generalized-alpha with impulsive correction, implicit, order 2, damping chosen by rho_inf [MIX 2.4]"),
      entry<MixedGeneralizedAlpha, HhtOptions>(
          "mixed_hht", "Hilber-Hughes-Taylor with impulsive correction, implicit, order 2 [MIX 2.4]"),
      entry<MixedGeneralizedAlpha, NewmarkOptions>("mixed_newmark",
                                                   "Newmark with impulsive correction, implicit, order 2 [MIX 2.4]"),
      entry<MixedBathe, BatheOptions>(
          "mixed_bathe",
          "Bathe's two half steps with impulsive correction, implicit, order 2, removes fast oscillations [MIX 2.6]"),
      entry<MixedEdAlpha, EdAlphaOptions>(
          "mixed_ed_alpha",
          "ED-alpha, energy decaying, with impulsive correction, implicit, order 3 for linear systems, 2 under "
          "loads over time beside contacts or joints [MIX 2.7]",
          undriven),
      entry<NonsmoothGeneralizedAlpha, NonsmoothGeneralizedAlphaOptions>(
          "nonsmooth_generalized_alpha",
          "nonsmooth generalized-alpha, implicit, contacts on velocity level [NSA] or on position level too [PVA]",
          rigid_impulses)};
  return types;
}

const SchemeType* find_scheme(const std::string& name) {
  const auto& types = scheme_types();
  const auto found = std::find_if(types.begin(), types.end(), [&](const auto& type) { return type.name == name; });
  if (found != types.end()) return &*found;
  return name == EventDriven::type().name ? &EventDriven::type() : nullptr;
}

}  // namespace percuss
