// SPDX-License-Identifier: Apache-2.0
#include "simulation/model_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/decompositions.hpp"
#include "scheme/inertia.hpp"

namespace percuss {

namespace {

/// Dense matrices of this many unknowns take a minute and a half.
constexpr Index most_unknowns = 2000;

/// The model at rest, at its start and where it is moved to, and forces and inertia near it.
class Start {
 public:
  explicit Start(const Model& model)
      : model_(model), inertia_(model.system), q_(model.initial.q), rest_(Vector::Zero(model.system.num_v())) {
    const auto& contacts = model.contacts;
    for (Index k = 0; k < contacts.size(); ++k)
      if (contacts.is_joint(k)) (contacts.gives_way(k) ? soft_ : rigid_).push_back(k);
    assemble();
  }

  /// q <- q (+) s, and back to what joints hold.
  void move(const Vector& s) {
    const Vector q = q_;
    model_.system.advance(q, 1.0, s, 0.0, rest_, q_);
    if (!rigid_.empty()) {
      const Matrix W = columns(q_, rigid_), response = Eigen::LLT<Matrix>(M_).solve(W);
      Vector g(W.cols());
      model_.contacts.row_gaps(model_.initial.t, q_, rigid_, 0, g);
      const Eigen::CompleteOrthogonalDecomposition<Matrix> schur(Matrix(W.transpose() * response));
      const Vector back = -response * schur.solve(g), moved = q_;
      model_.system.advance(moved, 1.0, back, 0.0, rest_, q_);
    }
    assemble();
  }

  const Matrix& M() const { return M_; }
  const Matrix& W() const { return W_; }
  const Vector& q() const { return q_; }
  /// f + W lambda: M times the acceleration that the model starts with, 0 in equilibrium.
  Vector unbalanced() const { return M_ * acceleration_; }
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
  void assemble() {
    M_ = mass();
    W_ = columns(q_, rigid_);
    const Eigen::LLT<Matrix> factor(M_);
    acceleration_ = factor.solve(forces(q_, rest_));
    lambda_ = Vector::Zero(W_.cols());
    if (W_.cols() == 0) return;
    const Matrix response = factor.solve(W_);
    const Eigen::CompleteOrthogonalDecomposition<Matrix> schur(Matrix(W_.transpose() * response));
    lambda_ = -schur.solve(Vector(W_.transpose() * acceleration_));
    acceleration_ += response * lambda_;
  }
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
    for (Index row = 0; row < set_.rows(); ++row)
      f += set_.law[static_cast<std::size_t>(row)].force(g[row], W.col(row).dot(v)) * W.col(row);
    return f;
  }

  const Model& model_;
  Inertia inertia_;
  Vector q_, rest_, acceleration_, lambda_;
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

/// A length of the model by the nodes of its bodies, wherever it stands.
double size_of(const Model& model) {
  Eigen::AlignedBox3d box;
  double size = 0.0;
  for (const auto& body : model.bodies) {
    size = std::max(size, body.length);
    for (Index node = 0; node < body.nodes.count; ++node) box.extend(body.marker(node).position(model.initial.q));
  }
  if (!box.isEmpty()) size = std::max(size, box.diagonal().norm());
  const double extent = model.contacts.extent(model.initial.q);
  return size > 0.0 ? size : extent > 0.0 ? std::min(extent, 1.0) : 1.0;
}

struct Matrices {
  Matrix M, K, C, K_error;
};

/// By central differences, in K extrapolated from two steps: a motion of equal kinetic energy moves the model by some
/// 1e-6 of its size.
Matrices matrices(const Model& model, Start& start, const Matrix& N) {
  const Matrix MN = start.M() * N;
  Matrices m{N.transpose() * MN, Matrix(N.cols(), N.cols()), Matrix(N.cols(), N.cols()), Matrix(N.cols(), N.cols())};
  // Far from the origin positions have fewer digits, of which six are left to the differences.
  const double heaviest = m.M.diagonal().maxCoeff(),
               least = 1e6 * std::numeric_limits<double>::epsilon() * model.contacts.extent(model.initial.q),
               move = std::max(1e-6 * size_of(model), least);
  for (Index j = 0; j < N.cols(); ++j) {
    const double step = move * std::sqrt(heaviest / m.M(j, j));
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

/// What differences and round-off leave open of x' K x.
double error_of(const Matrices& m, const Vector& x) {
  const Vector moduli = x.cwiseAbs();
  constexpr double many = 64.0 * std::numeric_limits<double>::epsilon();
  return 10.0 * std::abs(x.dot(m.K_error * x)) + many * moduli.dot(m.K.cwiseAbs() * moduli);
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

void refuse_motors(const ContactModel& contacts) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_driven(k))
      throw input_error("", fmt::format("the motor `{}` moves the model: it is in no equilibrium", contacts.name(k)),
                        "leave the motor out, or hold its bodies by a joint");
}

/// The modes of the free motions at one place.
struct Linearised {
  Matrix N, K;
  Matrices m;
  DenseModes modes;
};

Linearised linearised_at(const Model& model, Start& start) {
  Linearised at;
  at.N = free_motions(start.W());
  if (at.N.cols() == 0) throw input_error("", "the joints hold every unknown of the model", "leave some free");
  at.m = matrices(model, start, at.N);
  at.K = 0.5 * (at.m.K + at.m.K.transpose());
  at.modes = dense_modes(at.K, at.m.M, least_shift(at.K, at.m.M));
  return at;
}

/// Newton's step towards equilibrium in the modes' coordinates; free motions must not be pushed.
Vector step_to_rest(const Linearised& at, const Start& start) {
  const Vector pushed = at.modes.shapes.transpose() * (at.N.transpose() * start.unbalanced());
  Vector step = Vector::Zero(pushed.size());
  for (Index j = 0; j < pushed.size(); ++j) {
    const double square = at.modes.squares[j];
    if (std::abs(square) > error_of(at.m, at.modes.shapes.col(j)))
      step[j] = pushed[j] / square;
    else if (std::abs(pushed[j]) > 1e-6 * pushed.norm())
      step[j] = std::numeric_limits<double>::infinity();
  }
  return step;
}

/// Moves the start to the equilibrium next to it and returns the place. Throws where none is near.
Linearised find_rest(const Model& model, Start& start) {
  constexpr double near = 0.1, close = 1e-9;  // of a motion of the heaviest unknown by the model's size
  constexpr int most_steps = 20;
  double way = 0.0;
  for (int i = 0; i < most_steps; ++i) {
    auto at = linearised_at(model, start);
    const double size = size_of(model) * std::sqrt(at.m.M.diagonal().maxCoeff());
    const Vector step = step_to_rest(at, start);  // modes have unit mass: its norm is that of the motion
    way += step.norm();
    if (!(way <= near * size)) break;
    if (step.norm() <= close * size) return at;
    start.move(at.N * (at.modes.shapes * step));
  }
  throw input_error("",
                    fmt::format("the model is in no equilibrium at its start, and none is within a tenth of its size, "
                                "{:.3g} m: it has no modes there",
                                size_of(model)),
                    "start it near an equilibrium, or leave out what drives it, e.g. gravity");
}

}  // namespace

ModelModes model_modes(const Model& model, Index count) {
  const Index n = model.system.num_v();
  if (n > most_unknowns)
    throw input_error(
        "", fmt::format("the model has {} unknowns, and modes of whole models take dense matrices", n),
        fmt::format("models of up to {}; `percuss modes MODEL BODY` shows those of a body", most_unknowns));
  refuse_motors(model.contacts);
  Start start(model);
  const Linearised at = find_rest(model, start);
  ModelModes result;
  result.holds = n - at.N.cols();
  const double size = at.K.cwiseAbs().maxCoeff();
  result.asymmetry = size > 0.0 ? (at.m.K - at.m.K.transpose()).cwiseAbs().maxCoeff() / size : 0.0;
  const Index shown = std::min(count, at.N.cols());
  const Matrix shapes = at.modes.shapes.leftCols(shown), C = shapes.transpose() * (at.m.C * shapes);
  result.shapes = at.N * shapes;
  Vector omega(shown);
  for (Index j = 0; j < shown; ++j) {
    ModelModes::Mode mode;
    const double square = at.modes.squares[j];
    if (std::abs(square) > error_of(at.m, shapes.col(j)))
      (square > 0.0 ? mode.omega : mode.growth) = std::sqrt(std::abs(square));
    if (mode.omega > 0.0) mode.damping_ratio = 0.5 * C(j, j) / mode.omega;
    find_body(model, start.M() * result.shapes.col(j), result.shapes.col(j), mode);
    omega[j] = mode.omega;
    result.modes.push_back(std::move(mode));
  }
  result.coupling = coupling_of(C, omega);
  return result;
}

}  // namespace percuss
