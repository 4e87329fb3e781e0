// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "solvers/contact/anderson.hpp"
#include "solvers/contact/sweep_rows.hpp"

namespace percuss {

/// Gauss-Seidel sweeps over the contacts of a problem, in lots: each goes on where the one before has come to. With a
/// depth of acceleration > 0 Anderson's acceleration takes part once the residual falls from look to look: among modes
/// that keep changing it only misleads. It starts from swept points, in the metric of each contact's own G_kk; what it
/// proposes is brought back to the cones, and taken back where the next sweep changes twice as much as the last. Where
/// it has led nowhere, it rests. Deterministic, and the same for any number of threads.
class Sweeps {
 public:
  /// `relaxation` as of ContactSolverOptions; `depth` 0: plain sweeps.
  Sweeps(double relaxation, int depth) : relaxation_(relaxation), depth_(depth) {}
  void reserve(Index rows);
  /// Copies c and G's rows, which must be there; keeps references to G and the contacts until the next load.
  void load(const ContactProblem& problem);
  /// From x to a natural residual of at most `tolerance` [m/s], in at most `most` sweeps (>= 1); leaves the best x of
  /// them. Given what the lot before has left, it goes on from where that one has come to; given another x it begins
  /// anew.
  Report run(VecOut x, double tolerance, int most);
  /// Acceleration takes part, and has not been seen to lead nowhere.
  bool accelerates() const { return accelerates_; }

 private:
  /// Whether acceleration pays, as the residual tells from look to look.
  struct Pace {
    double last = std::numeric_limits<double>::infinity(), least = last;  ///< residual of the last look; of all
    double mark = last;                                      ///< least residual when progress was last asked for
    int marked = 0, falls = 0, rest = 200, rests_until = 0;  ///< in sweeps, but for the falls in a row
  };
  Report run_in_team(VecOut x, double tolerance, int most);
  void begin(VecRef x);
  double accelerated_sweep();
  void look(double residual);
  void start_acceleration();

  double relaxation_;
  int depth_;
  const DelassusOperator* G_ = nullptr;
  const ContactSet* contacts_ = nullptr;
  Index size_ = 0;
  SweepRows rows_;
  Anderson anderson_;
  // In the order of rows_: where sweeps are, and the best of a lot; where the last sweep began.
  Vector c_, x_, best_, from_, swept_;
  bool begun_ = false, accelerates_ = false;
  double change_ = 0.0;  // of the last accelerated sweep, in the norm of Anderson's method
  int sweeps_ = 0;
  Pace pace_;
};

}  // namespace percuss
