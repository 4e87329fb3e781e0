// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

#include "core/at.hpp"
#include "core/parallel.hpp"
#include "solvers/contact/coulomb_contact.hpp"
#include "solvers/contact/natural_residual.hpp"
#include "solvers/contact/one_contact.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

namespace {

constexpr Index fewest = 2 * Domains::smallest;  // contacts; below, threads do not pay
constexpr double most_cut = 0.4;                 // share of the contacts in cuts, where threads wait for each other

}  // namespace

void SweepRows::reserve(Index rows) {
  contacts_.reserve(static_cast<std::size_t>(rows));
  col_.reserve(static_cast<std::size_t>(rows * rows));
  value_.reserve(static_cast<std::size_t>(rows * rows));
  constexpr std::size_t most_parts = std::size_t{4} << Domains::most_cuts;
  parts_.reserve(most_parts);
  change_.reserve(most_parts);
}

void SweepRows::load(const ContactProblem& problem, double relaxation) {
  relaxation_ = relaxation;
  const auto& set = problem.contacts;
  contacts_.clear();
  col_.clear();
  value_.clear();
  const auto& G = *problem.G.rows();
  contacts_.reserve(at(set.size()));
  value_.reserve(G.value.size());
  uniform_ = true;
  for (Index k = 1; k < set.size(); ++k) uniform_ = uniform_ && set.num_rows(k) == set.num_rows(0);
  const Index width = uniform_ && set.size() > 0 ? set.num_rows(0) : 1;
  col_.reserve(G.value.size() / at(width * width));
  stages_.clear();
  parts_.clear();
  row_of_.clear();
  if (find_domains(problem)) {
    load_in_domains(problem);
  } else {
    begin_part();
    for (Index k = 0; k < set.size(); ++k) load_contact(problem, k, set.first_row(k));
  }
  begin_part();
  change_.assign(parts_.size(), 0.0);
}

/// False when the contacts are too few, or coupled with too many others, for domains to be of use.
bool SweepRows::find_domains(const ContactProblem& problem) {
  if (problem.contacts.size() < fewest) return false;
  domains_.find(*problem.G.rows(), problem.contacts);
  return domains_.cut() <= most_cut;
}

void SweepRows::load_in_domains(const ContactProblem& problem) {
  const auto& set = problem.contacts;
  place_of_.resize(at(set.rows()));
  row_of_.reserve(at(set.rows()));
  for (Index stage = 0; stage < domains_.stages(); ++stage)
    for (Index part = 0; part < domains_.parts(stage); ++part)
      for (const Index k : domains_.members(stage, part))
        for (Index i = set.first_row(k); i < set.first_row(k + 1); ++i) {
          place_of_[at(i)] = static_cast<std::int32_t>(row_of_.size());
          row_of_.push_back(static_cast<std::int32_t>(i));
        }
  constexpr Index of_contact = 16;  // its own arithmetic, in numbers of value_ that are read
  for (Index stage = 0; stage < domains_.stages(); ++stage) {
    const auto first = static_cast<Index>(parts_.size()), before = static_cast<Index>(value_.size());
    Index contacts = 0, work = 0;
    for (Index part = 0; part < domains_.parts(stage); ++part) {
      begin_part();
      const auto members = domains_.members(stage, part);
      for (const Index k : members) load_contact(problem, k, place_of_[at(set.first_row(k))]);
      contacts += static_cast<Index>(members.size());
      const Index begun = std::exchange(work, static_cast<Index>(value_.size()) - before + of_contact * contacts);
      parts_.back().middle = (begun + work) / 2;
    }
    stages_.push_back({first, static_cast<Index>(parts_.size()), work});
  }
}

void SweepRows::gather(VecRef of_problem, VecOut x) const {
  if (row_of_.empty()) {
    x = of_problem;
    return;
  }
  for (std::size_t i = 0; i < row_of_.size(); ++i) x[static_cast<Index>(i)] = of_problem[row_of_[i]];
}

void SweepRows::scatter(VecRef x, VecOut to_problem) const {
  if (row_of_.empty()) {
    to_problem = x;
    return;
  }
  for (std::size_t i = 0; i < row_of_.size(); ++i) to_problem[row_of_[i]] = x[static_cast<Index>(i)];
}

/// The rows of one contact share their pattern, and the columns of another contact stand side by side in it.
void SweepRows::load_contact(const ContactProblem& problem, Index k, Index place) {
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
  contact.first = static_cast<std::int32_t>(place);
  contact.rows = static_cast<std::int8_t>(n);
  for (Index e = begin; e < end; e += width) {
    const Index col = G.col[static_cast<std::size_t>(e)];
    const bool its_own = col >= first && col < first + n;
    if (!its_own) col_.push_back(row_of_.empty() ? static_cast<std::int32_t>(col) : place_of_[at(col)]);
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

/// What the others and the free motion leave to this contact; `c` and `x` begin at row 0. Blocks are rows x cols.
template <int rows, int cols>
std::array<double, rows> SweepRows::others(const Contact& contact, const double* c, const double* x) const {
  std::array<double, rows> left;
  for (int r = 0; r < rows; ++r) left[static_cast<std::size_t>(r)] = c[contact.first + r];
  const double* g = value_.data() + contact.value;
  for (std::int32_t e = contact.begin; e < contact.end; ++e) {
    const double* const x_e = x + col_[static_cast<std::size_t>(e)];
    for (int r = 0; r < rows; ++r)
      for (int j = 0; j < cols; ++j) left[static_cast<std::size_t>(r)] += *g++ * x_e[j];
  }
  return left;
}

/// One contact with the others held.
template <int rows, int cols>
double SweepRows::solve(const Contact& contact, const double* c, double* x) const {
  const auto left = others<rows, cols>(contact, c, x);
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

template <int rows, int cols>
double SweepRows::residual(const Contact& contact, const double* c, const double* x) const {
  auto gamma = others<rows, cols>(contact, c, x);
  const double* const x_k = x + contact.first;
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j < rows; ++j) gamma[at(r)] += contact.own[at(r * rows + j)] * x_k[j];
  return residual_of_contact(contact.cone, contact.mu, contact.scale, {gamma.data(), rows}, {x_k, rows});
}

/// visit(rows, cols) with the size of the blocks of this contact as types.
template <class Visit>
double SweepRows::by_size(const Contact& contact, Visit&& visit) const {
  using std::integral_constant;
  constexpr integral_constant<int, 1> one;
  constexpr integral_constant<int, 2> two;
  constexpr integral_constant<int, 3> three;
  if (contact.rows == 1) return visit(one, one);
  if (contact.rows == 2) return uniform_ ? visit(two, two) : visit(two, one);
  return uniform_ ? visit(three, three) : visit(three, one);
}

/// The largest of what `visit` makes of the contacts, stage after stage, the parts of a stage in threads: shared out by
/// their work, so that a thread finds those of the last sweep again in its cache.
template <class Visit>
double SweepRows::largest_of(Visit&& visit) const {
  const auto of_part = [&](Index part) {
    double largest = 0.0;
    for (Index i = parts_[at(part)].begin; i < parts_[at(part) + 1].begin; ++i)
      largest = larger(largest, visit(contacts_[at(i)]));
    return largest;
  };
  if (stages_.empty()) return of_part(0);
  double largest = 0.0;
  for (const auto& stage : stages_) {
    parallel_for(stage.work, [&](Index begin, Index end) {
      for (Index part = stage.first; part < stage.last; ++part)
        if (const Index middle = parts_[at(part)].middle; begin <= middle && middle < end)
          change_[at(part)] = of_part(part);
    });
    for (Index part = stage.first; part < stage.last; ++part) largest = larger(largest, change_[at(part)]);
  }
  return largest;
}

double SweepRows::sweep(VecRef c, VecOut x) const {
  return largest_of([&](const Contact& contact) {
    return by_size(contact, [&](auto rows, auto cols) { return solve<rows(), cols()>(contact, c.data(), x.data()); });
  });
}

double SweepRows::residual(VecRef c, VecRef x) const {
  return largest_of([&](const Contact& contact) {
    return by_size(contact,
                   [&](auto rows, auto cols) { return residual<rows(), cols()>(contact, c.data(), x.data()); });
  });
}

void SweepRows::project(VecOut x) const {
  parallel_for(static_cast<Index>(contacts_.size()), x.size(), [&](Index begin, Index end) {
    for (const auto& contact : std::span(contacts_).subspan(at(begin), at(end - begin)))
      prox_cone(contact.cone, contact.mu, std::span(x.data() + contact.first, at(contact.rows)));
  });
}

}  // namespace percuss
