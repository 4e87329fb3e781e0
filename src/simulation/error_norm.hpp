// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// What is made of E_kj = x_j(t_k) - r_j(t_k), the differences between a motion x and its reference r at the times
/// t_0 < ... < t_n (rows) in the quantities j (columns):
///   max       max_kj |E_kj|
///   spectral  sigma_max(E), the 2-norm of the matrix: the largest eigenvalue of E'E is its square  [HETS Tables 2, 3]
///   l1        sum_j sum_k (t_k - t_k-1) (|E_k-1,j| + |E_kj|) / 2, the trapezoidal rule for the integral of |x - r|
///   eq92      sqrt(sum_j sum_k>0 (E_kj / r_kj)^2), the relative errors without t_0  [MIX (92)]
/// The unit is that of the quantities, times s for l1, none for eq92. The spectral norm and that of (92) grow with the
/// number of times: where each step brings one, at order p they fall as h^(p - 1/2).
enum class ErrorNorm { max, spectral, l1, eq92 };

/// "max", ..., in the order of the enumeration.
const std::vector<std::string>& error_norm_names();
/// Throws InputError with the nearest name when there is no such norm.
ErrorNorm error_norm(const std::string& name);

/// The norm of values - reference, both (times, quantities). NaN where a number is not finite.
double error_of(ErrorNorm norm, std::span<const double> times, const Matrix& values, const Matrix& reference);

/// Throws InputError when the norm has no meaning against this reference: a relative error where it is 0. `names`: of
/// the columns.
void check_reference(ErrorNorm norm, std::span<const std::string> names, std::span<const double> times,
                     const Matrix& reference);

}  // namespace percuss
