// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/contact_model.hpp"
#include "core/state.hpp"
#include "scheme/scheme.hpp"

namespace percuss {

/// What steps certify of themselves, the worst of some steps together (spec.md, section 7). The energy that the scheme
/// adds or takes is in the ledger (simulation/sample.hpp).
struct Certificates {
  double residual = 0.0;         ///< natural residual of a contact problem [m/s]
  double complementarity = 0.0;  ///< |Lambda_N (gamma_N+ + eps gamma_N-)| of a contact or joint row [J]
  double gap = std::numeric_limits<double>::infinity();  ///< smallest gap at the end of a step; joints do not count [m]
  double drift = 0.0;  ///< largest |g| of a joint's rows, where one looked (CertificateKeeper) [m, rad]

  /// Takes the worse of both.
  void add(const Certificates& other);
  /// The smallest gap, 0 when there was none.
  double min_gap() const { return gap < far ? gap : 0.0; }
  void walk_memory(MemoryWalk& walk) {
    walk("residual", residual);
    walk("complementarity", complementarity);
    walk("gap", gap);
    walk("drift", drift);
  }
  static constexpr double far = 1e29;  ///< gaps beyond belong to contacts that nothing is near [m]
};

/// Collects certificates over a run, and since the last row of its history. Keeps a reference to the contact model.
class CertificateKeeper {
 public:
  explicit CertificateKeeper(const ContactModel& contacts);
  /// Back to the start of a run at `state`.
  void start(const State& state);
  /// A step is done.
  void add(const StepReport& step, std::span<const ContactRecord> records);
  /// Measures the drift of the joints at `state`, which a step does not: once per row does.
  void look(const State& state);
  /// A row has been written.
  void clear_row() { row_ = {}; }
  const Certificates& row() const { return row_; }
  const Certificates& run() const { return run_; }
  void walk_memory(MemoryWalk& walk) {
    walk("row", row_);
    walk("run", run_);
  }

 private:
  void add(const Certificates& step);

  const ContactModel& contacts_;
  std::vector<Index> joints_;
  std::vector<bool> is_joint_;
  Vector drift_;  // rows of all joints
  Certificates row_, run_;
};

}  // namespace percuss
