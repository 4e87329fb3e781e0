// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// The iterations that exist as Kokkos kernels (solvers/contact/kokkos).
enum class KokkosMethod { gauss_seidel, jacobi, apgd };

/// A contact solver that runs on the device that Kokkos was built for. Throws InputError, with how to build it, when
/// Percuss was built without Kokkos.
std::unique_ptr<ContactSolver> make_kokkos_solver(KokkosMethod method, const ContactSolverOptions& options);

}  // namespace percuss
