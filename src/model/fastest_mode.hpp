// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/body.hpp"

namespace percuss {

/// Mode bound of a small linear body from its dense matrices: omega_max^2 is the largest eigenvalue of K x = omega^2 M
/// x, M positive definite. Where C = a M + b K the damping is a, b. Any other C damps its modes unevenly: its rates lie
/// between the least and the largest eigenvalue of C x = c M x, whatever the frequency. For whatever a linear scheme
/// makes of the motion, an eigenvector's Rayleigh quotients with M, C and K are such a frequency and such a rate, so
/// that a step which holds for all of them holds for the body.
ModeBound fastest_mode(const Matrix& M, const Matrix& C, const Matrix& K);

}  // namespace percuss
