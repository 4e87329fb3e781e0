// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/rank_link.hpp"

namespace percuss::petsc {

/// Of all processes that MPI has started; MPI is up.
std::unique_ptr<RankLink> make_mpi_link();

}  // namespace percuss::petsc
