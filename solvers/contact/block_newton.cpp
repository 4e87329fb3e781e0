// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/block_newton.hpp"

#include <algorithm>

#include "core/at.hpp"

namespace percuss {

bool BlockNewton::load(const ContactProblem& problem) {
  const bool changed = contacts_.load(problem);
  const Index numbers = block_stride(contacts_.width());
  if (changed) {
    const Index most_blocks = limit_ / numbers;
    fits_ = static_cast<Index>(contacts_.pattern().col.size()) <= most_blocks &&
            lu_.analyse(contacts_.pattern(), contacts_.width(), most_blocks);
  }
  if (!fits_) return false;
  workspace(step_, size());
  rows_.resize(static_cast<std::size_t>(contacts_.contacts()));
  factored_.clear();
  J_.resize(contacts_.pattern().col.size() * static_cast<std::size_t>(block_stride(contacts_.width())));
  regularisation_.restart(problem.contacts);
  c_norm_ = problem.c.lpNorm<Eigen::Infinity>();
  shift_ = 0.0;
  return true;
}

double BlockNewton::cost() const {
  const auto width = static_cast<double>(contacts_.width());
  return lu_.cost() + 3.0 * width * width * static_cast<double>(contacts_.pattern().col.size());
}

void BlockNewton::shift(double t, VecRef centre) {
  if (t > shift_) regularisation_.forget();  // the larger shift may suffice
  shift_ = t;
  workspace(centre_, size()) = centre;
}

void BlockNewton::evaluate(NewtonPoint& point) const {
  const Index n = size();
  contacts_.velocity(point.y.head(n), point.gamma.head(n));
  if (shift_ != 0.0) point.gamma.head(n) += shift_ * (point.y.head(n) - centre_.head(n));
  point.residual = contacts_.residual(point.gamma.head(n), point.y.head(n));
}

void BlockNewton::product(VecRef d, VecOut to) const {
  contacts_.velocity(d, to);
  to += shift_ * d - contacts_.c();
}

std::array<double, 3> BlockNewton::product_at(Index contact, VecRef d) const {
  auto sum = contacts_.product_at(contact, d);
  for (Index r = 0; r < contacts_.width(); ++r) sum[at(r)] += shift_ * d[contact * contacts_.width() + r];
  return sum;
}

void BlockNewton::solve_column(Index contact, ContactPiece::Kind piece, const std::array<double, 2>& f,
                               VecOut to) const {
  const Index first = contact * contacts_.width();
  to.setZero();
  to[first] = f[0];
  if (contacts_.width() == 2) to[first + 1] = write_column(piece, contacts_.set().mu[at(contact)], f);
  lu_.solve(to);
}

void BlockNewton::find_pieces(const NewtonPoint& at, std::vector<ContactPiece::Kind>& pieces) const {
  const auto& set = contacts_.set();
  pieces.resize(static_cast<std::size_t>(contacts_.contacts()));
  for (Index k = 0; k < contacts_.contacts(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index first = k * contacts_.width();
    pieces[i] = find_piece(set.cone[i], set.mu[i], set.num_rows(k), at.y.data() + first, at.gamma.data() + first);
  }
}

bool BlockNewton::find_step(const NewtonPoint& at) {
  find_pieces(at, pieces_);
  return find_step(at, pieces_);
}

bool BlockNewton::find_step(const NewtonPoint& at, const std::vector<ContactPiece::Kind>& pieces) {
  regularisation_.begin(proximal_regularisation(at.residual / c_norm_));
  for (int attempt = 0; attempt < Regularisation::most_attempts; ++attempt, regularisation_.increase())
    if (regularisation_.accepts(linearise(at, pieces), shift_)) {
      auto step = step_.head(size());
      lu_.solve(step);
      return step.allFinite();
    }
  return false;
}

int BlockNewton::follow(const NewtonPoint& at, VecOut to) {
  const Index width = contacts_.width();
  for (Index k = 0; k < contacts_.contacts(); ++k) {
    const auto& P = rows_[percuss::at(k)].P;
    for (Index r = 0; r < width; ++r) {
      double sum = 0.0;
      for (Index j = 0; j < width; ++j)
        sum -= P[percuss::at(3 * r + j)] * shift_ * (at.y[k * width + j] - centre_[k * width + j]);
      to[k * width + r] = sum;
    }
  }
  lu_.solve(to);
  return lu_.sign();
}

/// The equations of these pieces, whose smallest pivot comes back. In the plane their matrix follows from the pieces
/// alone: a path that goes on from where a step began finds its factors there.
double BlockNewton::linearise(const NewtonPoint& at, const Pieces& pieces) {
  write_rows(at, pieces);
  const std::array diagonal{regularisation_.of_contacts() + shift_, regularisation_.of_joints() + shift_};
  if (contacts_.width() <= 2 && factored_diagonal_ == diagonal && factored_ == pieces) return factored_pivot_;
  if (contacts_.width() == 1)
    put_up<1>(pieces, diagonal);
  else
    contacts_.width() == 2 ? put_up<2>(pieces, diagonal) : put_up<3>(pieces, diagonal);
  factored_ = pieces;
  factored_diagonal_ = diagonal;
  factored_pivot_ = lu_.factorise(J_);
  return factored_pivot_;
}

/// P, Q and the right-hand side of every contact.
void BlockNewton::write_rows(const NewtonPoint& at, const Pieces& pieces) {
  const auto& set = contacts_.set();
  const Index width = contacts_.width();
  for (Index k = 0; k < contacts_.contacts(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index first = k * width;
    write_piece(pieces[i], set.mu[i], set.num_rows(k), at.y.data() + first, at.gamma.data() + first, rows_[i]);
    std::copy_n(rows_[i].r.begin(), width, step_.data() + first);
  }
}

/// J = P (G^ + diagonal) + Q, contact by contact.
template <Index width>
void BlockNewton::put_up(const Pieces& pieces, const std::array<double, 2>& diagonal) {
  constexpr Index stride = block_row_stride(width), numbers = block_stride(width);
  const auto& pattern = contacts_.pattern();
  for (Index k = 0; k < contacts_.contacts(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const auto& piece = rows_[i];
    const double added = diagonal[pieces[i] == ContactPiece::Kind::joint ? 1 : 0];
    for (auto e = pattern.start[i]; e < pattern.start[i + 1]; ++e) {
      const double* const g = contacts_.block(e);
      double* const J = J_.data() + static_cast<Index>(e) * numbers;
      std::fill_n(J, numbers, 0.0);
      for (Index r = 0; r < width && pieces[i] != ContactPiece::Kind::open; ++r)
        for (Index s = 0; s < width; ++s) {
          const double share = piece.P[static_cast<std::size_t>(3 * r + s)];
          for (Index j = 0; j < stride && share != 0.0; ++j) J[r * stride + j] += share * g[s * stride + j];
        }
      if (pattern.col[static_cast<std::size_t>(e)] != static_cast<std::int32_t>(k)) continue;
      for (Index r = 0; r < width; ++r)
        for (Index j = 0; j < width; ++j) {
          const auto entry = static_cast<std::size_t>(3 * r + j);
          J[r * stride + j] += piece.P[entry] * added + piece.Q[entry];
        }
    }
  }
}

}  // namespace percuss
