// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

/// What the module `libpercuss_petsc.so` offers. It is loaded when a solver of PETSc's is asked for: nobody else waits
/// for PETSc, MPI and all that they bring along. It uses nothing of Percuss. One thread at a time is within PETSc,
/// whoever calls.
namespace percuss::petsc {

enum class Method { mumps, cg_gamg, cg_hypre };

/// A KSP of PETSc's for one symmetric matrix.
class Solver {
 public:
  virtual ~Solver() = default;
  /// Takes the matrix by rows, with both triangles; its arrays must stay as they are until the next call or the end.
  /// Returns what has gone wrong, empty: nothing; `by_options`: PETSc could not do what the options ask for.
  virtual std::string set_up(int rows, const int* start, const int* column, const double* value, bool& by_options) = 0;
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

}  // namespace percuss::petsc
