// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/kokkos_solver.hpp"

#ifdef PERCUSS_HAVE_KOKKOS
#include "solvers/contact/kokkos/methods.hpp"
#include "solvers/contact/method_solver.hpp"
#endif

namespace percuss {

#ifdef PERCUSS_HAVE_KOKKOS

std::unique_ptr<ContactSolver> make_kokkos_solver(KokkosMethod method, const ContactSolverOptions& options) {
  device::start_kokkos();
  const auto make = [&](const char* name, std::unique_ptr<ContactMethod> kernels) {
    return std::make_unique<MethodSolver>(options, name, std::move(kernels));
  };
  if (method == KokkosMethod::jacobi) return make("kokkos_jacobi", device::make_jacobi(options));
  if (method == KokkosMethod::apgd) return make("kokkos_apgd", device::make_apgd(options));
  return make("kokkos_gauss_seidel", device::make_gauss_seidel(options));
}

#else

std::unique_ptr<ContactSolver> make_kokkos_solver(KokkosMethod, const ContactSolverOptions&) {
  throw input_error("simulation.contact_solver.name", "this Percuss was built without Kokkos",
                    "configure it with -DPERCUSS_WITH_KOKKOS=ON (docs/kokkos.md), or use the solver of the same name "
                    "without `kokkos_`");
}

#endif

}  // namespace percuss
