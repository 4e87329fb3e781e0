// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/anderson.hpp"
#include "solvers/contact/sweep_pace.hpp"
#include "solvers/contact/sweep_rows.hpp"

namespace percuss {

/// Gauss-Seidel sweeps over the contacts of a problem, in lots: each goes on where the one before has come to. With a
/// depth of acceleration > 0 Anderson's acceleration takes part where it pays (SweepPace). It starts from swept points,
/// in the metric of each contact's own G_kk; what it proposes is brought back to the cones, and taken back where the
/// next sweep changes twice as much as the last. Deterministic, and the same for any number of threads.
class Sweeps {
 public:
  /// `relaxation` as of ContactSolverOptions; `depth` 0: plain sweeps.
  Sweeps(double relaxation, int depth) : relaxation_(relaxation), sweeper_(depth) {}
  void reserve(Index rows) { sweeper_.reserve(rows); }
  /// Copies c and G's rows, which must be there; keeps references to G and the contacts until the next load.
  void load(const ContactProblem& problem);
  /// From x to a natural residual of at most `tolerance` [m/s], in at most `most` sweeps (>= 1); leaves the best x of
  /// them. Given what the lot before has left, it goes on from where that one has come to; given another x it begins
  /// anew.
  Report run(VecOut x, double tolerance, int most);
  /// Acceleration takes part, and has not been seen to lead nowhere.
  bool accelerates() const { return pace_.accelerates(); }

 private:
  /// What `run_sweeps` asks for. Its vectors are in the order in which the rows are swept.
  class Sweeper {
   public:
    explicit Sweeper(int depth) : depth_(depth) {}
    void reserve(Index rows);
    void load(const ContactProblem& problem, double relaxation);
    int most_threads() const { return rows_.most_threads(); }
    /// Stands at x, of the problem; false when that is the best point of the lot before, and it goes on from its own.
    bool begin(VecRef x, bool anew);
    /// The best point, of the problem.
    void best(VecOut x) const { rows_.scatter(best_.head(size_), x); }

    double sweep() { return rows_.sweep(c_.head(size_), x_.head(size_)); }
    double residual() const { return rows_.residual(c_.head(size_), x_.head(size_)); }
    void keep_best() { best_.head(size_) = x_.head(size_); }
    bool looks_often() const { return contacts_->size() == 1; }  // one is solved at once
    int depth() const { return depth_; }
    void start_acceleration();
    bool propose();
    double remember() { return anderson_.add(from_.head(size_), x_.head(size_)); }
    void take_back();

   private:
    int depth_;
    const DelassusOperator* G_ = nullptr;
    const ContactSet* contacts_ = nullptr;
    Index size_ = 0;
    SweepRows rows_;
    Anderson anderson_;
    Vector c_, x_, best_, from_, swept_;  // from_: where the last accelerated sweep began
  };

  double relaxation_;
  Sweeper sweeper_;
  bool begun_ = false;
  SweepPace pace_;
};

}  // namespace percuss
