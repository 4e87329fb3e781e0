// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/petsc_module.hpp"

#include <petscksp.h>

#include <memory>
#include <string_view>
#include <vector>

#include "solvers/linear/petsc/describe_mesh.hpp"
#include "solvers/linear/petsc/mpi_link.hpp"
#include "solvers/linear/petsc/petsc_start.hpp"
#include "solvers/linear/petsc/shared_rows.hpp"

namespace percuss::petsc {

namespace {

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

  std::string set_up(int rows, const int* start, const int* column, const double* value, const Mesh& mesh,
                     bool& by_options) override {
    by_options = false;
    return told([&] {
      try {
        destroy();
        make(rows, start, column, value, mesh);
        by_options = true;
        require(KSPSetFromOptions(ksp_));
        by_options = false;
        factor(rows);
      } catch (const Unable&) {
        by_options = true;
        throw;
      }
    });
  }

  std::string solve(const double* b, double* x, double tolerance, int& iterations) override {
    return told([&] {
      require(KSPSetTolerances(ksp_, tolerance, 0.0, PETSC_DEFAULT, iterations));
      require(VecPlaceArray(b_, b + rows_.begin()));
      require(VecPlaceArray(x_, x + rows_.begin()));
      const auto code = KSPSolve(ksp_, b_, x_);
      require(VecResetArray(b_));
      require(VecResetArray(x_));
      require(code);
      rows_.gather(x);
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
  void make(int rows, const int* start, const int* column, const double* value, const Mesh& mesh) {
    rows_.deal(rows, mesh.rows_per_node);
    make_matrix(rows, start, column, value);
    describe_mesh(rows_, mesh, rows, A_);
    require(MatSetOption(A_, method_ == Method::mumps ? MAT_SYMMETRIC : MAT_SPD, PETSC_TRUE));
    for (auto* vector : {&b_, &x_}) make_vector(rows, vector);
    require(KSPCreate(rows_.ranks(), &ksp_));
    require(KSPSetOptionsPrefix(ksp_, prefix_.c_str()));
    require(KSPSetOperators(ksp_, A_, A_));
    choose();
  }

  void factor(int rows) {
    PC pc = nullptr;
    require(KSPGetPC(ksp_, &pc));
    if (method_ == Method::mumps) count_null_pivots(pc);
    require(KSPSetUp(ksp_));
    PCFailedReason failed = PC_NOERROR;
    require(PCGetFailedReason(pc, &failed));
    if (failed != PC_NOERROR) throw std::runtime_error("PETSc could not factor the matrix");
    if (method_ == Method::mumps) check_inertia(pc, rows);
  }

  void make_matrix(int rows, const int* start, const int* column, const double* value) {
    auto* columns = const_cast<int*>(column);
    auto* values = const_cast<double*>(value);
    if (!rows_.shared())
      return require(
          MatCreateSeqAIJWithArrays(rows_.ranks(), rows, rows, const_cast<int*>(start), columns, values, &A_));
    std::vector<int> own(static_cast<std::size_t>(rows_.size()) + 1);
    const int first = start[rows_.begin()];
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = start[rows_.begin() + static_cast<int>(i)] - first;
    require(MatCreateMPIAIJWithArrays(rows_.ranks(), rows_.size(), rows_.size(), rows, rows, own.data(),
                                      columns + first, values + first, &A_));
  }
  void make_vector(int rows, Vec* vector) {
    require(rows_.shared() ? VecCreateMPIWithArray(rows_.ranks(), 1, rows_.size(), rows, nullptr, vector)
                           : VecCreateSeqWithArray(rows_.ranks(), 1, rows, nullptr, vector));
  }

  void choose() {
    PC pc = nullptr;
    require(KSPGetPC(ksp_, &pc));
    if (method_ == Method::mumps) {
      require(KSPSetType(ksp_, KSPPREONLY));
      require(PCSetType(pc, PCCHOLESKY));
      return require(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    }
    require(KSPSetType(ksp_, KSPCG));
    if (method_ == Method::cg) return require(PCSetType(pc, PCJACOBI));
    require(PCSetType(pc, method_ == Method::cg_gamg ? PCGAMG : PCHYPRE));
    if (method_ == Method::cg_hypre) require(PCHYPRESetType(pc, "boomeramg"));
  }

  /// Without which MUMPS does not know the inertia; and the last front must not be shared.
  static void count_null_pivots(PC pc) {
    constexpr PetscInt null_pivots = 24, own_root = 13;
    Mat factor = nullptr;
    require(PCFactorSetUpMatSolverType(pc));
    require(PCFactorGetMatrix(pc, &factor));
    require(MatMumpsSetIcntl(factor, null_pivots, 1));
    require(MatMumpsSetIcntl(factor, own_root, 1));
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
  SharedRows rows_;
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

extern "C" percuss::RankLink* percuss_petsc_join_ranks(std::string& fault) {
  percuss::RankLink* link = nullptr;
  fault = percuss::petsc::told([&] {
    percuss::petsc::start();
    link = percuss::petsc::make_mpi_link().release();
    if (link->size() > 1) percuss::petsc::SharedRows::begin_to_share();
  });
  return link;
}
