// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/time_galerkin.hpp"

namespace percuss {

/// D+, the time-discontinuous Galerkin scheme whose velocity jumps at the left end of a step  [TDG Problem 3.1].
///
///   a_l = M_l^-1 (f_l + W_l lambda_l),   a*_M = a_M + M'^-1 W' Lambda/(h beta_M),   a*_l = a_l  (l < M)
///   v_0 = v + h beta_0 (a_0 - sum_(k>0) l+_k(0) a*_k),   v_l = v_0 + h sum_(k>0) (int_0^c_l l+_k) a*_k
///   q_l = q + h sum_k (int_0^c_l l_k) v_k,   v' = v_M,   q' = q_M
///
/// M = 1 is the 'contemplating' trapezoidal rule [TDG Alg. 3.3]; without dependence on velocities it is velocity
/// Verlet:
///   v_0 = v + h/2 (a_0 - a_1) - M'^-1 W' Lambda,  v' = v + h/2 (a_0 + a_1) + M'^-1 W' Lambda,  q' = q + h/2 (v_0 + v')
///
/// gamma- of Newton's law is that of v' without Lambda. Order M + 1 in smooth motion (M = 2 and 4: one more), 1 across
/// an impact. Implicit in forces that depend on the velocity.
class DgPlus final : public TimeGalerkin {
 public:
  DgPlus(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
         const TimeGalerkinOptions& options = {});
};

}  // namespace percuss
