// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/petsc_start.hpp"

#include <unistd.h>

#include <cstdlib>

namespace percuss::petsc {

static_assert(sizeof(PetscInt) == sizeof(int) && sizeof(PetscScalar) == sizeof(double),
              "PETSc with 32-bit indices and real numbers is needed");

namespace {

pid_t starter = 0;

}  // namespace

void require(PetscErrorCode code) {
  if (code == 0) return;
  const char* text = nullptr;  // of its kind
  char* specific = nullptr;    // of this error
  PetscErrorMessage(code, &text, &specific);
  std::string why = specific != nullptr ? specific : "";
  if (why.empty()) why = text != nullptr ? text : "error";
  if (code == PETSC_ERR_MISSING_FACTOR || code == PETSC_ERR_SUP) throw Unable("PETSc: " + why);
  throw std::runtime_error("PETSc: " + why);
}

void start() {
  PetscBool is_up = PETSC_FALSE;
  PetscInitialized(&is_up);
  if (is_up) return;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);  // Open MPI starts no daemon for one process
  PETSC_MPI_THREAD_REQUIRED = MPI_THREAD_SERIALIZED;
  require(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"));
  require(PetscOptionsSetValue(nullptr, "-skip_petscrc", "true"));
  require(PetscInitializeNoArguments());
  require(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
  starter = getpid();
  std::atexit([] {
    if (getpid() == starter) PetscFinalize();
  });
}

}  // namespace percuss::petsc
