// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"

namespace percuss {

/// c - a b, rounded in one fixed way, so that loops over one end and over both give the same bits.
inline double minus_product(double c, double a, double b) {
#ifdef __FMA__
  return std::fma(-a, b, c);
#else
  return c - a * b;
#endif
}
inline double product(double a, double b) { return a * b; }

/// x <- A^-1 x  by a twisted ("burn at both ends") LDL' of a tridiagonal matrix A, real or complex: elimination runs
/// from both ends to the middle row n/2, substitution from there back to both ends. A tridiagonal solve is bound by the
/// latency of its recurrence, not by arithmetic: two independent recurrences side by side halve the time (and may run
/// on two threads).
///
/// `Rows` holds the numbers: `Value x(i)`, `put(i, value)`, which returns the value, `d(i)` = 1/d_i, and `l(i)`, the
/// multiplier of the coupling between i and i + 1; there are product(a, b) and minus_product(c, a, b) = c - a b.
template <class Rows>
class TwistedSolve {
 public:
  TwistedSolve(Rows rows, Index n) : rows_(rows), last_(n - 1), middle_(n / 2) {}

  void operator()() const {
    const Index m = middle_, above = m, below = last_ - m;
    if (last_ < 0) return;
    const bool share = two_threads(last_ + 1);
    const Index both = share ? 0 : std::min(above, below);
    Ends sum = eliminate_ends(both);
    in_two(
        share, [&] { sum.top = eliminate(Top{m}, both, above, sum.top); },
        [&] {
          sum.bottom = eliminate(Bottom{m, last_}, both, below, sum.bottom);
        });
    if (above > 0) rows_.put(m, minus_product(rows_.x(m), rows_.l(m - 1), sum.top));
    if (below > 0) rows_.put(m, minus_product(rows_.x(m), rows_.l(m), sum.bottom));
    rows_.put(m, product(rows_.x(m), rows_.d(m)));
    const Ends last = substitute_ends(both);
    in_two(
        share, [&] { substitute(Top{m}, both, above, last.top); },
        [&] {
          substitute(Bottom{m, last_}, both, below, last.bottom);
        });
  }

 private:
  using Value = typename Rows::Value;
  struct Ends {
    Value top, bottom;
  };
  /// One end of the matrix: its rows counted from there while eliminating, from the middle while substituting.
  struct Top {
    Index middle;
    Index row(Index k) const { return k; }
    Index coupling(Index k) const { return k - 1; }
    Index row_out(Index k) const { return middle - 1 - k; }
    Index coupling_out(Index k) const { return middle - 1 - k; }
  };
  struct Bottom {
    Index middle, last;
    Index row(Index k) const { return last - k; }
    Index coupling(Index k) const { return last - k; }
    Index row_out(Index k) const { return middle + 1 + k; }
    Index coupling_out(Index k) const { return middle + k; }
  };

  template <class End>
  static Value eliminate_row(Rows rows, End end, Index k, Value before) {
    const Index i = end.row(k);
    return rows.put(i, minus_product(rows.x(i), rows.l(end.coupling(k)), before));
  }
  template <class End>
  static Value substitute_row(Rows rows, End end, Index k, Value before) {
    const Index i = end.row_out(k);
    return rows.put(i, minus_product(product(rows.x(i), rows.d(i)), rows.l(end.coupling_out(k)), before));
  }
  // The recurrences run in variables of their own, whose addresses nobody takes: else they go through memory.
  Ends eliminate_ends(Index count) const {
    if (count == 0) return {};
    const Rows rows = rows_;
    const Top upper{middle_};
    const Bottom lower{middle_, last_};
    Value top = rows.x(0), bottom = rows.x(last_);
    for (Index k = 1; k < count; ++k) {
      top = eliminate_row(rows, upper, k, top);
      bottom = eliminate_row(rows, lower, k, bottom);
    }
    return {top, bottom};
  }
  Ends substitute_ends(Index count) const {
    const Rows rows = rows_;
    const Top upper{middle_};
    const Bottom lower{middle_, last_};
    Value top = rows.x(middle_), bottom = top;
    for (Index k = 0; k < count; ++k) {
      top = substitute_row(rows, upper, k, top);
      bottom = substitute_row(rows, lower, k, bottom);
    }
    return {top, bottom};
  }
  /// Row 0 stays as it is.
  template <class End>
  Value eliminate(End end, Index from, Index to, Value before) const {
    const Rows rows = rows_;
    if (from == 0 && to > 0) before = rows.x(end.row(0));
    for (Index k = std::max<Index>(from, 1); k < to; ++k) before = eliminate_row(rows, end, k, before);
    return before;
  }
  template <class End>
  void substitute(End end, Index from, Index to, Value before) const {
    const Rows rows = rows_;
    for (Index k = from; k < to; ++k) before = substitute_row(rows, end, k, before);
  }

  static bool two_threads([[maybe_unused]] Index n) {
#ifdef _OPENMP
    return n >= parallel_threshold && omp_get_max_threads() > 1 && !omp_in_parallel();
#else
    return false;
#endif
  }
  /// Both tasks, on two threads when `share`.
  template <class A, class B>
  static void in_two([[maybe_unused]] bool share, A&& a, B&& b) {
#ifdef _OPENMP
    if (share) {
#pragma omp parallel sections num_threads(2)
      {
#pragma omp section
        a();
#pragma omp section
        b();
      }
      return;
    }
#endif
    a();
    b();
  }

  Rows rows_;
  Index last_, middle_;
};

}  // namespace percuss
