// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "solvers/contact/block_contacts.hpp"
#include "solvers/contact/contact_piece.hpp"
#include "solvers/contact/newton_point.hpp"
#include "solvers/contact/regularisation.hpp"

namespace percuss {

/// The equations of a Newton step (newton.hpp) as sparse blocks, one block row per contact, solved by BlockLU: for
/// heaps of hundreds and thousands of contacts each of which couples to few. The symbolic work is kept as long as the
/// pattern of G is the same.
class BlockNewton {
 public:
  /// `limit`: numbers in the factors.
  explicit BlockNewton(Index limit = BlockLU::most_numbers) : limit_(limit) {}
  /// False when the factors would be larger.
  bool load(const ContactProblem& problem);
  /// What a step costs once the problem is loaded, in multiplications of a product with a sparse matrix.
  double cost() const;
  Index size() const { return contacts_.size(); }
  bool linear() const { return regularisation_.only_joints(); }
  void scaled(VecRef x, VecOut y) const { contacts_.scaled(x, y); }
  void unscaled(VecRef y, VecOut x) const { contacts_.unscaled(y, x); }
  double rounding(VecRef y) const { return contacts_.rounding(y); }
  void evaluate(NewtonPoint& point) const;
  /// From now on, until the next load, the problem of  G^ + t  and  c^ - t centre  instead (a proximal point's).
  void shift(double t, VecRef centre);
  const BlockContacts& contacts() const { return contacts_; }
  /// On the pieces that the point lies on.
  bool find_step(const NewtonPoint& at);
  /// On these pieces, one per contact, wherever the point lies.
  bool find_step(const NewtonPoint& at, const std::vector<ContactPiece::Kind>& pieces);
  /// to <- (G^ + t) d
  void product(VecRef d, VecOut to) const;
  /// The rows of one contact of it.
  std::array<double, 3> product_at(Index contact, VecRef d) const;
  /// to <- A^-1 E_k f by the factors of the last step, in the plane: A is the Jacobian of the natural map itself,
  /// before write_piece simplifies its rows; f the entries of a contact that is on `piece` there.
  void solve_column(Index contact, ContactPiece::Kind piece, const std::array<double, 2>& f, VecOut to) const;
  /// Whether the last step's equations had to be regularised beyond the shift.
  bool regularised() const { return regularisation_.of_contacts() > 0.0; }
  void find_pieces(const NewtonPoint& at, std::vector<ContactPiece::Kind>& pieces) const;
  /// How the shifted problem's equations change with log t, by the factors of the last step: to <- dy / d log t, and
  /// the sign of the determinant.
  int follow(const NewtonPoint& at, VecOut to);
  VecView step() const { return {step_.data(), size()}; }

 private:
  using Pieces = std::vector<ContactPiece::Kind>;
  double linearise(const NewtonPoint& at, const Pieces& pieces);
  template <Index width>
  void put_up(const Pieces& pieces, const std::array<double, 2>& diagonal);
  void write_rows(const NewtonPoint& at, const Pieces& pieces);

  Index limit_;
  BlockContacts contacts_;
  BlockLU lu_;
  Regularisation regularisation_;
  double c_norm_ = 0.0, shift_ = 0.0;
  bool fits_ = true;
  std::vector<double> J_;           // in the order of the pattern
  std::vector<ContactPiece> rows_;  // of the last equations, contact by contact
  Pieces pieces_;
  /// What the factors are of; in the plane that is all they depend on.
  Pieces factored_;
  std::array<double, 2> factored_diagonal_{};  // added to rows of contacts, and of joints
  double factored_pivot_ = 0.0;
  Vector step_, centre_;
};

}  // namespace percuss
