// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/body.hpp"
#include "core/parameters.hpp"
#include "core/symmetric_matrix.hpp"
#include "model/frame_conditions.hpp"
#include "solvers/linear/eigenmodes.hpp"

namespace percuss {

/// How a flexible body is reduced to a few shapes of its deformation.
struct ModalOptions {
  Index count = 0;                     ///< slowest modes, rigid ones of a body at rest included
  double below_frequency = 0.0;        ///< all modes up to this frequency [Hz]
  std::vector<double> shapes;          ///< displacements of all nodes, shape by shape, instead of eigenmodes
  std::vector<double> static_points;   ///< points with modes of their static response to forces, along the body [m]
  std::vector<double> damping_ratios;  ///< zeta of each mode, or one for all

  bool reduces() const { return count > 0 || below_frequency > 0.0 || !shapes.empty() || !static_points.empty(); }
  /// `mesh_unknowns`: as many numbers as a shape has.
  void check(double length, Index mesh_unknowns, std::vector<Fault>& faults) const;
};

/// Adds the keys of a struct whose ModalOptions `modes(options)` gives.
template <class Options, class Modes>
void declare_modes(ParameterTable<Options>& t, Modes modes);

/// What the modes are taken of: K and M over all unknowns of a body that its frame or its supports do not hold.
struct ModalProblem {
  SparseMatrix K, M;
  FrameConditions frame;
  double slow;   ///< an angular frequency below the slowest elastic one, of its order [1/s]
  Matrix loads;  ///< forces of the static modes (unknowns of the mesh x loads), zero columns none
};

/// The `count` slowest modes, or all where there are fewer; shapes over the mesh.
Eigenmodes mesh_modes(const ModalProblem& problem, Index count);

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

template <class Options, class Modes>
void declare_modes(ParameterTable<Options>& t, Modes modes) {
  t.integer(
       "modes.count", [modes](auto& o) -> auto& { return modes(o).count; },
       "reduces the body to this number of its slowest modes under the conditions of its frame or supports",
       Range{1, 1e4, false, false})
      .optional();
  t.number(
       "modes.below_frequency", [modes](auto& o) -> auto& { return modes(o).below_frequency; }, "Hz",
       "reduces the body to its modes of this frequency or less, instead of `modes.count`", positive)
      .optional();
  t.numbers(
       "modes.shapes", [modes](auto& o) -> auto& { return modes(o).shapes; }, "",
       "reduces the body to given shapes: the displacement of all nodes, shape by shape, as in `displacement`")
      .optional();
  t.numbers(
       "modes.static_points", [modes](auto& o) -> auto& { return modes(o).static_points; }, "m",
       "places along the body whose static response to forces on the axis the modes shall have: where contacts and "
       "joints act",
       non_negative)
      .optional();
  t.numbers(
       "modes.damping_ratios", [modes](auto& o) -> auto& { return modes(o).damping_ratios; }, "",
       "damping ratio of each mode, slowest first, or one for all; beside Rayleigh's `damping`", non_negative)
      .optional();
}

}  // namespace percuss
