// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// A contact problem as one dense matrix, in units of its own: with s_k = sqrt(G_kk) per contact (G_kk as in the
/// natural residual),
///
///   y = s x,  G^_ij = G_ij / (s_i s_j),  c^ = c / s:  the diagonal is of order one whatever the masses,
///
/// and the natural residual becomes  F = y - prox(y - (G^ y + c^)),  without a parameter. Buffers only grow.
class DenseContacts {
 public:
  /// Copies G and c; keeps a reference to the contacts until the next load. `problem.G.rows()` must be there.
  void load(const ContactProblem& problem);
  void reserve(Index rows);
  Index size() const { return size_; }
  const ContactSet& contacts() const { return *contacts_; }
  double g(Index i, Index j) const { return g_[static_cast<std::size_t>(i * size_ + j)]; }
  const double* row(Index i) const { return g_.data() + i * size_; }
  double c(Index i) const { return c_[i]; }
  double scale(Index i) const { return s_[i]; }  ///< s of row i
  /// y = s x  and back.
  void scaled(VecRef x, VecOut y) const { y = x.cwiseProduct(s_.head(size_)); }
  void unscaled(VecRef y, VecOut x) const { x = y.cwiseQuotient(s_.head(size_)); }
  /// gamma = G^ y + c^
  void velocity(VecRef y, VecOut gamma) const;
  /// The natural residual [m/s] of y with its gamma.
  double residual(VecRef gamma, VecRef y) const;
  /// What rounding alone leaves of the residual: gamma cannot be had more exactly [m/s].
  double rounding(VecRef y) const;

 private:
  const ContactSet* contacts_ = nullptr;
  Index size_ = 0;
  std::vector<double> g_;  // row by row
  Vector c_, s_;           // workspaces: the first size_ entries count
};

}  // namespace percuss
