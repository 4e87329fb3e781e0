// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "simulation/history.hpp"
#include "simulation/number_table.hpp"

namespace percuss {

/// Those columns of a history that follow from a state alone: positions, velocities, gaps, kinetic and potential
/// energy. Forces, percussions, the energy ledger and certificates are of whole steps.
class DenseHistory {
 public:
  /// Keeps a reference to `model`.
  DenseHistory(const Model& model, const History& history);
  /// t first.
  const std::vector<NumberColumn>& columns() const { return columns_; }
  /// Valid until the next call.
  std::span<const double> row(const State& state);

 private:
  const Model& model_;
  std::vector<NumberColumn> columns_;
  std::vector<Quantity> quantities_;
  std::vector<ContactRecord> contacts_;  // their gaps
  Vector gap_;
  std::vector<double> row_;
  bool needs_energy_ = false;
};

}  // namespace percuss
