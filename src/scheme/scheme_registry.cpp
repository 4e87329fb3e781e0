// SPDX-License-Identifier: Apache-2.0
#include "scheme/scheme_registry.hpp"

#include <algorithm>

#include "scheme/dg_minus.hpp"
#include "scheme/dg_plus.hpp"
#include "scheme/half_explicit_velocity.hpp"
#include "scheme/moreau_jean.hpp"
#include "scheme/moreau_midpoint.hpp"

namespace percuss {

const std::vector<SchemeType>& scheme_types() {
  using System = MechanicalSystem;
  using Contacts = ContactModel;
  static const std::vector<SchemeType> types{
      {"dg_minus", "time-discontinuous Galerkin D- of order 1 to 4, contact on acceleration level [TDG Problem 3.2]",
       TimeGalerkinOptions::parameters().infos(),
       [](const System& system, const Contacts& contacts, const SolverSet& solvers, const Values& values) {
         return std::make_unique<DgMinus>(system, contacts, solvers, TimeGalerkinOptions::parameters().make(values));
       }},
      {"dg_plus", "time-discontinuous Galerkin D+ of order 1 to 4, contact on acceleration level [TDG Problem 3.1]",
       TimeGalerkinOptions::parameters().infos(),
       [](const System& system, const Contacts& contacts, const SolverSet& solvers, const Values& values) {
         return std::make_unique<DgPlus>(system, contacts, solvers, TimeGalerkinOptions::parameters().make(values));
       }},
      {"half_explicit_velocity",
       "half-explicit on velocity level, time-discontinuous Galerkin, order 2 [HETS Fig. 9]",
       {},
       [](const System& system, const Contacts& contacts, const SolverSet& solvers, const Values&) {
         return std::make_unique<HalfExplicitVelocity>(system, contacts, solvers);
       }},
      {"moreau_jean", "Moreau-Jean theta scheme, theta = 0 the explicit form [TDG Alg. 1.4, HETS (43)-(47)]",
       MoreauJeanOptions::parameters().infos(),
       [](const System& system, const Contacts& contacts, const SolverSet& solvers, const Values& values) {
         return std::make_unique<MoreauJean>(system, contacts, solvers, MoreauJeanOptions::parameters().make(values));
       }},
      {"moreau_midpoint",
       "Moreau's midpoint rule, explicit in the forces [GGL (8)-(13)]",
       {},
       [](const System& system, const Contacts& contacts, const SolverSet& solvers, const Values&) {
         return std::make_unique<MoreauMidpoint>(system, contacts, solvers);
       }}};
  return types;
}

const SchemeType* find_scheme(const std::string& name) {
  const auto& types = scheme_types();
  const auto found = std::find_if(types.begin(), types.end(), [&](const auto& type) { return type.name == name; });
  return found == types.end() ? nullptr : &*found;
}

}  // namespace percuss
