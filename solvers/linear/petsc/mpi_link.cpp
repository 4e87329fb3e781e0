// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/mpi_link.hpp"

#include <mpi.h>

#include <cstdlib>

namespace percuss::petsc {

namespace {

class MpiLink final : public RankLink {
 public:
  MpiLink() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_dup(MPI_COMM_WORLD, &own_);
  }
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void largest(std::int64_t* values, int count) override {
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, MPI_MAX, own_);
  }
  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  int rank_ = 0, size_ = 1;
  MPI_Comm own_ = MPI_COMM_NULL;  // apart from PETSc's messages
};

}  // namespace

std::unique_ptr<RankLink> make_mpi_link() { return std::make_unique<MpiLink>(); }

}  // namespace percuss::petsc
