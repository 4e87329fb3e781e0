// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simulation/sample.hpp"

namespace percuss {

struct ModelFile;

/// How far the motion of a body reduced to modes was from the equations of the whole one, in energy norms.
struct ReducedBody {
  std::string name;
  Index modes = 0;
  double residual = 0.0;     ///< largest of the samples  [J^1/2]
  double deformation = 0.0;  ///< sqrt(x' K x), likewise  [J^1/2]
  double forces = 0.0;       ///< norm of those of contacts and joints, likewise
  double motion = 0.0;       ///< sqrt(2 T), likewise: with `forces` the scale of round-off  [J^1/2]
  double time = 0.0;         ///< of the largest residual [s]
  Index samples = 0;
  void walk_memory(MemoryWalk& walk);
  /// residual / deformation; 0 where the residual is round-off, infinity where the body was never
  /// seen deformed.
  double share() const;
  /// From this share on a run warns, where what is left out is not small beside the motion.
  static constexpr double doubtful = 0.25;
  /// One sentence with the remedy, or nothing.
  std::string warning() const;
};

/// Puts the motion of reduced bodies into the equations of the whole ones, at some rows of the history:
///
///   r = f(t, P q, P v) + W lambda - M P a,   P' r = 0,   |r| = sqrt(r' K^-1 r)
///
/// P y being the state of the whole body that the modes y make, and lambda what contacts and joints did in the step.
/// K^-1 r is the deflection that the body lacks, its inertia set aside: at rest exactly. Empty where no body is
/// reduced.
class ModalResidual {
 public:
  /// Builds the model of `file` once more, with whole bodies.
  explicit ModalResidual(const ModelFile& file);
  ~ModalResidual();
  ModalResidual(const ModalResidual&) = delete;
  ModalResidual& operator=(const ModalResidual&) = delete;

  /// Samples evenly spread over the run.
  static constexpr Index most_samples = 50;
  /// A row of the history: takes a sample when one is due and nothing was struck in the last step.
  void look(const Sample& sample);
  std::vector<ReducedBody> bodies() const;
  void walk_memory(MemoryWalk& walk);

 private:
  struct Twin;
  std::unique_ptr<Twin> twin_;
};

}  // namespace percuss
