// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

/// What is added to the scaled diagonal where equations depend on each other: few of them hardly feel the rounding that
/// it magnifies.
constexpr double least_regularisation = 1e-9;

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
  dependent_ = false;
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
  double regularisation = dependent_ ? least_regularisation : 0.0;
  for (int attempt = 0; attempt < 4; ++attempt) {
    const double pivot = linearise(at, regularisation);
    if (pivot > (regularisation == 0.0 ? dependent_pivot : 0.0)) return step_.head(contacts_.size()).allFinite();
    regularisation = regularisation == 0.0 ? least_regularisation : 100.0 * regularisation;
    dependent_ = true;
  }
  return false;
}

/// Puts up J and -F at the point and solves; returns the smallest pivot.
double DenseNewton::linearise(const NewtonPoint& at, double regularisation) {
  const auto& contacts = contacts_.contacts();
  const Index n = contacts_.size();
  const auto hold = [&](Index i) {
    std::copy_n(contacts_.row(i), n, J_.data() + i * n);
    J_[static_cast<std::size_t>(i * n + i)] += regularisation;
    step_[i] = -at.gamma[i];
  };
  const auto release = [&](Index i) {
    std::fill_n(J_.data() + i * n, n, 0.0);
    J_[static_cast<std::size_t>(i * n + i)] = 1.0;
    step_[i] = -at.y[i];
  };
  for (Index k = 0; k < contacts.size(); ++k) {
    const auto cone = contacts.cone[static_cast<std::size_t>(k)];
    const Index first = contacts.first_row(k), rows = contacts.num_rows(k);
    const double mu = cone == Cone::coulomb ? contacts.mu[static_cast<std::size_t>(k)] : 0.0;
    const double z_n = at.y[first] - at.gamma[first];
    if (cone == Cone::bilateral) {
      for (Index i = first; i < first + rows; ++i) hold(i);
    } else if (!(z_n > 0.0)) {
      for (Index i = first; i < first + rows; ++i) release(i);
    } else {
      hold(first);
      if (rows == 1) continue;
      double squared = 0.0;
      for (Index i = first + 1; i < first + rows; ++i) squared += (at.y[i] - at.gamma[i]) * (at.y[i] - at.gamma[i]);
      for (Index i = first + 1; i < first + rows; ++i) mu == 0.0 ? release(i) : hold(i);
      if (mu > 0.0 && squared > mu * mu * z_n * z_n) linearise_friction(at, first, rows, mu, regularisation);
    }
  }
  return eliminate(J_.data(), n, step_.head(n));
}

/// The slip rows of one contact. The normal row, gamma_N + G_N dx = 0, has been used to simplify them: the radius of
/// the disc after the step is mu (x_N + dx_N).
void DenseNewton::linearise_friction(const NewtonPoint& at, Index first, Index rows, double mu, double regularisation) {
  const Index n = contacts_.size(), dimension = rows - 1;
  std::array<double, 2> e{};
  double length = 0.0;
  for (Index i = 0; i < dimension; ++i) {
    e[static_cast<std::size_t>(i)] = at.y[first + 1 + i] - at.gamma[first + 1 + i];
    length = std::hypot(length, e[static_cast<std::size_t>(i)]);
  }
  for (auto& component : e) component /= length;
  const double turn = dimension == 1 ? 0.0 : mu * (at.y[first] - at.gamma[first]) / length;  // mu z_N / |z_T|, below 1
  const double weight = 1.0 / std::max(1.0, mu);  // keeps the rows of order one
  for (Index a = 0; a < dimension; ++a) {
    const Index i = first + 1 + a;
    const double ea = e[static_cast<std::size_t>(a)];
    double* const J = J_.data() + i * n;
    std::fill_n(J, n, 0.0);
    J[i] = weight;
    J[first] = -weight * mu * ea;
    step_[i] = -weight * (at.y[i] - mu * at.y[first] * ea);
    if (turn == 0.0) continue;
    for (Index b = 0; b < dimension; ++b) {
      const double projection = (a == b ? 1.0 : 0.0) - ea * e[static_cast<std::size_t>(b)];
      const double share = weight * turn * projection;
      const double* const g = contacts_.row(first + 1 + b);
      for (Index j = 0; j < n; ++j) J[j] += share * g[j];
      J[first + 1 + b] -= share * (1.0 - regularisation);
    }
  }
}

}  // namespace percuss
