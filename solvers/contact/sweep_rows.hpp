// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/contact/colouring.hpp"
#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// The rows of G as sweeps read them: per contact its own block apart, then the blocks that couple it with others, side
/// by side in the order in which a sweep needs them. Loaded once per problem, in buffers that keep their capacity.
///
/// Many contacts with few neighbours are swept by colours, those of one colour in threads; which problems that are, and
/// the order, depend on the problem alone: the result is the same for any number of threads. Fewer contacts keep their
/// own order, in which a sweep leads further.
///
/// Where all contacts have the same number n of rows, blocks are n x n; else they are the n x 1 columns of G.
class SweepRows {
 public:
  /// Copies G's rows and the laws; needs `problem.G.rows()`.
  void load(const ContactProblem& problem, double relaxation = 1.0);
  /// Room for a dense problem of that many rows.
  void reserve(Index rows);
  /// One Gauss-Seidel sweep, contact after contact, each solved with the others held. Returns the largest change of a
  /// row of x times G_kk of its contact [m/s]: an estimate of the residual that costs nothing. Each contact goes on by
  /// `relaxation` times the way to its solution, and from there back to its cone.
  double sweep(VecRef c, VecOut x) const;
  bool is_coloured() const { return !colour_end_.empty(); }

 private:
  struct Contact {
    std::array<double, 9> own;  // its block, row after row
    double mu, scale;           // scale: the largest diagonal entry of the block
    std::int64_t value;         // its first number in value_
    std::int32_t begin, end;    // of its blocks in col_
    std::int32_t first;         // row
    std::int8_t rows;
    Cone cone;
  };
  bool find_colours(const ContactProblem& problem);
  void load_contact(const ContactProblem& problem, Index k);
  double solve(const Contact& contact, const double* c, double* x) const;
  void relax(const Contact& contact, const double* before, double* now) const;
  template <int rows, int cols>
  double solve(const Contact& contact, const double* c, double* x) const;

  bool uniform_ = false;
  double relaxation_ = 1.0;
  Colouring colouring_;
  std::vector<Index> colour_end_;  // of each colour's contacts in contacts_; empty: they stand in their own order
  mutable std::vector<double> change_;
  std::vector<Contact> contacts_;
  std::vector<std::int32_t> col_;  // first column of each block
  std::vector<double> value_;
};

}  // namespace percuss
