// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/parallel.hpp"
#include "solvers/contact/coulomb_contact.hpp"
#include "solvers/contact/one_contact.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

namespace {

constexpr Index fewest_coloured = 512;    // contacts; below, threads do not pay and the own order converges faster
constexpr Index fewest_of_a_colour = 16;  // contacts, on average

/// The larger one; a NaN stays.
double larger(double a, double b) { return b > a || std::isnan(b) ? b : a; }

}  // namespace

void SweepRows::reserve(Index rows) {
  contacts_.reserve(static_cast<std::size_t>(rows));
  col_.reserve(static_cast<std::size_t>(rows * rows));
  value_.reserve(static_cast<std::size_t>(rows * rows));
}

void SweepRows::load(const ContactProblem& problem, double relaxation) {
  relaxation_ = relaxation;
  const auto& set = problem.contacts;
  contacts_.clear();
  col_.clear();
  value_.clear();
  uniform_ = true;
  for (Index k = 1; k < set.size(); ++k) uniform_ = uniform_ && set.num_rows(k) == set.num_rows(0);
  colour_end_.clear();
  if (!find_colours(problem)) {
    for (Index k = 0; k < set.size(); ++k) load_contact(problem, k);
    return;
  }
  for (Index colour = 0; colour < colouring_.colours(); ++colour) {
    for (const Index k : colouring_.members(colour)) load_contact(problem, k);
    colour_end_.push_back(static_cast<Index>(contacts_.size()));
  }
  change_.resize(contacts_.size());
}

/// False when the contacts are too few, or coupled with too many others, for colours to be of use.
bool SweepRows::find_colours(const ContactProblem& problem) {
  const Index n = problem.contacts.size();
  if (n < fewest_coloured) return false;
  colouring_.find(*problem.G.rows(), problem.contacts);
  return fewest_of_a_colour * colouring_.colours() <= n;
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
             solve_spatial_coulomb(contact.own.data(), left.data(), contact.mu, now.data());
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
  if (relaxation_ != 1.0) relax(contact, x_k, now.data());
  double change = 0.0;
  for (int r = 0; r < rows; ++r) {
    change = larger(change, std::abs(now[static_cast<std::size_t>(r)] - x_k[r]));
    x_k[r] = now[static_cast<std::size_t>(r)];
  }
  return change * contact.scale;
}

/// The convex cone holds what lies between two of its points, not what lies beyond.
void SweepRows::relax(const Contact& contact, const double* before, double* now) const {
  for (int r = 0; r < contact.rows; ++r) now[r] = before[r] + relaxation_ * (now[r] - before[r]);
  if (relaxation_ > 1.0) prox_cone(contact.cone, contact.mu, std::span(now, static_cast<std::size_t>(contact.rows)));
}

double SweepRows::solve(const Contact& contact, const double* c, double* x) const {
  if (contact.rows == 1) return solve<1, 1>(contact, c, x);
  if (contact.rows == 2) return uniform_ ? solve<2, 2>(contact, c, x) : solve<2, 1>(contact, c, x);
  return uniform_ ? solve<3, 3>(contact, c, x) : solve<3, 1>(contact, c, x);
}

double SweepRows::sweep(VecRef c, VecOut x) const {
  double largest = 0.0;
  if (colour_end_.empty()) {
    for (const auto& contact : contacts_) largest = larger(largest, solve(contact, c.data(), x.data()));
    return largest;
  }
  Index begin = 0;
  for (const Index end : colour_end_) {
    const auto last = end < static_cast<Index>(contacts_.size()) ? contacts_[static_cast<std::size_t>(end)].value
                                                                 : static_cast<std::int64_t>(value_.size());
    const auto work = static_cast<Index>(last - contacts_[static_cast<std::size_t>(begin)].value);
    parallel_for(end - begin, work, [&](Index from, Index to) {
      for (Index i = begin + from; i < begin + to; ++i)
        change_[static_cast<std::size_t>(i)] = solve(contacts_[static_cast<std::size_t>(i)], c.data(), x.data());
    });
    begin = end;
  }
  for (const double change : change_) largest = larger(largest, change);
  return largest;
}

}  // namespace percuss
