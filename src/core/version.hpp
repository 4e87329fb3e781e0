// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// What this build is.
namespace percuss::build {

extern const std::string_view version;
extern const std::string_view revision;  ///< git describe, "" outside a checkout
extern const std::string_view compiler;
extern const std::string_view build_type;
extern const bool with_cholmod, with_kokkos, with_openmp, with_petsc;

}  // namespace percuss::build
