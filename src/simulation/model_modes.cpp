// SPDX-License-Identifier: Apache-2.0
#include "simulation/model_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/decompositions.hpp"
#include "scheme/inertia.hpp"

namespace percuss {

namespace {

/// Dense matrices of this many unknowns take a minute and a half.
constexpr Index most_unknowns = 2000;

/// The model at rest at its start, and forces and inertia near it.
class Start {
 public:
  explicit Start(const Model& model)
      : model_(model), inertia_(model.system), q_(model.initial.q), rest_(Vector::Zero(model.system.num_v())) {
    const auto& contacts = model.contacts;
    for (Index k = 0; k < contacts.size(); ++k)
      if (contacts.is_joint(k)) (contacts.compliance(k) > 0.0 ? soft_ : rigid_).push_back(k);
    M_ = mass();
    W_ = columns(q_, rigid_);
    const Eigen::LLT<Matrix> factor(M_);
    const Vector f = forces(q_, rest_);
    free_ = factor.solve(f);
    lambda_ = Vector::Zero(W_.cols());
    acceleration_ = free_;
    if (W_.cols() == 0) return;
    const Matrix response = factor.solve(W_);
    const Eigen::CompleteOrthogonalDecomposition<Matrix> schur(Matrix(W_.transpose() * response));
    lambda_ = -schur.solve(Vector(W_.transpose() * free_));
    acceleration_ += response * lambda_;
  }

  const Matrix& M() const { return M_; }
  const Matrix& W() const { return W_; }
  /// |a| relative to what forces alone would give.
  double unbalanced() const {
    const double size = free_.lpNorm<Eigen::Infinity>();
    return size > 0.0 ? acceleration_.lpNorm<Eigen::Infinity>() / size : 0.0;
  }
  /// f + W lambda - M a at the start moved by `s`, a displacement like those of `Body::advance`.
  Vector residual(const Vector& s) {
    Vector q(q_.size());
    model_.system.advance(q_, 1.0, s, 0.0, rest_, q);
    Vector r = forces(q, rest_);
    if (lambda_.size() > 0) r += columns(q, rigid_) * lambda_;
    inertia_.subtract(model_.initial.t, q, rest_, acceleration_, r);
    return r;
  }
  Vector forces_at(const Vector& v) { return forces(q_, v); }

 private:
  Matrix mass() const {
    const auto& system = model_.system;
    Matrix M = Matrix::Zero(system.num_v(), system.num_v());
    SparseMatrix block;
    for (Index i = 0; i < system.num_bodies(); ++i) {
      const auto& body = system.body(i);
      const Index v = system.v_offset(i), n = body.num_v();
      body.tangent(model_.initial.t, q_.segment(system.q_offset(i), body.num_q()), rest_.segment(v, n), {}, block);
      M.block(v, v, n, n) = Matrix(block);
    }
    return M;
  }
  Matrix columns(const Vector& q, const std::vector<Index>& which) {
    if (which.empty()) return Matrix(q_.size() > 0 ? rest_.size() : 0, 0);
    model_.contacts.evaluate(model_.initial.t, q, rest_.size(), which, set_);
    Matrix W = Matrix::Zero(rest_.size(), set_.rows());
    for (Index j = 0; j < set_.rows(); ++j)
      for (Index e = set_.W.begin(j); e < set_.W.end(j); ++e) W(set_.W.row(e), j) += set_.W.value(e);
    return W;
  }
  Vector forces(const Vector& q, const Vector& v) {
    Vector f(rest_.size());
    model_.system.forces(model_.initial.t, q, v, f);
    if (soft_.empty()) return f;
    const Matrix W = columns(q, soft_);
    Vector g(W.cols());
    model_.contacts.row_gaps(model_.initial.t, q, soft_, 0, g);
    for (Index k = 0; k < set_.size(); ++k)
      for (Index row = set_.first_row(k); row < set_.first_row(k) + set_.num_rows(k); ++row)
        f -= g[row] / set_.compliance[static_cast<std::size_t>(k)] * W.col(row);
    return f;
  }

  const Model& model_;
  Inertia inertia_;
  Vector q_, rest_, free_, acceleration_, lambda_;
  Matrix M_, W_;
  std::vector<Index> rigid_, soft_;
  ContactSet set_;
};

/// N with W' N = 0: some unknowns follow from the others, which keeps the scales of unknowns apart.
Matrix free_motions(const Matrix& W) {
  const Index n = W.rows();
  if (W.cols() == 0) return Matrix::Identity(n, n);
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(1e-10);
  qr.compute(Matrix(W.transpose()));
  const Index r = qr.rank();
  if (r == n) return Matrix(n, 0);
  const Matrix R = qr.matrixR().topRows(r);
  Matrix N = Matrix::Zero(n, n - r);
  N.topRows(r) = -R.leftCols(r).triangularView<Eigen::Upper>().solve(R.rightCols(n - r));
  N.bottomRows(n - r).setIdentity();
  return qr.colsPermutation() * N;
}

double extent_of(const Model& model) {
  double extent = model.contacts.extent(model.initial.q);
  for (const auto& body : model.bodies) extent = std::max(extent, body.length);
  return extent > 0.0 ? extent : 1.0;
}

struct Matrices {
  Matrix M, K, C, K_error;
};

/// By central differences, in K extrapolated from two steps: a motion of equal kinetic energy moves the model by some
/// 1e-6 of its size.
Matrices matrices(const Model& model, Start& start, const Matrix& N) {
  const Matrix MN = start.M() * N;
  Matrices m{N.transpose() * MN, Matrix(N.cols(), N.cols()), Matrix(N.cols(), N.cols()), Matrix(N.cols(), N.cols())};
  const double heaviest = m.M.diagonal().maxCoeff(), extent = extent_of(model);
  for (Index j = 0; j < N.cols(); ++j) {
    const double step = 1e-6 * extent * std::sqrt(heaviest / m.M(j, j));
    const auto slope = [&](double h) -> Vector {
      return (start.residual(-h * N.col(j)) - start.residual(h * N.col(j))) / (2.0 * h);
    };
    const Vector near = slope(step), far = slope(2.0 * step);
    m.K.col(j) = N.transpose() * ((4.0 * near - far) / 3.0);
    m.K_error.col(j) = N.transpose() * ((near - far) / 3.0);
    m.C.col(j) =
        N.transpose() * ((start.forces_at(-step * N.col(j)) - start.forces_at(step * N.col(j))) / (2.0 * step));
  }
  return m;
}

/// K + s M is positive definite at this least shift: it bounds how fast an unstable start falls.
double least_shift(const Matrix& K, const Matrix& M) {
  const double fastest = (K.diagonal().cwiseAbs().cwiseQuotient(M.diagonal())).maxCoeff();
  double shift = fastest > 0.0 ? 1e-14 * fastest : 1.0;
  while (Eigen::LLT<Matrix>(K + shift * M).info() != Eigen::Success && shift < 1e3 * fastest) shift *= 4.0;
  return shift;
}

void find_body(const Model& model, const Vector& momentum, const Vector& shape, ModelModes::Mode& mode) {
  for (const auto& body : model.bodies) {
    double energy = 0.0;
    for (Index i = body.number; i < body.number + body.count; ++i) {
      const Index v = model.system.v_offset(i), n = model.system.body(i).num_v();
      energy += shape.segment(v, n).dot(momentum.segment(v, n));
    }
    if (energy > mode.share) {
      mode.share = energy;
      mode.body = body.name;
    }
  }
}

/// The largest C_ij over what keeps the modes i and j apart: their frequencies, their own damping.
double coupling_of(const Matrix& C, const Vector& omega) {
  double most = 0.0;
  for (Index j = 0; j < C.cols(); ++j)
    for (Index i = 0; i < j; ++i) {
      const double coupled = std::abs(C(i, j)), apart = std::abs(omega[i] - omega[j]);
      if (coupled > 1e-9 * std::sqrt(std::abs(C(i, i) * C(j, j)))) most = std::max(most, coupled / (apart + coupled));
    }
  return most;
}

}  // namespace

ModelModes model_modes(const Model& model, Index count) {
  const Index n = model.system.num_v();
  if (n > most_unknowns)
    throw input_error(
        "", fmt::format("the model has {} unknowns, and modes of whole models take dense matrices", n),
        fmt::format("models of up to {}; `percuss modes MODEL BODY` shows those of a body", most_unknowns));
  Start start(model);
  const Matrix N = free_motions(start.W());
  if (N.cols() == 0) throw input_error("", "the joints hold every unknown of the model", "leave some free");
  const auto m = matrices(model, start, N);
  const Matrix K = 0.5 * (m.K + m.K.transpose());
  const auto dense = dense_modes(K, m.M, least_shift(K, m.M));
  ModelModes result;
  result.holds = n - N.cols();
  result.unbalanced = start.unbalanced();
  const double size = K.cwiseAbs().maxCoeff();
  result.asymmetry = size > 0.0 ? (m.K - m.K.transpose()).cwiseAbs().maxCoeff() / size : 0.0;
  const Index shown = std::min(count, N.cols());
  const Matrix shapes = dense.shapes.leftCols(shown), C = shapes.transpose() * (m.C * shapes);
  result.shapes = N * shapes;
  Vector omega(shown);
  for (Index j = 0; j < shown; ++j) {
    ModelModes::Mode mode;
    const double square = dense.squares[j], error = std::abs(shapes.col(j).dot(m.K_error * shapes.col(j)));
    if (std::abs(square) > 10.0 * error) (square > 0.0 ? mode.omega : mode.growth) = std::sqrt(std::abs(square));
    if (mode.omega > 0.0) mode.damping_ratio = 0.5 * C(j, j) / mode.omega;
    find_body(model, start.M() * result.shapes.col(j), result.shapes.col(j), mode);
    omega[j] = mode.omega;
    result.modes.push_back(std::move(mode));
  }
  result.coupling = coupling_of(C, omega);
  return result;
}

}  // namespace percuss
