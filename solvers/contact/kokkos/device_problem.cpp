// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/kokkos/device_problem.hpp"

#include <limits>
#include <stdexcept>

#include "solvers/contact/scaled_units.hpp"

namespace percuss::device {

namespace {

/// Kernels count in int: half the memory traffic of the columns.
int narrow(Index i) {
  if (i > std::numeric_limits<int>::max()) throw std::length_error("a contact problem too large for the device");
  return static_cast<int>(i);
}

}  // namespace

void Problem::load(const ContactProblem& problem) {
  const auto& set = problem.contacts;
  const auto& G = *problem.G.rows();
  const Index n = problem.c.size();
  auto s = workspace(s_, n);
  first_.assign(1, 0);
  mu_.clear();
  for (Index k = 0; k < set.size(); ++k) {
    find_scales(set, problem.G.diagonal(), k, s.data() + set.first_row(k));
    first_.push_back(narrow(set.first_row(k) + set.num_rows(k)));
    const bool friction = set.cone[static_cast<std::size_t>(k)] == Cone::coulomb;
    mu_.push_back(friction ? set.mu[static_cast<std::size_t>(k)] : 0.0);
  }
  start_.assign(1, 0);
  col_.clear();
  value_.clear();
  c_.clear();
  for (Index i = 0; i < n; ++i) {
    for (Index e = G.start[static_cast<std::size_t>(i)]; e < G.start[static_cast<std::size_t>(i) + 1]; ++e) {
      const Index j = G.col[static_cast<std::size_t>(e)];
      col_.push_back(narrow(j));
      value_.push_back(G.value[static_cast<std::size_t>(e)] / (s[i] * s[j]));
    }
    start_.push_back(narrow(static_cast<Index>(col_.size())));
    c_.push_back(problem.c[i] / s[i]);
  }
  view_.contacts = narrow(set.size());
  view_.rows = narrow(n);
  const auto entries = static_cast<Index>(col_.size());
  upload(first_.data(), set.size() + 1, view_.first);
  upload(start_.data(), n + 1, view_.start);
  upload(col_.data(), entries, view_.col);
  upload(value_.data(), entries, view_.value);
  upload(c_.data(), n, view_.c);
  upload(s.data(), n, view_.scale);
  upload(mu_.data(), set.size(), view_.mu);
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

void Problem::velocity(const Numbers& y, const Numbers& gamma) const {
  const auto problem = view_;
  Kokkos::parallel_for(
      "percuss: G y + c", Kokkos::RangePolicy<>(0, problem.rows),
      KOKKOS_LAMBDA(const int i) { gamma(i) = problem.row_dot(i, y) + problem.c(i); });
}

void Problem::product(const Numbers& y, const Numbers& Gy) const {
  const auto problem = view_;
  Kokkos::parallel_for(
      "percuss: G y", Kokkos::RangePolicy<>(0, problem.rows),
      KOKKOS_LAMBDA(const int i) { Gy(i) = problem.row_dot(i, y); });
}

double Problem::residual(const Numbers& gamma, const Numbers& y) const {
  const auto problem = view_;
  double worst = 0.0;
  Kokkos::parallel_reduce(
      "percuss: residual", Kokkos::RangePolicy<>(0, problem.contacts),
      KOKKOS_LAMBDA(const int k, double& most) {
        const int first = problem.first(k), n = problem.num_rows(k);
        double z[3];
        for (int i = 0; i < n; ++i) z[i] = y(first + i) - gamma(first + i);
        prox_contact(n, problem.mu(k), z);
        for (int i = 0; i < n; ++i) {
          const double r = ::fabs(y(first + i) - z[i]) * problem.scale(first + i);
          most = r == r ? ::fmax(most, r) : HUGE_VAL;  // a NaN is no residual
        }
      },
      Kokkos::Max<double>(worst));
  return worst;
}

}  // namespace percuss::device
