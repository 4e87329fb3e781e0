// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/types.hpp"

namespace percuss {

class ConditionedSolver;
class ModalBasis;
struct ModalProblem;

/// A body reduced to modes beside the whole one:  x = shapes y,  x being the elastic rows of the whole body, the last
/// of its rows, and y those of the modes.
class ModalReduction {
 public:
  /// `problem` is what `basis` was made of.
  ModalReduction(std::shared_ptr<const ModalBasis> basis, std::shared_ptr<const ModalProblem> problem);

  Index num_modes() const { return shapes_.cols(); }
  Index num_rows() const { return shapes_.rows(); }
  const Matrix& shapes() const { return shapes_; }  ///< rows x modes
  const ModalProblem& problem() const { return *problem_; }
  /// f -= M shapes diag(2 zeta omega) rate, on the rows: the whole body knows no damping of modes.
  void subtract_modal_damping(VecRef rate, VecOut f) const;
  /// sqrt(x' K x) = sqrt(y' diag(omega^2) y)  [J^1/2]
  double deformation(VecRef y) const;

 private:
  std::shared_ptr<const ModalBasis> basis_;
  std::shared_ptr<const ModalProblem> problem_;
  Matrix shapes_;
};

/// sqrt(r' K^-1 r) of forces r on the rows of the whole body: the energy norm of the displacement that they cause at
/// rest  [J^1/2]. Factors K; keeps a reference to the reduction.
class ResidualNorm {
 public:
  explicit ResidualNorm(const ModalReduction& reduction);
  ~ResidualNorm();
  ResidualNorm(ResidualNorm&&) noexcept;
  ResidualNorm& operator=(ResidualNorm&&) = delete;

  double operator()(VecRef r) const;

 private:
  const ModalReduction& reduction_;
  std::unique_ptr<const ConditionedSolver> solver_;
};

}  // namespace percuss
