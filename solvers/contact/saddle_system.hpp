// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/decompositions.hpp"
#include "solvers/contact/contact_piece.hpp"
#include "solvers/delassus/delassus_operator.hpp"
#include "solvers/delassus/factor_stamp.hpp"
#include "solvers/linear/banded_lu.hpp"

namespace percuss {

/// The contact problem with the velocities w = A^-1 W x as unknowns beside x, so that nothing but sparse matrices is
/// solved with:
///
///   A dw - W dx = 0,   P (What' dw + R dx) + Q dx = r    (ContactPiece, one per contact)
///
/// The rows of a contact stand behind the last velocity that they touch: contacts on one long body leave the matrix a
/// narrow band, which `BandedLU` factors; wide ones go to Eigen's SparseLU. All is in units where A has a unit diagonal
/// and  W_k' diag(A)^-1 W_k = 1, an estimate of G_kk that costs no solve: y = s x, gamma^ = gamma / s.
class SaddleSystem {
 public:
  /// Does nothing but read the laws when neither A nor W has changed since the last call.
  void load(const GlobalForm& form, const ContactSet& contacts);
  /// s of every row of the contacts.
  VecView scales() const { return {scale_.data(), contact_rows_}; }
  /// Factors the matrix of these pieces, with this added to the diagonal of G in rows of contacts and of joints. False
  /// when it is singular.
  bool factorize(const std::vector<ContactPiece>& pieces, double of_contacts, double of_joints);
  /// The smallest pivot of the last factorisation fell to what rounding leaves.
  bool nearly_singular() const { return smallest_pivot_ < 1e-14; }
  /// dx and dgamma = What' dw + R dx, in those units, for the right-hand sides r of the pieces.
  void solve(const std::vector<ContactPiece>& pieces, VecOut dx, VecOut dgamma) const;
  /// Rows of the matrix, and whether its band is narrow.
  Index rows() const { return num_v_ + contact_rows_; }
  bool banded() const { return banded_; }

 private:
  bool is_current(const GlobalForm& form, const ContactSet& contacts) const;
  void find_scales(const GlobalForm& form, const ContactSet& contacts);
  void find_order(const ContactSet& contacts);
  void find_band(const ContactSet& contacts);
  void fill_constant(const ContactSet& contacts);
  template <class Call>
  void for_contact_entries(Index first, Index rows, Call&& call) const;
  bool moves_nothing(Index row) const;
  double& entry(Index i, Index j) { return banded_ ? band_.at(i, j) : sparse_.coeffRef(i, j); }

  Index num_v_ = 0, contact_rows_ = 0;
  FactorStamp stamp_;
  SparseColumns law_, force_;
  std::vector<double> regularisation_;
  std::vector<Index> start_;
  std::vector<SparseMatrix> A_;  // one per body
  std::vector<Index> offset_;    // of the bodies' rows
  Vector inverse_root_, scale_;  // 1/sqrt(A_ii); s
  std::vector<Index> v_at_, x_at_, count_;
  bool banded_ = true;
  BandMatrix band_;
  BandedLU lu_;
  SparseMatrix sparse_;
  std::unique_ptr<Eigen::SparseLU<SparseMatrix>> sparse_lu_;
  double smallest_pivot_ = 0.0;
  mutable Vector work_;
};

}  // namespace percuss
