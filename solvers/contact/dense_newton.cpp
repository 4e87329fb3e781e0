// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solvers/contact/contact_piece.hpp"

namespace percuss {

namespace {

/// What is added to the scaled diagonal where equations depend on each other: few of them hardly feel the rounding that
/// it magnifies.
constexpr double dependent_regularisation = 1e-9;

/// Solves J x = b in place by elimination with row interchanges; J (n x n) row by row. Returns the smallest pivot.
double eliminate(double* J, Index n, VecOut b) {
  double smallest = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < n; ++k) {
    Index pivot = k;
    for (Index i = k + 1; i < n; ++i)
      if (std::abs(J[i * n + k]) > std::abs(J[pivot * n + k])) pivot = i;
    smallest = std::min(smallest, std::abs(J[pivot * n + k]));
    if (!(smallest > 0.0)) return 0.0;
    if (pivot != k) {
      std::swap_ranges(J + k * n + k, J + k * n + n, J + pivot * n + k);
      std::swap(b[k], b[pivot]);
    }
    const double* const upper = J + k * n;
    const double inverse = 1.0 / upper[k];
    for (Index i = k + 1; i < n; ++i) {
      double* const row = J + i * n;
      if (row[k] == 0.0) continue;
      const double factor = row[k] * inverse;
      for (Index j = k + 1; j < n; ++j) row[j] -= factor * upper[j];
      b[i] -= factor * b[k];
    }
  }
  for (Index k = n - 1; k >= 0; --k) {
    double sum = b[k];
    for (Index j = k + 1; j < n; ++j) sum -= J[k * n + j] * b[j];
    b[k] = sum / J[k * n + k];
  }
  return smallest;
}

}  // namespace

bool DenseNewton::load(const ContactProblem& problem) {
  contacts_.load(problem);
  reserve(contacts_.size());
  regularisation_.restart(problem.contacts);
  return true;
}

void DenseNewton::reserve(Index rows) {
  contacts_.reserve(rows);
  workspace(step_, rows);
  const auto n = static_cast<std::size_t>(rows);
  if (J_.size() < n * n) J_.resize(n * n);
}

void DenseNewton::evaluate(NewtonPoint& point) const {
  const Index n = contacts_.size();
  contacts_.velocity(point.y.head(n), point.gamma.head(n));
  point.residual = contacts_.residual(point.gamma.head(n), point.y.head(n));
}

bool DenseNewton::find_step(const NewtonPoint& at) {
  regularisation_.begin(dependent_regularisation);
  for (int attempt = 0; attempt < Regularisation::most_attempts; ++attempt, regularisation_.increase())
    if (regularisation_.accepts(linearise(at))) return step_.head(contacts_.size()).allFinite();
  return false;
}

/// Puts up J = P (G^ + regularisation) + Q and the right-hand side at the point, contact by contact, and solves;
/// returns the smallest pivot.
double DenseNewton::linearise(const NewtonPoint& at) {
  const auto& contacts = contacts_.contacts();
  const Index n = contacts_.size();
  ContactPiece piece;
  for (Index k = 0; k < contacts.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index first = contacts.first_row(k), rows = contacts.num_rows(k);
    const double *const y = at.y.data() + first, *const gamma = at.gamma.data() + first;
    write_piece(find_piece(contacts.cone[i], contacts.mu[i], rows, y, gamma), contacts.mu[i], rows, y, gamma, piece);
    const bool joint = piece.kind == ContactPiece::Kind::joint;
    const double regularisation = joint ? regularisation_.of_joints() : regularisation_.of_contacts();
    for (Index r = 0; r < rows; ++r) {
      double* const J = J_.data() + (first + r) * n;
      const double own = piece.P[static_cast<std::size_t>(4 * r)];
      if (own == 0.0)
        std::fill_n(J, n, 0.0);
      else
        std::transform(contacts_.row(first + r), contacts_.row(first + r) + n, J, [own](double g) { return own * g; });
      for (Index s = 0; s < rows; ++s) {
        const auto entry = static_cast<std::size_t>(3 * r + s);
        const double share = piece.P[entry];
        const double* const g = contacts_.row(first + s);
        if (s != r && share != 0.0)
          for (Index j = 0; j < n; ++j) J[j] += share * g[j];
        J[first + s] += share * regularisation + piece.Q[entry];
      }
      step_[first + r] = piece.r[static_cast<std::size_t>(r)];
    }
  }
  return eliminate(J_.data(), n, step_.head(n));
}

}  // namespace percuss
