// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/contact_set.hpp"
#include "core/report.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// G row by row, only the entries of coupled contacts: Gauss-Seidel runs along rows. The rows of one contact share
/// their pattern, and their own diagonal block is part of it.
struct BlockRows {
  std::vector<Index> start{0};  ///< (nl+1)
  std::vector<Index> col;
  std::vector<double> value;
  /// Row i of G times x.
  double row_dot(Index i, VecRef x) const {
    double sum = 0.0;
    for (Index k = start[static_cast<std::size_t>(i)]; k < start[static_cast<std::size_t>(i) + 1]; ++k)
      sum += value[static_cast<std::size_t>(k)] * x[col[static_cast<std::size_t>(k)]];
    return sum;
  }
  /// G(i, j), 0 where nothing is stored.
  double coefficient(Index i, Index j) const;
};

/// What G is made of,  G = What' A^-1 W + diag(regularisation),  for solvers that work on velocities and percussions
/// together and never need G.
struct GlobalForm {
  const BlockFactor* factor = nullptr;     ///< A
  const SparseColumns* law = nullptr;      ///< What
  const SparseColumns* force = nullptr;    ///< W
  std::span<const double> regularisation;  ///< (nl), or empty
};

/// The Delassus operator  G = What' A^-1 W  of a set of contacts: What in the contact law, W in the equations of
/// motion (the half-explicit scheme evaluates them at different configurations; elsewhere What = W and G is symmetric).
class DelassusOperator {
 public:
  virtual ~DelassusOperator() = default;
  /// Makes G hold for these contacts and this factor; does nothing when neither has changed since the last call.
  /// Keeps a reference to `factor` until the next update; copies what it needs of the sets.
  virtual void update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) = 0;
  virtual Index size() const = 0;
  /// y = G x  (nl)
  virtual void apply(VecRef x, VecOut y) const = 0;
  /// v += A^-1 W x: what the percussions x do to the velocities.
  virtual void add_response(VecRef x, VecOut v) const = 0;
  /// `add_response` holds for the factor of `update`, whatever has become of the factor since.
  virtual bool keeps_response() const = 0;
  /// G_ii  (nl)
  virtual VecView diagonal() const = 0;
  /// The rows of G, or null when the operator does not form them.
  virtual const BlockRows* rows() const { return nullptr; }
  /// The rows of G, formed now if that has been put off; null when they are not to be had.
  virtual const BlockRows* form_rows() const { return rows(); }
  /// What G is made of, or null when it was not made from a factor. Holds until the next update and as long as the
  /// factor stands as it stood then.
  virtual const GlobalForm* global() const { return nullptr; }
  /// How the last update went about it, for the log; what it reckoned that to cost stands in parentheses.
  virtual std::string description() const { return {}; }
};

enum class DelassusKind { automatic, assembled, implicit };

/// `assembled`: G is formed whenever W or A change, every body its cheapest way.
/// `implicit` never forms G: one solve per product, and memory for one vector only.
/// `automatic` forms G where that is cheap; else products are solves until a solver asks for the rows.
std::unique_ptr<DelassusOperator> make_delassus(DelassusKind kind);

}  // namespace percuss
