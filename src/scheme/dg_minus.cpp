// SPDX-License-Identifier: Apache-2.0
#include "scheme/dg_minus.hpp"

namespace percuss {

DgMinus::DgMinus(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                 const TimeGalerkinOptions& options)
    : TimeGalerkin(GalerkinTableau::Jump::right, system, contacts, solvers, options) {}

}  // namespace percuss
