// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/rank_link.hpp"

/// What the module `libpercuss_petsc.so` offers. It is loaded when a solver of PETSc's is asked for, or several ranks
/// run one model: nobody else waits for PETSc, MPI and all that they bring along. It uses nothing of Percuss. One
/// thread at a time is within PETSc, whoever calls.
namespace percuss::petsc {

enum class Method { mumps, cg, cg_gamg, cg_hypre };

/// What multigrid likes to know of the mesh behind a matrix.
struct Mesh {
  int rows_per_node = 1;             ///< which follow each other, and stay together on a rank
  int motions = 0;                   ///< of the mesh as a whole, which cost no energy
  const double* velocity = nullptr;  ///< of every row, motion after motion
};

/// A KSP of PETSc's for one symmetric matrix. Once ranks have joined, a matrix of some thousand rows is shared among
/// them: all of them then make, set up and use their solvers in the same order, and get the same solutions to the same
/// bits.
class Solver {
 public:
  virtual ~Solver() = default;
  /// Takes the matrix by rows, with both triangles; its arrays must stay as they are until the next call or the end,
  /// those of the mesh until it returns. Returns what has gone wrong, empty: nothing; `by_options`: PETSc cannot do
  /// what it is asked for.
  virtual std::string set_up(int rows, const int* start, const int* column, const double* value, const Mesh& mesh,
                             bool& by_options) = 0;
  /// x <- A^-1 b within `tolerance`, relative, as PETSc measures it, or as near as `iterations` get; these are then how
  /// many there were. Returns what has gone wrong; too few iterations are not that.
  virtual std::string solve(const double* b, double* x, double tolerance, int& iterations) = 0;
  /// Entries of the factor, 0 where there is none.
  virtual double entries() const = 0;
  /// Those of the `options` that nothing in PETSc has read, with their dashes.
  virtual std::string unread() const = 0;
};

/// `options`: as on the command lines of PETSc's programs, e.g. "-pc_gamg_threshold 0.02". Null, and `fault` says why,
/// when PETSc does not start or does not understand them. The caller owns the solver.
using MakeSolver = Solver*(Method method, const char* options, std::string& fault);
inline constexpr const char* make_solver_symbol = "percuss_petsc_make_solver";

/// Joins the processes that MPI has started along with this one; solvers that are made from then on share their work
/// with them. Null, and `fault` says why, when MPI does not start. The caller owns the link.
using JoinRanks = RankLink*(std::string& fault);
inline constexpr const char* join_ranks_symbol = "percuss_petsc_join_ranks";

/// Rows of a matrix per rank, below which every rank solves with it for itself: that takes less time than messages.
inline constexpr int least_shared_rows = 1000;

}  // namespace percuss::petsc
