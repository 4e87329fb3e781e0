// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/contact/dense_contacts.hpp"

namespace percuss {

/// Complementary pivoting (Lemke 1965) on the contact problem with friction discs replaced by polygons: two directions
/// in the plane, where that is exact, eight in space. In the form of Stewart and Trinkle (1996),
///
///   0 <= x_N  _|_  gamma_N >= 0,   0 <= beta_j  _|_  s + d_j . gamma_T >= 0,   0 <= s  _|_  mu x_N - sum beta_j >= 0,
///
/// x_T = sum beta_j d_j, the matrix is copositive when G is positive semidefinite, whatever mu: the path ends at a
/// solution, or on a ray that says there may be none. c is perturbed by some 1e-8 against cycling: what comes out are
/// the modes of the contacts, good to start another solver from. Finite but slow: O(n^2) per pivot, some n of them.
class Lemke {
 public:
  /// Overwrites x; returns the number of pivots, 0 when the path ended on a ray (x is then as it was).
  int solve(const ContactProblem& problem, VecOut x) const;

 private:
  /// One unknown z >= 0 (or free: a row of a joint) and how it enters:  y += z (a e_row + b e_{row+1}).
  struct Unknown {
    enum class Role { normal, friction, slack, free } role;
    Index contact, row;
    double a, b;
  };
  void list_unknowns() const;
  void fill_dictionary() const;
  double product(const Unknown& u, const Unknown& v) const;
  void eliminate_joints() const;
  Index leaving_row(Index column) const;
  void pivot(Index row, Index column) const;
  double& entry(Index row, Index column) const { return D_[static_cast<std::size_t>(row * (size() + 2) + column)]; }
  Index size() const { return static_cast<Index>(unknowns_.size()); }
  bool is_free(Index row) const { return unknowns_[static_cast<std::size_t>(row)].role == Unknown::Role::free; }

  mutable DenseContacts contacts_;
  mutable std::vector<Unknown> unknowns_;
  // basic = D nonbasic, m rows; the columns are m unknowns, Lemke's artificial one and the constants. Names of
  // variables: i is w_i, m + i its complement z_i, 2 m the artificial one.
  mutable std::vector<double> D_;
  mutable std::vector<Index> basic_, nonbasic_;
  mutable Vector y_;
};

}  // namespace percuss
