// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/settings.hpp"
#include "model/model.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

/// Watches bodies that spin under schemes that take gyroscopic forces as they are at the start of a step
/// (Capabilities): the wobble of a rigid body about its spin, and the whirl of a shaft with discs, grow by
///
///   exp(int (wobble omega)^2 h / 2 dt)
///
/// of nothing but the scheme. What they gain comes from the spin, and is too small a share of its energy for a guard of
/// energies to see. A rigid body counts while it wobbles by less than some degrees: what tumbles is the guard's. Keeps
/// a reference to the model.
class WobbleWatch {
 public:
  /// Growth beyond which the run warns [1].
  static constexpr double most_growth = 0.1;

  WobbleWatch(const Model& model, const SimulationSettings& settings, const SchemeType& scheme);
  void start(const State& state);
  void look(const State& state);
  /// A sentence for each body whose wobble may have grown beyond that.
  std::vector<std::string> warnings() const;
  void walk_memory(MemoryWalk& walk);

 private:
  struct Watched {
    const ModelBody* body;
    double exponent = 0.0, fastest = 0.0;  // fastest: spin [rad/s]
  };
  /// The axis of the body that it spins about, and how fast; 0 where it does not spin, or tumbles.
  static std::pair<Index, double> spin(const ModelBody& body, const State& state);

  std::string scheme_;
  double step_;
  double t_ = 0.0;  // of the last look
  std::vector<Watched> watched_;
};

}  // namespace percuss
