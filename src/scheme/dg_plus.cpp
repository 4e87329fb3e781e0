// SPDX-License-Identifier: Apache-2.0
#include "scheme/dg_plus.hpp"

namespace percuss {

DgPlus::DgPlus(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
               const TimeGalerkinOptions& options)
    : TimeGalerkin(GalerkinTableau::Jump::left, system, contacts, solvers, options) {}

}  // namespace percuss
