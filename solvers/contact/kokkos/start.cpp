// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>
#include <cstdlib>

#include "solvers/contact/kokkos/methods.hpp"

namespace percuss::device {

void start_kokkos() {
  if (Kokkos::is_initialized()) return;
  Kokkos::initialize();
  std::atexit([] {
    if (Kokkos::is_initialized()) Kokkos::finalize();
  });
}

}  // namespace percuss::device
