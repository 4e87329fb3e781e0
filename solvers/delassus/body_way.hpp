// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "solvers/linear/linear_solver.hpp"

namespace percuss {

/// How the share of one body in G = What' A^-1 W is formed.
///   solves   U = A^-1 W, one solve per column; products and responses then cost no solve
///   chain    A^-1 between the rows that contacts touch, from one pass over a banded factor
///   (solvers/linear/inverse_chain) halves   z = D^-1/2 L^-1 P w for every column by sparse half solves, G_ij = z_i .
///   z_j
/// After the last two a response is one solve.
enum class BodyWay { solves, chain, halves };

/// Up to this many rows a column of U costs no more than any book-keeping that would avoid it.
inline constexpr Index most_small_rows = 32;

/// What the ways cost, in multiplications; infinite where the factor does not offer them.
struct BodyCosts {
  double solves = 0.0, chain = 0.0, halves = 0.0;
  BodyWay best() const;
};

/// For a body of n rows with `columns` columns of W (as many of What), which touch at most `touched` of its rows.
BodyCosts body_costs(const LinearSolver& solver, Index n, Index columns, Index touched);

/// The way and the costs in words.
std::string text_of(BodyWay way, const BodyCosts& costs);

}  // namespace percuss
