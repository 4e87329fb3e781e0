// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/shared_rows.hpp"

#include <stdexcept>

#include "solvers/linear/petsc/petsc_module.hpp"

namespace percuss::petsc {

void SharedRows::deal(int rows, int rows_per_node) {
  int size = 1, rank = 0;
  if (are_shared_) {
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  }
  if (rows / least_shared_rows < size) size = 1;
  mine_ = size > 1 ? static_cast<std::size_t>(rank) : 0;
  start_.resize(static_cast<std::size_t>(size) + 1);
  for (std::size_t i = 0; i < start_.size(); ++i)
    start_[i] = rows_per_node * static_cast<int>(static_cast<long>(rows / rows_per_node) * static_cast<long>(i) / size);
  count_.resize(start_.size() - 1);
  for (std::size_t i = 0; i < count_.size(); ++i) count_[i] = start_[i + 1] - start_[i];
}

void SharedRows::gather(double* x) const {
  if (!shared()) return;
  if (MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, x, count_.data(), start_.data(), MPI_DOUBLE, ranks()) != MPI_SUCCESS)
    throw std::runtime_error("MPI could not gather a vector");
}

}  // namespace percuss::petsc
