// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/eigenmodes.hpp"

#include <Spectra/MatOp/SparseSymMatProd.h>
#include <Spectra/SymGEigsShiftSolver.h>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

/// Below this size a dense problem is quick.
constexpr Index small_problem = 60;

/// What Spectra asks of (K - sigma M)^-1.
class ShiftInvert {
 public:
  using Scalar = double;
  explicit ShiftInvert(const ConditionedSolver& solver, Index size) : solver_(solver), size_(size) {}
  Index rows() const { return size_; }
  Index cols() const { return size_; }
  void set_shift(const Scalar&) const {}  // the factor is there
  void perform_op(const double* in, double* out) const {
    solver_.solve(Eigen::Map<const Vector>(in, size_), Eigen::Map<Vector>(out, size_));
  }

 private:
  const ConditionedSolver& solver_;
  Index size_;
};

void fix_signs(Matrix& shapes) {
  for (Index j = 0; j < shapes.cols(); ++j) {
    const double half = 0.5 * shapes.col(j).lpNorm<Eigen::Infinity>();
    Index i = 0;
    while (std::abs(shapes(i, j)) < half) ++i;
    if (shapes(i, j) < 0.0) shapes.col(j) = -shapes.col(j);
  }
}

double frequency(double square, double slow) { return square > 0.01 * slow * slow ? std::sqrt(square) : 0.0; }

/// An orthonormal basis of all x with Z' x = 0.
Matrix null_space(const Matrix& Z) {
  const Index n = Z.rows(), c = Z.cols();
  if (c == 0) return Matrix::Identity(n, n);
  const Eigen::ColPivHouseholderQR<Matrix> qr(Z);
  return (qr.householderQ() * Matrix::Identity(n, n)).rightCols(n - c);
}

Eigenmodes by_lanczos(const SparseMatrix& K, const SparseMatrix& M, const Matrix& Z, double slow, Index count) {
  const double shift = slow * slow;
  const ConditionedSolver solver(K, M, shift, Z);
  ShiftInvert inverse(solver, K.rows());
  Spectra::SparseSymMatProd<double, Eigen::Lower, Eigen::ColMajor, SparseMatrix::StorageIndex> mass(M);
  const Index kept = std::min(K.rows() - Z.cols(), std::max<Index>(2 * count + 1, 20));
  Spectra::SymGEigsShiftSolver<ShiftInvert, decltype(mass), Spectra::GEigsMode::ShiftInvert> lanczos(
      inverse, mass, count, kept, -shift);
  Vector start(K.rows()), projected(K.rows());  // within the conditions, and the same in every run
  for (Index i = 0; i < start.size(); ++i) start[i] = 1.0 + 0.5 * std::sin(1.0 + 3.0 * static_cast<double>(i));
  start = M * start;
  solver.solve(start, projected);
  lanczos.init(projected.data());
  lanczos.compute(Spectra::SortRule::LargestMagn, 1000, 1e-12, Spectra::SortRule::SmallestAlge);
  if (lanczos.info() != Spectra::CompInfo::Successful)
    throw std::runtime_error("eigenmodes: the Lanczos iteration did not converge");
  Eigenmodes modes{lanczos.eigenvalues(), lanczos.eigenvectors()};
  for (double& value : modes.omega) value = frequency(value, slow);
  for (Index j = 0; j < count; ++j) modes.shapes.col(j) /= std::sqrt(modes.shapes.col(j).dot(M * modes.shapes.col(j)));
  return modes;
}

}  // namespace

struct ConditionedSolver::Factor {
  Eigen::SimplicialLDLT<SparseMatrix> ldlt;
};

ConditionedSolver::ConditionedSolver(const SparseMatrix& K, const SparseMatrix& M, double s, Matrix Z)
    : Z_(std::move(Z)) {
  auto factor = std::make_unique<Factor>();
  factor->ldlt.compute(SparseMatrix(K + s * M));
  if (factor->ldlt.info() != Eigen::Success)
    throw std::invalid_argument("ConditionedSolver: the matrix cannot be factored");
  if (Z_.cols() > 0) {
    response_ = factor->ldlt.solve(Z_);
    schur_inverse_ = Eigen::PartialPivLU<Matrix>(Z_.transpose() * response_).inverse();
    if (!schur_inverse_.allFinite())
      throw std::invalid_argument("ConditionedSolver: the conditions depend on each other");
  }
  factor_ = std::move(factor);
}

ConditionedSolver::~ConditionedSolver() = default;

void ConditionedSolver::solve(VecRef f, VecOut y) const {
  y = factor_->ldlt.solve(f);
  if (Z_.cols() == 0) return;
  for (int pass = 0; pass < 2; ++pass)  // the first leaves what round-off of a large rigid motion leaves
    y -= response_ * (schur_inverse_ * (Z_.transpose() * y));
}

DenseModes dense_modes(const Matrix& K, const Matrix& M, double shift) {
  // nu = 1/(omega^2 + s) of  M x = nu (K + s M) x  errs by eps nu_max: slow modes are exact. omega^2 of K x = omega^2 M
  // x errs by eps omega_max^2: fast ones are. Each square is taken from where it errs less.
  const Matrix shifted_K = K + shift * M;
  for (const auto* matrix : {&M, &shifted_K})
    if (Eigen::LLT<Matrix>(*matrix).info() != Eigen::Success)
      throw std::invalid_argument("eigenmodes: K + s M or M is not positive definite");
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> slow(M, shifted_K), fast(K, M);
  const Index n = K.rows();
  const double least = 1.0 / slow.eigenvalues()[n - 1], most = fast.eigenvalues()[n - 1];
  DenseModes modes{Vector(n), Matrix(n, n)};
  for (Index j = 0; j < n; ++j) {
    const double shifted = 1.0 / slow.eigenvalues()[n - 1 - j];
    const bool is_slow = shifted / least * shifted < most;
    auto x = modes.shapes.col(j);
    x = is_slow ? slow.eigenvectors().col(n - 1 - j) : fast.eigenvectors().col(j);
    x /= std::sqrt(x.dot(M * x));
    modes.squares[j] = is_slow ? shifted - shift : fast.eigenvalues()[j];
  }
  fix_signs(modes.shapes);
  return modes;
}

Eigenmodes all_modes(const Matrix& K, const Matrix& M, double slow) {
  auto modes = dense_modes(K, M, slow * slow);
  for (double& square : modes.squares) square = frequency(square, slow);
  return {std::move(modes.squares), std::move(modes.shapes)};
}

Eigenmodes slowest_modes(const SparseMatrix& K, const SparseMatrix& M, const Matrix& Z, double slow, Index count) {
  const Index free = K.rows() - Z.cols();
  if (count > free) throw std::invalid_argument("eigenmodes: there are fewer modes than asked for");
  if (free > small_problem && 3 * count < free) {
    auto modes = by_lanczos(K, M, Z, slow, count);
    fix_signs(modes.shapes);
    return modes;
  }
  const Matrix basis = null_space(Z);
  auto modes = all_modes(basis.transpose() * (K * basis), basis.transpose() * (M * basis), slow);
  modes.shapes = basis * modes.shapes.leftCols(count);
  modes.omega.conservativeResize(count);
  fix_signs(modes.shapes);
  return modes;
}

}  // namespace percuss
