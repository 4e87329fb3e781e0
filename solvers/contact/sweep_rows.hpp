// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/domains.hpp"

namespace percuss {

/// The rows of G as sweeps read them: per contact its own block apart, then the blocks that couple it with others, side
/// by side in the order in which a sweep needs them. Loaded once per problem, in buffers that keep their capacity.
///
/// Many contacts with few neighbours are swept by domains, the parts of one stage in threads; which problems that are,
/// and the order, depend on the problem alone: the result is the same for any number of threads. Fewer contacts keep
/// their own order.
///
/// Where all contacts have the same number n of rows, blocks are n x n; else they are the n x 1 columns of G.
class SweepRows {
 public:
  /// Copies G's rows and the laws; needs `problem.G.rows()`.
  void load(const ContactProblem& problem, double relaxation = 1.0);
  /// Room for a dense problem of that many rows.
  void reserve(Index rows);
  /// A vector of the problem's rows in the order in which they are swept, which c and x of what follows have, and back.
  void gather(VecRef of_problem, VecOut x) const;
  void scatter(VecRef x, VecOut to_problem) const;
  /// One Gauss-Seidel sweep, contact after contact, each solved with the others held. Returns the largest change of a
  /// row of x times G_kk of its contact [m/s]: an estimate of the residual that costs nothing. Each contact goes on by
  /// `relaxation` times the way to its solution, and from there back to its cone.
  double sweep(VecRef c, VecOut x) const;
  /// The natural residual of x [m/s].
  double residual(VecRef c, VecRef x) const;
  /// Each contact by prox_cone.
  void project(VecOut x) const;
  /// How many threads can sweep at once.
  int most_threads() const { return stages_.empty() ? 1 : static_cast<int>(stages_.front().last); }

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
  /// Parts of a sweep that may be taken at once.
  struct Stage {
    Index first, last;  // parts
    Index work;         // all of theirs
  };
  struct Part {
    Index begin;   // in contacts_
    Index middle;  // of its work, counted from the beginning of its stage
  };
  bool find_domains(const ContactProblem& problem);
  void load_in_domains(const ContactProblem& problem);
  void begin_part() { parts_.push_back({static_cast<Index>(contacts_.size()), 0}); }
  void load_contact(const ContactProblem& problem, Index k, Index place);
  void relax(const Contact& contact, const double* before, double* now) const;
  template <int rows, int cols>
  std::array<double, rows> others(const Contact& contact, const double* c, const double* x) const;
  template <int rows, int cols>
  double residual(const Contact& contact, const double* c, const double* x) const;
  template <class Visit>
  double by_size(const Contact& contact, Visit&& visit) const;
  template <class Visit>
  double largest_of(Visit&& visit) const;
  template <int rows, int cols>
  double solve(const Contact& contact, const double* c, double* x) const;

  bool uniform_ = false;
  double relaxation_ = 1.0;
  Domains domains_;
  std::vector<std::int32_t> row_of_, place_of_;  // of the problem, and back; empty: as there
  std::vector<Stage> stages_;                    // empty: one part, in the contacts' own order
  std::vector<Part> parts_;                      // and one that begins where the last one ends
  mutable std::vector<double> change_;           // of each part
  std::vector<Contact> contacts_;
  std::vector<std::int32_t> col_;  // first column of each block
  std::vector<double> value_;
};

}  // namespace percuss
