// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/complex_tridiagonal.hpp"

#include <cmath>

#include "solvers/linear/complex_parts.hpp"
#include "solvers/linear/twisted_solve.hpp"

namespace percuss {

namespace {

using Complex = std::complex<double>;

struct ComplexRows {
  using Value = Parts;
  PartsOf<double> solution;
  PartsOf<const double> multipliers, inverse;
  Parts x(Index i) const { return solution[i]; }
  Parts l(Index i) const { return multipliers[i]; }
  Parts d(Index i) const { return inverse[i]; }
  Parts put(Index i, Parts value) const { return solution.put(i, value); }
};

bool can_divide(Complex pivot) { return std::norm(pivot) > 0.0 && std::isfinite(std::norm(pivot)); }

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
  const Index n = inverse_.rows();
  const PartsOf<const double> l{off_.data(), off_.data() + off_.rows()}, d{inverse_.data(), inverse_.data() + n};
  TwistedSolve(ComplexRows{{real, imaginary}, l, d}, n)();
}

}  // namespace percuss
