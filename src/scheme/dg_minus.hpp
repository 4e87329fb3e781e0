// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/time_galerkin.hpp"

namespace percuss {

/// D-, the time-discontinuous Galerkin scheme whose velocity jumps at the right end of a step  [TDG Problem 3.2].
///
///   v_l = v + h sum_(k<M) (int_0^c_l l-_k) a_k,   q_l = q + h sum_k (int_0^c_l l_k) v_k,   a_l = M_l^-1 (f_l + W_l
///   lambda_l) v'  = v + h sum_k beta_k a_k + M'^-1 W' Lambda,   q' = q_M
///
/// M = 1 is the 'forecasting' trapezoidal rule [TDG Alg. 3.4], explicit but for the contact law; without dependence on
/// velocities it is velocity Verlet:
///   v_1 = v + h a_0,  q' = q + h/2 (v + v_1),  v' = v + h/2 (a_0 + a_1) + M'^-1 W' Lambda
///
/// Order M + 1 in smooth motion (M = 2 and 4: one more), 1 across an impact. Conditionally stable.
class DgMinus final : public TimeGalerkin {
 public:
  DgMinus(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
          const TimeGalerkinOptions& options = {});
};

}  // namespace percuss
