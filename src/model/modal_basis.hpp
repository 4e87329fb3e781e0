// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/body.hpp"
#include "core/symmetric_matrix.hpp"
#include "model/frame_conditions.hpp"
#include "model/modal_options.hpp"
#include "solvers/linear/eigenmodes.hpp"

namespace percuss {

/// Unit forces, or moments, on the unknowns of the mesh at one place, whose static response the modes shall have.
struct StaticLoad {
  const char* key;  ///< of ModalOptions
  double at;        ///< along the body [m]
  Matrix columns;   ///< (unknowns of the mesh x directions)
};

/// At the places of the options; `forces` and `moments` give the columns of one.
std::vector<StaticLoad> static_loads(const ModalOptions& options, const std::function<Matrix(double)>& forces,
                                     const std::function<Matrix(double)>& moments);

/// What the modes are taken of: K and M over all unknowns of a body that its frame or its supports do not hold.
struct ModalProblem {
  SparseMatrix K, M;
  FrameConditions frame;
  double slow;  ///< an angular frequency below the slowest elastic one, of its order [1/s]
  std::vector<StaticLoad> loads;
};

/// The `count` slowest modes, or all where there are fewer; shapes over the mesh.
Eigenmodes mesh_modes(const ModalProblem& problem, Index count);

/// y = K^-1 f of forces on `all` unknowns under the conditions of the frame. Where nothing holds the body K alone is
/// singular, and M is added, by a hundredth of the square of `slow`.
std::unique_ptr<const ConditionedSolver> static_solver(const ModalProblem& problem);

/// x = shapes y: the unknowns `all` of a body (frame_conditions.hpp) by those of its modes, of unit modal mass and with
/// the stiffness omega^2.
class ModalBasis {
 public:
  /// Eigenmodes or given shapes, and the static responses (K + s M)^-1 f that these leave out, made orthogonal: a Ritz
  /// basis. Throws InputError, with the keys of ModalOptions, when there are not as many modes, or a shape breaks the
  /// conditions of the frame, or depends on the others.
  ModalBasis(const ModalOptions& options, const ModalProblem& problem);

  Index size() const { return omega_.size(); }
  const Vector& omega() const { return omega_; }    ///< ascending [1/s]
  const Matrix& shapes() const { return shapes_; }  ///< `all` x modes
  const Vector& damping_ratios() const { return ratios_; }
  Vector project(VecRef all) const { return shapes_.transpose() * all; }
  SymmetricMatrix project(const SymmetricMatrix& all) const;
  SparseMatrix project(const SparseMatrix& all) const;
  SymmetricMatrix mass() const;
  SymmetricMatrix stiffness() const;
  /// The slowest `count` with their shapes over the mesh, or all where there are fewer.
  Eigenmodes mesh_modes(Index count) const;
  /// a + b omega^2 + 2 zeta omega of each mode.
  SymmetricMatrix damping(double a, double b) const;
  /// Of oscillations up to `fastest`, damped so.
  ModeBound bound(double fastest, double a, double b) const;
  /// An unknown of the mesh as a sum over the modes: pairs of number and coefficient.
  std::vector<std::pair<Index, double>> over_modes(Index mesh_unknown) const;
  /// The modes of a state of the mesh, zero where `numbers` is empty. Throws InputError under `key` where the state is
  /// not made of them: by more than 1e-6 of its norm in the sense of M.
  Vector start(const char* key, const std::vector<double>& numbers) const;

 private:
  FrameConditions frame_;
  SparseMatrix M_;
  Matrix shapes_;
  Vector omega_, ratios_;
};

}  // namespace percuss
