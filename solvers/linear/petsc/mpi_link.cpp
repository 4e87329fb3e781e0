// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc/mpi_link.hpp"

#include <mpi.h>

#include <cstdlib>
#include <vector>

namespace percuss::petsc {

namespace {

class MpiLink final : public RankLink {
 public:
  MpiLink() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_dup(MPI_COMM_WORLD, &own_);
    MPI_Comm_dup(MPI_COMM_WORLD, &shares_);
  }
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void largest(std::int64_t* values, int count) override {
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, MPI_MAX, own_);
  }
  void gather(double* values, const std::int64_t* start) override {
    counts_.resize(static_cast<std::size_t>(size_));
    places_.resize(counts_.size());
    for (std::size_t r = 0; r < counts_.size(); ++r) {
      counts_[r] = static_cast<int>(start[r + 1] - start[r]);
      places_[r] = static_cast<int>(start[r]);
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, counts_.data(), places_.data(), MPI_DOUBLE, shares_);
  }
  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  int rank_ = 0, size_ = 1;
  std::vector<int> counts_, places_;
  MPI_Comm own_ = MPI_COMM_NULL, shares_ = MPI_COMM_NULL;  // apart from PETSc's messages
};

}  // namespace

std::unique_ptr<RankLink> make_mpi_link() { return std::make_unique<MpiLink>(); }

}  // namespace percuss::petsc
