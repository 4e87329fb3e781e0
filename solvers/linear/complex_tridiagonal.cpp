// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/complex_tridiagonal.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"

namespace percuss {

namespace {

using Complex = std::complex<double>;

/// A complex number as two, so that the compiler does not shuffle them through one register.
struct Parts {
  double re, im;
};
/// Real and imaginary parts of many.
struct Numbers {
  const double *re, *im;
  Parts operator[](Index i) const { return {re[i], im[i]}; }
};

/// Rounded in one fixed way, so that all loops below give the same bits; without the library's care for infinities.
inline double minus_product(double c, double a, double b) {
#ifdef __FMA__
  return std::fma(-a, b, c);
#else
  return c - a * b;
#endif
}
inline Parts product(Parts a, Parts b) {
  return {minus_product(a.re * b.re, a.im, b.im), minus_product(a.re * b.im, -a.im, b.re)};
}
inline Parts minus_product(Parts c, Parts a, Parts b) {
  return {minus_product(minus_product(c.re, -a.im, b.im), a.re, b.re),
          minus_product(minus_product(c.im, a.im, b.re), a.re, b.im)};
}

bool can_divide(Complex pivot) { return std::norm(pivot) > 0.0 && std::isfinite(std::norm(pivot)); }

/// One end of the matrix: its rows counted from there while eliminating, from the middle while substituting.
struct Top {
  Numbers l, d;
  Index middle;
  Index row(Index k) const { return k; }
  Parts coupling(Index k) const { return l[k - 1]; }
  Index row_out(Index k) const { return middle - 1 - k; }
  Parts coupling_out(Index k) const { return l[middle - 1 - k]; }
};
struct Bottom {
  Numbers l, d;
  Index middle, last;
  Index row(Index k) const { return last - k; }
  Parts coupling(Index k) const { return l[last - k]; }
  Index row_out(Index k) const { return middle + 1 + k; }
  Parts coupling_out(Index k) const { return l[middle + k]; }
};
/// The right-hand side.
struct Solution {
  double *re, *im;
  Parts operator[](Index i) const { return {re[i], im[i]}; }
  Parts put(Index i, Parts value) const {
    re[i] = value.re;
    im[i] = value.im;
    return value;
  }
};

template <class End>
inline Parts eliminate_row(End end, Solution x, Index k, Parts before) {
  const Index i = end.row(k);
  return x.put(i, minus_product(x[i], end.coupling(k), before));
}
template <class End>
inline Parts substitute_row(End end, Solution x, Index k, Parts before) {
  const Index i = end.row_out(k);
  return x.put(i, minus_product(product(x[i], end.d[i]), end.coupling_out(k), before));
}
/// Row 0 stays as it is.
template <class End>
Parts eliminate_rows(End end, Solution x, Index from, Index to, Parts before) {
  if (from == 0 && to > 0) before = x[end.row(0)];
  for (Index k = std::max<Index>(from, 1); k < to; ++k) before = eliminate_row(end, x, k, before);
  return before;
}
template <class End>
void substitute_rows(End end, Solution x, Index from, Index to, Parts before) {
  for (Index k = from; k < to; ++k) before = substitute_row(end, x, k, before);
}

bool two_threads([[maybe_unused]] Index n) {
#ifdef _OPENMP
  return n >= parallel_threshold && omp_get_max_threads() > 1 && !omp_in_parallel();
#else
  return false;
#endif
}

/// Both tasks, on two threads when `share`.
template <class A, class B>
void run_both([[maybe_unused]] bool share, A&& a, B&& b) {
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

}  // namespace

Index ComplexTridiagonal::factorize(const Eigen::VectorXcd& diagonal, const Eigen::VectorXcd& off) {
  const Index n = diagonal.size();
  middle_ = n / 2;
  Eigen::VectorXcd pivot = diagonal, multiplier = off;
  // Removes row i from row `to`; the coupling turns into the multiplier.
  const auto eliminate = [&](Index i, Index to, Index coupling) {
    const Complex l = off[coupling] / pivot[i];
    pivot[to] -= l * off[coupling];
    multiplier[coupling] = l;
  };
  for (Index i = 0; i < middle_; ++i) {
    if (!can_divide(pivot[i])) return i;
    eliminate(i, i + 1, i);
  }
  for (Index i = n - 1; i > middle_; --i) {
    if (!can_divide(pivot[i])) return i;
    eliminate(i, i - 1, i - 1);
  }
  if (n > 0 && !can_divide(pivot[middle_])) return middle_;
  inverse_.resize(n, 2);
  off_.resize(off.size(), 2);
  pivot = pivot.cwiseInverse();
  inverse_ << pivot.real(), pivot.imag();
  off_ << multiplier.real(), multiplier.imag();
  return -1;
}

void ComplexTridiagonal::solve_in_place(double* real, double* imaginary) const {
  const Index n = inverse_.rows(), m = middle_;
  if (n == 0) return;
  const Numbers l{off_.data(), off_.data() + off_.rows()}, d{inverse_.data(), inverse_.data() + n};
  const Solution x{real, imaginary};
  const Top top{l, d, m};
  const Bottom bottom{l, d, m, n - 1};
  const Index above = m, below = n - 1 - m;
  const bool share = two_threads(n);
  const Index both = share ? 0 : std::min(above, below);
  Parts up{0.0, 0.0}, down = up;
  if (both > 0) {
    up = x[0];
    down = x[n - 1];
  }
  for (Index k = 1; k < both; ++k) {
    up = eliminate_row(top, x, k, up);
    down = eliminate_row(bottom, x, k, down);
  }
  run_both(
      share, [&] { up = eliminate_rows(top, x, both, above, up); },
      [&] { down = eliminate_rows(bottom, x, both, below, down); });
  if (above > 0) x.put(m, minus_product(x[m], l[m - 1], up));
  if (below > 0) x.put(m, minus_product(x[m], l[m], down));
  up = down = x.put(m, product(x[m], d[m]));
  for (Index k = 0; k < both; ++k) {
    up = substitute_row(top, x, k, up);
    down = substitute_row(bottom, x, k, down);
  }
  run_both(
      share, [&] { substitute_rows(top, x, both, above, up); }, [&] { substitute_rows(bottom, x, both, below, down); });
}

}  // namespace percuss
