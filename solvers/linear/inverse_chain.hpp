// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// A^-1 between m chosen rows r_0 < ... < r_m-1 of a banded matrix of half bandwidth b, all other rows eliminated:
///   (A^-1)_{r_p r_q} = e_1' T_p T_p+1 ... T_q-1 Z_q e_1   for p <= q.
/// Z_p (b x b) is A^-1 on the rows r_p ... r_p + b - 1; T_p carries a solution whose right-hand side is zero above
/// r_p+1 from those of r_p+1 to those of r_p. Both come from one pass over the factor: for A = N D N', N of unit
/// diagonal,
///   x_i = -sum_k N_i+k,i x_i+k   and   Z_ii = 1/D_i - sum_k N_i+k,i Z_i+k,i.
class InverseChain {
 public:
  /// Widest band that the products below are made for.
  static constexpr Index widest = 8;

  /// Room for m rows; T_p (p < m-1) and Z_p are then written by whoever owns the factor, row after row.
  void resize(Index width, Index size);
  double* transfer(Index p) { return transfer_.data() + p * width_ * width_; }
  double* window(Index p) { return window_.data() + p * width_ * width_; }
  /// Finds how far each row reaches, once all T and Z stand; `multiply` does not need it.
  void close();

  Index size() const { return size_; }
  Index width() const { return width_; }
  /// Rows reach_begin(p) <= q < reach_end(p) are those that a force on row p moves by more than underflow; q reaches p
  /// when p reaches q.
  Index reach_begin(Index p) const { return begin_[static_cast<std::size_t>(p)]; }
  Index reach_end(Index p) const { return end_[static_cast<std::size_t>(p)]; }
  /// All rows reach all rows.
  bool whole() const { return whole_; }
  /// t = A^-1 w on the chosen rows from <= p < to, where w is zero but between `first` and `last` (both included).
  void multiply(const double* w, Index first, Index last, Index from, Index to, double* t) const;

 private:
  template <int b>
  void multiply(const double* w, Index first, Index last, Index from, Index to, double* t) const;
  Index reach_of(Index p, std::vector<double>& f, std::vector<double>& next) const;

  Index width_ = 1, size_ = 0;
  bool whole_ = true;
  std::vector<double> transfer_, window_, f_, next_;
  std::vector<Index> begin_, end_;
};

}  // namespace percuss
