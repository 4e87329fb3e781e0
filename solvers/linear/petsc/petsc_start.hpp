// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <petscsys.h>

#include <mutex>
#include <stdexcept>
#include <string>

namespace percuss::petsc {

/// Once per process: PETSc, and MPI where nobody has started it, of this process alone unless `mpirun` has started it.
/// Signals, command line and start-up files are left alone.
void start();

/// PETSc has not, or not for these ranks, what it is asked for.
class Unable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Unable, or another std::runtime_error, unless `code` is 0.
void require(PetscErrorCode code);

/// PETSc serves one thread at a time.
inline std::mutex inside;

/// Runs f under the lock; returns what it throws.
template <class F>
std::string told(F&& f) {
  const std::lock_guard lock(inside);
  try {
    f();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace percuss::petsc
