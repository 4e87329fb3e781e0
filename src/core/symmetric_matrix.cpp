// SPDX-License-Identifier: Apache-2.0
#include "core/symmetric_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/parallel.hpp"

namespace percuss {

namespace {

/// Largest |i - j| over the non-zero entries; throws unless symmetric.
Index checked_half_bandwidth(const SparseMatrix& A) {
  if (A.rows() != A.cols()) throw std::invalid_argument("SymmetricMatrix: the matrix is not square");
  Index band = 0;
  double largest = 0.0;
  for (Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
      largest = std::max(largest, std::abs(it.value()));
      if (it.value() != 0.0) band = std::max(band, std::abs(it.row() - it.col()));
    }
  const SparseMatrix At = A.transpose();
  for (Index j = 0; j < A.outerSize(); ++j) {
    SparseMatrix::InnerIterator a(A, j), b(At, j);
    while (a || b) {  // merge of two sorted columns: an entry that stands in one alone faces a zero
      const bool in_a = a && (!b || a.row() <= b.row()), in_b = b && (!a || b.row() <= a.row());
      const double difference = (in_a ? a.value() : 0.0) - (in_b ? b.value() : 0.0);
      if (!(std::abs(difference) <= 1e-12 * largest))
        throw std::invalid_argument("SymmetricMatrix: the matrix is not symmetric");
      if (in_a) ++a;
      if (in_b) ++b;
    }
  }
  return band;
}

/// An array of equal numbers.
struct Uniform {
  double value;
  double operator[](Index) const { return value; }
};

/// y = (y) + a A x in difference form; `s`: row sums, null when all are zero; `e`: couplings.
template <bool add, class Couplings>
void tridiagonal_product(double a, const double* s, Couplings e, VecRef x, VecOut y) {
  const double* const xs = x.data();
  double* const ys = y.data();
  const Index n = x.size(), last = n - 1;
  const auto end_row = [=](Index i) {
    const double right = i < last ? e[i] * (xs[i + 1] - xs[i]) : 0.0;
    const double left = i > 0 ? e[i - 1] * (xs[i] - xs[i - 1]) : 0.0;
    ys[i] = (add ? ys[i] : 0.0) + a * ((right - left) + (s != nullptr ? s[i] * xs[i] : 0.0));
  };
  parallel_for(n, [=](Index begin, Index end) {
    const Index from = std::max<Index>(begin, 1), to = std::min(end, last);
    if (begin == 0) end_row(0);
    if (s != nullptr)
      for (Index i = from; i < to; ++i)
        ys[i] =
            (add ? ys[i] : 0.0) + a * ((e[i] * (xs[i + 1] - xs[i]) - e[i - 1] * (xs[i] - xs[i - 1])) + s[i] * xs[i]);
    else
      for (Index i = from; i < to; ++i)
        ys[i] = (add ? ys[i] : 0.0) + a * (e[i] * (xs[i + 1] - xs[i]) - e[i - 1] * (xs[i] - xs[i - 1]));
    if (end == n && last > 0) end_row(last);
  });
}

/// y = (y) + a A x, row after row: a row of a symmetric matrix is its column, which is stored.
template <bool add>
void sparse_product(double a, const SparseMatrix& A, VecRef x, VecOut y) {
  parallel_for(A.cols(), A.nonZeros(),
               [a, start = A.outerIndexPtr(), col = A.innerIndexPtr(), value = A.valuePtr(), xs = x.data(),
                ys = y.data()](Index begin, Index end) {
                 for (Index i = begin; i < end; ++i) {
                   double sum = add ? ys[i] : 0.0;
                   for (auto e = start[i]; e < start[i + 1]; ++e) sum += value[e] * (a * xs[col[e]]);
                   ys[i] = sum;
                 }
               });
}

}  // namespace

SymmetricMatrix::SymmetricMatrix(Index n) : size_(n) {}

SymmetricMatrix::SymmetricMatrix(const SparseMatrix& A) : size_(A.rows()) {
  if (!A.isCompressed()) {  // entries inserted one by one leave room between the columns
    SparseMatrix compressed = A;
    compressed.makeCompressed();
    *this = SymmetricMatrix(compressed);
    return;
  }
  const Index band = checked_half_bandwidth(A);
  const bool all_zero = band == 0 && (A.nonZeros() == 0 || A.coeffs().isZero(0.0));
  if (all_zero) return;
  structure_ = band == 0 ? Structure::diagonal : band == 1 ? Structure::tridiagonal : Structure::sparse;
  if (structure_ == Structure::sparse) {
    sparse_ = A;
    sparse_.makeCompressed();
    return;
  }
  diagonal_ = A.diagonal();
  if (structure_ == Structure::diagonal) return;
  off_ = Vector::Zero(size_ - 1);
  for (Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      if (it.row() == it.col() + 1) off_[it.col()] = it.value();
  diagonal_.head(size_ - 1) += off_;
  diagonal_.tail(size_ - 1) += off_;
  if (diagonal_.isZero(0.0)) diagonal_.resize(0);
  if (const double first = off_[0]; (off_.array() == first).all()) off_ = Vector::Constant(1, first);  // uniform mesh
}

double SymmetricMatrix::off(Index i) const { return off_.size() == 1 ? off_[0] : off_[i]; }

template <bool add>
void SymmetricMatrix::product(double a, VecRef x, VecOut y) const {
  const bool sums = diagonal_.size() > 0;
  switch (structure_) {
    case Structure::zero:
      if constexpr (!add) y.setZero();
      return;
    case Structure::sparse:
      sparse_product<add>(a, sparse_, x, y);
      return;
    case Structure::diagonal:
      parallel_for(size_, [s = diagonal_.data(), xs = x.data(), ys = y.data(), a](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) ys[i] = (add ? ys[i] : 0.0) + a * (s[i] * xs[i]);
      });
      return;
    case Structure::tridiagonal:
      break;
  }
  if (off_.size() == 1)
    tridiagonal_product<add>(a, sums ? diagonal_.data() : nullptr, Uniform{off_[0]}, x, y);
  else
    tridiagonal_product<add>(a, sums ? diagonal_.data() : nullptr, off_.data(), x, y);
}

void SymmetricMatrix::multiply(double a, VecRef x, VecOut y) const { product<false>(a, x, y); }
void SymmetricMatrix::multiply_add(double a, VecRef x, VecOut y) const { product<true>(a, x, y); }

template <class Entry>
double SymmetricMatrix::quadratic_of(Entry x) const {
  switch (structure_) {
    case Structure::zero:
      return 0.0;
    case Structure::sparse: {
      double sum = 0.0;
      for (Index j = 0; j < sparse_.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(sparse_, j); it; ++it) sum += x(it.row()) * it.value() * x(j);
      return sum;
    }
    case Structure::diagonal:
    case Structure::tridiagonal:
      break;
  }
  return ordered_sum(size_, [&](Index begin, Index end) {
    double sum = 0.0;
    if (diagonal_.size() > 0)
      for (Index i = begin; i < end; ++i) sum += diagonal_[i] * x(i) * x(i);
    if (structure_ == Structure::tridiagonal)
      for (Index i = begin; i < std::min(end, size_ - 1); ++i) {
        const double d = x(i + 1) - x(i);
        sum -= off(i) * d * d;
      }
    return sum;
  });
}

double SymmetricMatrix::quadratic(VecRef x) const {
  return quadratic_of([p = x.data()](Index i) { return p[i]; });
}

double SymmetricMatrix::quadratic(double a, VecRef y, double b, VecRef z) const {
  return quadratic_of([=, p = y.data(), r = z.data()](Index i) { return a * p[i] + b * r[i]; });
}

double SymmetricMatrix::coefficient(Index i, Index j) const {
  const double sum = diagonal_.size() > 0 && i == j ? diagonal_[i] : 0.0;
  switch (structure_) {
    case Structure::zero:
      return 0.0;
    case Structure::sparse:
      return sparse_.coeff(i, j);
    case Structure::diagonal:
      return sum;
    case Structure::tridiagonal:
      break;
  }
  if (i == j) return sum - (i > 0 ? off(i - 1) : 0.0) - (i + 1 < size_ ? off(i) : 0.0);
  return std::abs(i - j) == 1 ? off(std::min(i, j)) : 0.0;
}

SparseMatrix SymmetricMatrix::to_sparse() const {
  if (structure_ == Structure::sparse) return sparse_;
  SparseMatrix A(size_, size_);
  if (structure_ == Structure::zero) return A;
  const bool tri = structure_ == Structure::tridiagonal;
  A.reserve(tri ? 3 * size_ : size_);
  for (Index j = 0; j < size_; ++j) {
    A.startVec(j);
    if (tri && j > 0) A.insertBack(j - 1, j) = off(j - 1);
    A.insertBack(j, j) = coefficient(j, j);
    if (tri && j + 1 < size_) A.insertBack(j + 1, j) = off(j);
  }
  A.finalize();
  return A;
}

SparseMatrix weighted_sum(std::span<const double> weights, std::span<const SymmetricMatrix* const> matrices) {
  SparseMatrix A(matrices[0]->size(), matrices[0]->size());
  for (std::size_t k = 0; k < matrices.size(); ++k)
    if (weights[k] != 0.0 && !matrices[k]->is_zero()) A += weights[k] * matrices[k]->to_sparse();
  A.makeCompressed();
  return A;
}

}  // namespace percuss
