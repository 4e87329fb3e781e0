// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/contact_set.hpp"
#include "core/types.hpp"

namespace percuss {

/// How a file of the Friction Contact Library (fclib) stores a sparse matrix: its `nz` is >= 0, -1 or -2.
enum class FclibStorage { triplets, columns, rows };

/// A guess or a solution.
struct FclibState {
  Vector v;  ///< velocities, of a global problem only
  Vector u;  ///< relative velocities of the contacts
  Vector r;  ///< their percussions
};

/// A discrete problem of contact with Coulomb friction: `contacts` of `dimension` rows each, normal first; u_hat is
/// u + (mu |u_T|, 0):
///     K_mu contains r,  r . u_hat = 0,  K_mu* contains u_hat
///   local:   u = W r + q
///   global:  M v = H r + f,  u = H' v + w;  its Delassus operator is H' M^-1 H
struct FclibProblem {
  std::string title, description, math_info;
  FclibStorage storage = FclibStorage::rows;
  int dimension = 3;
  bool global = false;
  SparseMatrix W;     ///< (nr x nr), of a local problem; some are unsymmetric, most are singular
  Vector q;           ///< (nr)
  SparseMatrix M, H;  ///< (nv x nv), (nv x nr), of a global problem
  Vector f, w;        ///< (nv), (nr)
  Vector mu;          ///< (nr / dimension)
  std::vector<FclibState> guesses;
  std::optional<FclibState> solution;

  Index num_contacts() const { return mu.size(); }
  Index rows() const { return mu.size() * dimension; }
  /// The contacts alone, without their W of a mechanical system.
  ContactSet contacts() const;
};

/// The local form of a problem: W = H' M^-1 H, q = H' M^-1 f + w; velocities of guesses and solution are left out. A
/// local problem is returned as it is. Throws InputError when M is singular.
FclibProblem local_form(const FclibProblem& problem);

/// The velocities of a global problem under the percussions r: M v = H r + f.
Vector velocities(const FclibProblem& problem, VecRef r);

}  // namespace percuss
