// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "simulation/sample.hpp"

namespace percuss {

/// A part of a run that a step control has passed for good.
struct PassedStep {
  double t = 0.0, h = 0.0;  ///< its end and its size [s]
  Index order = 1;          ///< of the extrapolation; 1: as the scheme does it
  bool switches = false;    ///< a contact switched or was struck in it: velocities may jump
};

/// What it has led to. References live during the call that gets it.
struct PassedEnd {
  const State& state;
  std::span<const ContactRecord> records;
  const EnergyLedger& ledger;
};

}  // namespace percuss
