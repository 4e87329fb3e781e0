// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/kokkos/device_problem.hpp"

#include <limits>
#include <span>
#include <stdexcept>

#include "core/at.hpp"
#include "solvers/contact/scaled_units.hpp"

namespace percuss::device {

namespace {

/// Kernels count in int: half the memory traffic of the columns.
int narrow(Index i) {
  if (i > std::numeric_limits<int>::max()) throw std::length_error("a contact problem too large for the device");
  return static_cast<int>(i);
}

/// `mine` as `theirs`; whether that changes it.
bool follow(std::span<const Index> theirs, std::vector<int>& mine) {
  bool changed = mine.size() != theirs.size();
  mine.resize(theirs.size());
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const int now = static_cast<int>(theirs[i]);
    changed |= mine[i] != now;
    mine[i] = now;
  }
  return changed;
}

}  // namespace

/// The rows of a contact: G_ij becomes G_ij / (s_i s_j), and those of the contact itself go to `own`.
struct ScaleRows {
  ProblemView problem;
  double *value, *own;

  template <class Lane>
  KOKKOS_INLINE_FUNCTION void operator()(const Lane& lane, int k) const {
    const int first = problem.first[k], n = problem.num_rows(k);
    for (int i = first; i < first + n; ++i)
      lane.each(problem.start[i], problem.start[i + 1], [&](int e) {
        const int j = problem.col[e];
        const double scaled = value[e] / (problem.scale[i] * problem.scale[j]);
        value[e] = scaled;
        if (j >= first && j < first + n) own[3 * i + j - first] = scaled;
      });
  }
};

bool Problem::load_pattern(const BlockRows& G, const ContactSet& contacts) {
  narrow(static_cast<Index>(G.col.size()));
  bool changed = first_.size() != at(contacts.size()) + 1;
  first_.resize(at(contacts.size()) + 1);
  for (Index k = 0; k <= contacts.size(); ++k) {
    const int row = k < contacts.size() ? static_cast<int>(contacts.first_row(k)) : view_.rows;
    changed |= first_[at(k)] != row;
    first_[at(k)] = row;
  }
  changed |= follow(G.start, start_);
  changed |= follow(G.col, col_);
  if (!changed) return false;
  view_.first = upload(first_.data(), contacts.size() + 1, first_there_);
  view_.start = upload(start_.data(), static_cast<Index>(start_.size()), start_there_);
  view_.col = upload(col_.data(), static_cast<Index>(col_.size()), col_there_);
  return true;
}

bool Problem::load(const ContactProblem& problem) {
  const auto& set = problem.contacts;
  const auto& G = *problem.G.rows();
  const Index n = problem.c.size();
  view_.contacts = narrow(set.size());
  view_.rows = narrow(n);
  const bool changed = load_pattern(G, set);
  auto s = workspace(s_, n), c = workspace(work_, n);
  mu_.resize(at(set.size()));
  for (Index k = 0; k < set.size(); ++k) {
    find_scales(set, problem.G.diagonal(), k, s.data() + set.first_row(k));
    mu_[at(k)] = set.cone[at(k)] == Cone::coulomb ? set.mu[at(k)] : 0.0;
  }
  c = problem.c.cwiseQuotient(s);
  view_.c = upload(c.data(), n, c_there_);
  view_.scale = upload(s.data(), n, scale_there_);
  view_.mu = upload(mu_.data(), set.size(), mu_there_);
  view_.value = upload(G.value.data(), static_cast<Index>(G.value.size()), value_there_);
  make_room(own_there_, 3 * n);
  view_.own = own_there_.data();
  Kokkos::deep_copy(own_there_, 0.0);
  for_each("percuss: scale G", 0, view_.contacts, ScaleRows{view_, value_there_.data(), own_there_.data()});
  return changed;
}

void Problem::scaled(VecRef x, Numbers& y) const {
  auto work = workspace(work_, rows());
  work = x.cwiseProduct(s_.head(rows()));
  upload(work.data(), rows(), y);
}

void Problem::unscaled(const Numbers& y, VecOut x) const {
  auto work = workspace(work_, rows());
  download(y, rows(), work.data());
  x = work.cwiseQuotient(s_.head(rows()));
}

/// gamma_i = (G^ y + share c^)_i
struct RowProduct {
  ProblemView problem;
  const double* y;
  double* gamma;
  double share;

  template <class Lane>
  KOKKOS_INLINE_FUNCTION void operator()(const Lane& lane, int i) const {
    const double product = problem.row_dot(lane, i, y);
    lane.once([&] { gamma[i] = product + share * problem.c[i]; });
  }
};

void Problem::velocity(const Numbers& y, const Numbers& gamma) const {
  for_each("percuss: G y + c", 0, view_.rows, RowProduct{view_, y.data(), gamma.data(), 1.0});
}

void Problem::product(const Numbers& y, const Numbers& Gy) const {
  for_each("percuss: G y", 0, view_.rows, RowProduct{view_, y.data(), Gy.data(), 0.0});
}

double Problem::residual(const Numbers& gamma, const Numbers& y) const {
  const auto problem = view_;
  double worst = 0.0;
  Kokkos::parallel_reduce(
      "percuss: residual", Kokkos::RangePolicy<>(0, problem.contacts),
      KOKKOS_LAMBDA(const int k, double& most) {
        const int first = problem.first[k], n = problem.num_rows(k);
        double z[3];
        for (int i = 0; i < n; ++i) z[i] = y(first + i) - gamma(first + i);
        prox_contact(n, problem.mu[k], z);
        for (int i = 0; i < n; ++i) {
          const double r = ::fabs(y(first + i) - z[i]) * problem.scale[first + i];
          most = r == r ? ::fmax(most, r) : HUGE_VAL;  // a NaN is no residual
        }
      },
      Kokkos::Max<double>(worst));
  return worst;
}

}  // namespace percuss::device
