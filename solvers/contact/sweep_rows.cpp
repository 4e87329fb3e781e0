// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_rows.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

void SweepRows::reserve(Index rows) {
  contacts_.reserve(static_cast<std::size_t>(rows));
  col_.reserve(static_cast<std::size_t>(rows * rows));
  value_.reserve(static_cast<std::size_t>(rows * rows));
}

void SweepRows::load(const ContactProblem& problem) {
  const auto& set = problem.contacts;
  contacts_.clear();
  col_.clear();
  value_.clear();
  uniform_ = true;
  for (Index k = 1; k < set.size(); ++k) uniform_ = uniform_ && set.num_rows(k) == set.num_rows(0);
  for (Index k = 0; k < set.size(); ++k) load_contact(problem, k);
}

/// The rows of one contact share their pattern, and the columns of another contact stand side by side in it.
void SweepRows::load_contact(const ContactProblem& problem, Index k) {
  const auto& G = *problem.G.rows();
  const auto& set = problem.contacts;
  const Index first = set.first_row(k), n = set.num_rows(k), width = uniform_ ? n : 1;
  const Index begin = G.start[static_cast<std::size_t>(first)], end = G.start[static_cast<std::size_t>(first) + 1];
  const auto entry = [&](Index row, Index e) {
    return G.value[static_cast<std::size_t>(G.start[static_cast<std::size_t>(first + row)] + e - begin)];
  };
  Contact contact{};
  contact.mu = set.mu[static_cast<std::size_t>(k)];
  contact.cone = set.cone[static_cast<std::size_t>(k)];
  contact.value = static_cast<std::int64_t>(value_.size());
  contact.begin = static_cast<std::int32_t>(col_.size());
  contact.first = static_cast<std::int32_t>(first);
  contact.rows = static_cast<std::int8_t>(n);
  for (Index e = begin; e < end; e += width) {
    const Index col = G.col[static_cast<std::size_t>(e)];
    const bool its_own = col >= first && col < first + n;
    if (!its_own) col_.push_back(static_cast<std::int32_t>(col));
    for (Index r = 0; r < n; ++r)
      for (Index j = 0; j < width; ++j) {
        if (its_own)
          contact.own[static_cast<std::size_t>(r * n + col - first + j)] = entry(r, e + j);
        else
          value_.push_back(entry(r, e + j));
      }
  }
  contact.end = static_cast<std::int32_t>(col_.size());
  for (Index r = 0; r < n; ++r)
    contact.scale = std::max(contact.scale, contact.own[static_cast<std::size_t>(r * (n + 1))]);
  contacts_.push_back(contact);
}

/// One contact with the others held; `c` and `x` begin at row 0 of the problem. Blocks are rows x cols.
template <int rows, int cols>
double SweepRows::solve(const Contact& contact, const double* c, double* x) const {
  std::array<double, rows> left;  // what the others and the free motion leave to this contact
  for (int r = 0; r < rows; ++r) left[static_cast<std::size_t>(r)] = c[contact.first + r];
  const double* g = value_.data() + contact.value;
  for (std::int32_t e = contact.begin; e < contact.end; ++e) {
    const double* const x_e = x + col_[static_cast<std::size_t>(e)];
    for (int r = 0; r < rows; ++r)
      for (int j = 0; j < cols; ++j) left[static_cast<std::size_t>(r)] += *g++ * x_e[j];
  }
  double* const x_k = x + contact.first;
  std::array<double, rows> now;
  std::copy_n(x_k, rows, now.begin());
  bool solved = false;
  if constexpr (rows == 1) {
    solved = contact.cone != Cone::bilateral && contact.own[0] > 0.0;
    if (solved) now[0] = std::max(-left[0] / contact.own[0], 0.0);
  }
  if constexpr (rows == 2)
    solved = contact.cone == Cone::coulomb && contact.mu > 0.0 && contact.own[0] > 0.0 &&
             solve_planar_coulomb(contact.own[0], contact.own[1], contact.own[2], contact.own[3], left[0], left[1],
                                  contact.mu, now[0], now[1]);
  if constexpr (rows == 3)
    solved = contact.cone == Cone::coulomb && contact.mu > 0.0 && contact.own[0] > 0.0 &&
             solve_spatial_coulomb(contact.own, left, contact.mu, now.data());
  if (!solved) {
    ContactMatrix own(rows, rows);
    ContactVector rest(rows), x_now(rows);
    for (int r = 0; r < rows; ++r) {
      for (int j = 0; j < rows; ++j) own(r, j) = contact.own[static_cast<std::size_t>(r * rows + j)];
      rest[r] = left[static_cast<std::size_t>(r)];
      x_now[r] = x_k[r];
    }
    solve_one_contact(contact.cone, contact.mu, own, rest, x_now);
    for (int r = 0; r < rows; ++r) now[static_cast<std::size_t>(r)] = x_now[r];
  }
  double change = 0.0;
  for (int r = 0; r < rows; ++r) {
    const double moved = std::abs(now[static_cast<std::size_t>(r)] - x_k[r]);
    if (!(moved <= change)) change = moved;  // a NaN stays
    x_k[r] = now[static_cast<std::size_t>(r)];
  }
  return change * contact.scale;
}

double SweepRows::sweep(VecRef c, VecOut x) const {
  double largest = 0.0;
  for (const auto& contact : contacts_) {
    double change = 0.0;
    if (contact.rows == 1)
      change = solve<1, 1>(contact, c.data(), x.data());
    else if (contact.rows == 2)
      change = uniform_ ? solve<2, 2>(contact, c.data(), x.data()) : solve<2, 1>(contact, c.data(), x.data());
    else
      change = uniform_ ? solve<3, 3>(contact, c.data(), x.data()) : solve<3, 1>(contact, c.data(), x.data());
    if (!(change <= largest)) largest = change;  // a NaN stays
  }
  return largest;
}

}  // namespace percuss
