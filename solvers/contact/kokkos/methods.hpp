// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "solvers/contact/contact_method.hpp"

// Makers of the iterations that run as Kokkos kernels; no header of Kokkos comes with them.
namespace percuss::device {

/// Starts Kokkos with its default execution space, unless the program has; it is ended when the program exits.
void start_kokkos();

std::unique_ptr<ContactMethod> make_gauss_seidel(const ContactSolverOptions& options);
std::unique_ptr<ContactMethod> make_jacobi(const ContactSolverOptions& options);
std::unique_ptr<ContactMethod> make_apgd(const ContactSolverOptions& options);

}  // namespace percuss::device
