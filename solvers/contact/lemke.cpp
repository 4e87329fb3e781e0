// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace percuss {

namespace {

constexpr double negligible_pivot = 1e-11;  // entries below it are no pivots; the scaled diagonal is of order one
constexpr int directions_in_space = 8;

}  // namespace

int Lemke::solve(const ContactProblem& problem, VecOut x) const {
  contacts_.load(problem);
  list_unknowns();
  fill_dictionary();
  eliminate_joints();
  const Index m = size(), artificial = 2 * m;
  Index row = -1, column = m;  // the artificial variable enters where the constants are most negative
  for (Index i = 0; i < m; ++i)
    if (!is_free(i) && entry(i, m + 1) < 0.0 && (row < 0 || entry(i, m + 1) < entry(row, m + 1))) row = i;
  int pivots = 1;
  for (const int most = static_cast<int>(50 * m); row >= 0; ++pivots) {
    const Index left = basic_[static_cast<std::size_t>(row)];
    pivot(row, column);
    if (left == artificial) break;
    const Index entering = left < m ? left + m : left - m;
    column = std::find(nonbasic_.begin(), nonbasic_.end(), entering) - nonbasic_.begin();
    row = leaving_row(column);
    if (row < 0 || pivots >= most) return 0;
  }
  const Index n = contacts_.size();
  auto y = workspace(y_, n);
  y.setZero();
  for (Index i = 0; i < m; ++i) {
    const Index variable = basic_[static_cast<std::size_t>(i)];
    if (variable < m || variable == artificial) continue;
    const auto& u = unknowns_[static_cast<std::size_t>(variable - m)];
    if (u.role == Unknown::Role::slack) continue;
    y[u.row] += u.a * entry(i, m + 1);
    if (u.b != 0.0) y[u.row + 1] += u.b * entry(i, m + 1);
  }
  contacts_.unscaled(y, x);
  return pivots;
}

void Lemke::list_unknowns() const {
  using Role = Unknown::Role;
  const auto& contacts = contacts_.contacts();
  unknowns_.clear();
  for (Index k = 0; k < contacts.size(); ++k) {
    const auto cone = contacts.cone[static_cast<std::size_t>(k)];
    const Index first = contacts.first_row(k), rows = contacts.num_rows(k);
    if (cone == Cone::bilateral) {
      for (Index i = first; i < first + rows; ++i) unknowns_.push_back({Role::free, k, i, 1.0, 0.0});
      continue;
    }
    unknowns_.push_back({Role::normal, k, first, 1.0, 0.0});
    if (cone == Cone::unilateral || rows == 1 || contacts.mu[static_cast<std::size_t>(k)] == 0.0) continue;
    const int directions = rows == 2 ? 2 : directions_in_space;
    for (int j = 0; j < directions; ++j) {
      const double angle = 2.0 * std::numbers::pi * j / directions;
      const double b = rows == 2 ? 0.0 : std::sin(angle);
      unknowns_.push_back({Role::friction, k, first + 1, std::cos(angle), b});
    }
    unknowns_.push_back({Role::slack, k, first, 0.0, 0.0});
  }
}

/// u' G^ v
double Lemke::product(const Unknown& u, const Unknown& v) const {
  const auto row = [&](Index i) {
    return v.a * contacts_.g(i, v.row) + (v.b != 0.0 ? v.b * contacts_.g(i, v.row + 1) : 0.0);
  };
  return u.a * row(u.row) + (u.b != 0.0 ? u.b * row(u.row + 1) : 0.0);
}

void Lemke::fill_dictionary() const {
  using Role = Unknown::Role;
  const Index m = size();
  D_.assign(static_cast<std::size_t>(m * (m + 2)), 0.0);
  basic_.resize(static_cast<std::size_t>(m));
  nonbasic_.resize(static_cast<std::size_t>(m + 1));
  std::iota(basic_.begin(), basic_.end(), Index{0});
  std::iota(nonbasic_.begin(), nonbasic_.end(), m);
  double largest = 0.0;
  for (Index i = 0; i < contacts_.size(); ++i) largest = std::max(largest, std::abs(contacts_.c(i)));
  for (Index i = 0; i < m; ++i) {
    const auto& u = unknowns_[static_cast<std::size_t>(i)];
    for (Index j = 0; j < m; ++j) {
      const auto& v = unknowns_[static_cast<std::size_t>(j)];
      const bool pair = u.contact == v.contact;
      if (u.role == Role::slack) {
        const double mu = contacts_.contacts().mu[static_cast<std::size_t>(u.contact)];
        if (pair && v.role == Role::normal) entry(i, j) = mu;
        if (pair && v.role == Role::friction) entry(i, j) = -1.0;
      } else if (v.role == Role::slack) {
        if (pair && u.role == Role::friction) entry(i, j) = 1.0;
      } else {
        entry(i, j) = product(u, v);
      }
    }
    if (u.role != Role::slack)
      entry(i, m + 1) = u.a * contacts_.c(u.row) + (u.b != 0.0 ? u.b * contacts_.c(u.row + 1) : 0.0);
    if (u.role == Role::free) continue;
    entry(i, m) = 1.0;
    const double unlike = std::fmod(static_cast<double>(i + 1) * std::numbers::phi, 1.0);  // no two rows alike
    entry(i, m + 1) += 1e-8 * (1.0 + unlike) * largest;
  }
}

/// Joints first: their unknowns become basic, largest pivots first; what depends on others stays zero.
void Lemke::eliminate_joints() const {
  const Index m = size();
  for (;;) {
    Index row = -1, column = -1;
    double largest = negligible_pivot;
    for (Index i = 0; i < m; ++i) {
      if (!is_free(i) || basic_[static_cast<std::size_t>(i)] >= m) continue;
      for (Index j = 0; j < m; ++j)
        if (is_free(j) && nonbasic_[static_cast<std::size_t>(j)] >= m && std::abs(entry(i, j)) > largest) {
          largest = std::abs(entry(i, j));
          row = i;
          column = j;
        }
    }
    if (row < 0) return;
    pivot(row, column);
  }
}

/// The basic variable that first turns negative as the entering one grows; -1 when none does. The artificial variable
/// has precedence.
Index Lemke::leaving_row(Index column) const {
  const Index m = size();
  Index found = -1;
  double least = 0.0;
  for (Index i = 0; i < m; ++i) {
    if (is_free(i) || entry(i, column) >= -negligible_pivot) continue;
    const double ratio = entry(i, m + 1) / -entry(i, column);
    const bool artificial = basic_[static_cast<std::size_t>(i)] == 2 * m;
    if (found < 0 || ratio < least || (artificial && ratio <= least)) {
      found = i;
      least = ratio;
    }
  }
  return found;
}

/// Exchanges the basic variable of `row` and the nonbasic one of `column`.
void Lemke::pivot(Index row, Index column) const {
  const Index m = size(), width = m + 2;
  double* const pivot_row = D_.data() + row * width;
  const double inverse = 1.0 / pivot_row[column];
  for (Index j = 0; j < width; ++j) pivot_row[j] *= -inverse;
  pivot_row[column] = inverse;
  for (Index i = 0; i < m; ++i) {
    double* const other = D_.data() + i * width;
    const double factor = other[column];
    if (i == row || factor == 0.0) continue;
    other[column] = 0.0;
    for (Index j = 0; j < width; ++j) other[j] += factor * pivot_row[j];
  }
  std::swap(basic_[static_cast<std::size_t>(row)], nonbasic_[static_cast<std::size_t>(column)]);
}

}  // namespace percuss
