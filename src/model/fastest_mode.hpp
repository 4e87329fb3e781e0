// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/body.hpp"

namespace percuss {

/// Mode bound of a small linear body from its dense matrices: omega_max^2 is the largest eigenvalue of K x = omega^2 M
/// x, M positive definite. Where C = a M + b K the damping is a, b; any other C is counted as if every mode had the
/// largest damping rate that occurs, the largest eigenvalue of C x = c M x: an estimate on the safe side for schemes
/// whose step damping shortens.
ModeBound fastest_mode(const Matrix& M, const Matrix& C, const Matrix& K);

}  // namespace percuss
