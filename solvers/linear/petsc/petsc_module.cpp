// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/petsc_module.hpp"

#include <petscksp.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>

namespace percuss::petsc {

namespace {

static_assert(sizeof(PetscInt) == sizeof(int) && sizeof(PetscScalar) == sizeof(double),
              "PETSc with 32-bit indices and real numbers is needed");

std::mutex inside;  // PETSc serves one thread at a time

void require(PetscErrorCode code) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw std::runtime_error(std::string("PETSc: ") + (text != nullptr ? text : "error"));
}

pid_t starter = 0;

/// Once per process: PETSc, and MPI where nobody has started it, of this process alone unless `mpirun` has started it.
/// Signals, command line and start-up files are left alone.
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

class Ksp final : public Solver {
 public:
  Ksp(Method method, const char* options) : method_(method) {
    static int made = 0;
    prefix_ = "percuss" + std::to_string(made++) + "_";
    require(PetscOptionsPrefixPush(nullptr, prefix_.c_str()));
    const auto code = PetscOptionsInsertString(nullptr, options);
    require(PetscOptionsPrefixPop(nullptr));
    require(code);
  }
  Ksp(const Ksp&) = delete;
  Ksp& operator=(const Ksp&) = delete;
  ~Ksp() override {
    const std::lock_guard lock(inside);
    PetscBool is_down = PETSC_FALSE;
    PetscFinalized(&is_down);
    if (!is_down) destroy();
  }

  std::string set_up(int rows, const int* start, const int* column, const double* value, bool& by_options) override {
    by_options = false;
    return told([&] {
      destroy();
      require(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, rows, rows, const_cast<int*>(start), const_cast<int*>(column),
                                        const_cast<double*>(value), &A_));
      require(MatSetOption(A_, method_ == Method::mumps ? MAT_SYMMETRIC : MAT_SPD, PETSC_TRUE));
      for (auto* vector : {&b_, &x_}) require(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, rows, nullptr, vector));
      require(KSPCreate(PETSC_COMM_SELF, &ksp_));
      require(KSPSetOptionsPrefix(ksp_, prefix_.c_str()));
      require(KSPSetOperators(ksp_, A_, A_));
      choose();
      by_options = true;
      require(KSPSetFromOptions(ksp_));
      by_options = false;
      PC pc = nullptr;
      require(KSPGetPC(ksp_, &pc));
      if (method_ == Method::mumps) count_null_pivots(pc);
      require(KSPSetUp(ksp_));
      PCFailedReason failed = PC_NOERROR;
      require(PCGetFailedReason(pc, &failed));
      if (failed != PC_NOERROR) throw std::runtime_error("PETSc could not factor the matrix");
      if (method_ == Method::mumps) check_inertia(pc, rows);
    });
  }

  std::string solve(const double* b, double* x, double tolerance, int& iterations) override {
    return told([&] {
      require(KSPSetTolerances(ksp_, tolerance, 0.0, PETSC_DEFAULT, iterations));
      require(VecPlaceArray(b_, b));
      require(VecPlaceArray(x_, x));
      const auto code = KSPSolve(ksp_, b_, x_);
      require(VecResetArray(b_));
      require(VecResetArray(x_));
      require(code);
      PetscInt done = 0;
      require(KSPGetIterationNumber(ksp_, &done));
      iterations = done;
      KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
      require(KSPGetConvergedReason(ksp_, &reason));
      if (reason > 0 || reason == KSP_DIVERGED_ITS) return;
      throw std::runtime_error(std::string("PETSc gave up: ") + KSPConvergedReasons[reason]);
    });
  }

  double entries() const override { return entries_; }

  std::string unread() const override {
    const std::lock_guard lock(inside);
    PetscInt count = 0;
    char **names = nullptr, **values = nullptr;
    std::string found;
    if (PetscOptionsLeftGet(nullptr, &count, &names, &values) != 0) return found;
    for (PetscInt i = 0; i < count; ++i)
      if (const std::string_view name = names[i]; name.starts_with(prefix_))
        found += (found.empty() ? "-" : ", -") + std::string(name.substr(prefix_.size()));
    PetscOptionsLeftRestore(nullptr, &count, &names, &values);
    return found;
  }

 private:
  void choose() {
    PC pc = nullptr;
    require(KSPGetPC(ksp_, &pc));
    if (method_ == Method::mumps) {
      require(KSPSetType(ksp_, KSPPREONLY));
      require(PCSetType(pc, PCCHOLESKY));
      return require(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    }
    require(KSPSetType(ksp_, KSPCG));
    require(PCSetType(pc, method_ == Method::cg_gamg ? PCGAMG : PCHYPRE));
    if (method_ == Method::cg_hypre) require(PCHYPRESetType(pc, "boomeramg"));
  }

  /// Without which MUMPS does not know the inertia.
  static void count_null_pivots(PC pc) {
    constexpr PetscInt null_pivots = 24;
    Mat factor = nullptr;
    require(PCFactorSetUpMatSolverType(pc));
    require(PCFactorGetMatrix(pc, &factor));
    require(MatMumpsSetIcntl(factor, null_pivots, 1));
  }

  /// MUMPS factors any symmetric matrix.
  void check_inertia(PC pc, int rows) {
    Mat factor = nullptr;
    require(PCFactorGetMatrix(pc, &factor));
    PetscInt negative = 0, zero = 0, positive = 0;
    require(MatGetInertia(factor, &negative, &zero, &positive));
    if (positive != rows) throw std::runtime_error("the matrix is not positive definite");
    MatInfo info;
    require(MatGetInfo(factor, MAT_LOCAL, &info));
    entries_ = info.nz_used;
  }

  void destroy() {
    KSPDestroy(&ksp_);
    VecDestroy(&x_);
    VecDestroy(&b_);
    MatDestroy(&A_);
  }

  Method method_;
  std::string prefix_;
  double entries_ = 0.0;
  Mat A_ = nullptr;
  Vec b_ = nullptr, x_ = nullptr;
  KSP ksp_ = nullptr;
};

}  // namespace

}  // namespace percuss::petsc

extern "C" percuss::petsc::Solver* percuss_petsc_make_solver(percuss::petsc::Method method, const char* options,
                                                             std::string& fault) {
  percuss::petsc::Solver* solver = nullptr;
  fault = percuss::petsc::told([&] {
    percuss::petsc::start();
    solver = new percuss::petsc::Ksp(method, options);
  });
  return solver;
}
