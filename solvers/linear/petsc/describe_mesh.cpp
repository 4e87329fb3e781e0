// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/describe_mesh.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "solvers/linear/petsc/petsc_start.hpp"

namespace percuss::petsc {

namespace {

struct Motions : std::vector<Vec> {
  Motions() = default;
  Motions(const Motions&) = delete;
  Motions& operator=(const Motions&) = delete;
  ~Motions() {
    for (auto& motion : *this) VecDestroy(&motion);
  }

  /// Makes the last one orthonormal to those before it, or drops it: a mesh on a line has motions that depend on
  /// others.
  void settle_last() {
    constexpr double least = 1e-8;  // share of a motion that the others leave
    Vec last = back();
    double whole = 0.0, left = 0.0;
    require(VecNorm(last, NORM_2, &whole));
    for (std::size_t i = 0; i + 1 < size(); ++i) {
      PetscScalar along = 0.0;
      require(VecDot(last, (*this)[i], &along));
      require(VecAXPY(last, -along, (*this)[i]));
    }
    require(VecNormalize(last, &left));
    if (left > least * whole) return;
    pop_back();
    require(VecDestroy(&last));
  }
};

}  // namespace

void describe_mesh(const SharedRows& rows, const Mesh& mesh, int size, Mat A) {
  if (mesh.rows_per_node > 1) require(MatSetBlockSize(A, mesh.rows_per_node));
  if (mesh.motions == 0) return;
  Motions motions;
  for (int k = 0; k < mesh.motions; ++k) {
    motions.push_back(nullptr);
    require(MatCreateVecs(A, &motions.back(), nullptr));
    double* values = nullptr;
    require(VecGetArray(motions.back(), &values));
    const auto* const first = mesh.velocity + static_cast<std::ptrdiff_t>(size) * k + rows.begin();
    std::copy(first, first + rows.size(), values);
    require(VecRestoreArray(motions.back(), &values));
    motions.settle_last();
  }
  MatNullSpace rigid = nullptr;
  const auto count = static_cast<PetscInt>(motions.size());
  require(MatNullSpaceCreate(rows.ranks(), PETSC_FALSE, count, motions.data(), &rigid));
  require(MatSetNearNullSpace(A, rigid));
  require(MatNullSpaceDestroy(&rigid));
}

}  // namespace percuss::petsc
