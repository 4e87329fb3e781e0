// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "solvers/contact/block_contacts.hpp"
#include "solvers/linear/pivoted_lu.hpp"

namespace percuss {

/// Factors of  A = P + Q G^  with P and Q block diagonal, one block per contact, and G^ in the units of
/// scaled_units.hpp: what iterations on cones solve with. Dense for few rows; else on sparse blocks (BlockLU), the
/// symbolic work kept while G keeps its pattern. Buffers only grow.
class CoupledFactor {
 public:
  using Block = std::array<double, 9>;              ///< row by row, 3 wide; smaller contacts use the upper left corner
  static constexpr Index dense_rows = 64;           ///< up to here
  static constexpr Index most_blocks = 30'000'000;  ///< of sparse factors, 3 GB then

  explicit CoupledFactor(Index limit = most_blocks) : limit_(limit) {}
  void reserve(Index rows);
  /// Why there will be no factor, or nothing. Keeps references to the problem and to `scale`, the s of its rows, until
  /// the next load. P and Q are there to be written from now on, one block per contact.
  std::string load(const ContactProblem& problem, VecRef scale);
  Block& P(Index contact) { return P_[static_cast<std::size_t>(contact)]; }
  Block& Q(Index contact) { return Q_[static_cast<std::size_t>(contact)]; }
  /// What `factorize` takes for the problem loaded, in multiplications of a product with a sparse matrix.
  double cost() const;
  /// False when A has no inverse.
  bool factorize();
  /// b <- A^-1 b, in the rows of the problem.
  void solve_in_place(VecOut b) const;

 private:
  bool factorize_dense();
  bool factorize_blocks();

  Index limit_;  // blocks of sparse factors
  const ContactSet* set_ = nullptr;
  const BlockRows* rows_ = nullptr;
  const double* scale_ = nullptr;
  std::vector<Block> P_, Q_;
  bool dense_ = true, analysed_ = false, fits_ = false;
  PivotedLU dense_lu_;
  BlockContacts G_;
  BlockLU block_lu_;
  std::vector<double> values_;
  mutable Vector b_;
};

}  // namespace percuss
