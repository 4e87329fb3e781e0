// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/kokkos/device_problem.hpp"

#include <limits>
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

}  // namespace

void Problem::load(const ContactProblem& problem) {
  const auto& set = problem.contacts;
  const auto& G = *problem.G.rows();
  const Index n = problem.c.size(), entries = static_cast<Index>(G.col.size());
  view_.contacts = narrow(set.size());
  view_.rows = narrow(n);
  narrow(entries);
  auto s = workspace(s_, n), c = workspace(work_, n);
  first_.resize(at(set.size()) + 1);
  mu_.resize(at(set.size()));
  for (Index k = 0; k < set.size(); ++k) {
    find_scales(set, problem.G.diagonal(), k, s.data() + set.first_row(k));
    first_[at(k)] = static_cast<int>(set.first_row(k));
    mu_[at(k)] = set.cone[at(k)] == Cone::coulomb ? set.mu[at(k)] : 0.0;
  }
  first_[at(set.size())] = view_.rows;
  c = problem.c.cwiseQuotient(s);
  start_.assign(G.start.begin(), G.start.end());
  col_.assign(G.col.begin(), G.col.end());
  value_.resize(at(entries));
  own_.assign(at(3 * n), 0.0);
  for (Index k = 0; k < set.size(); ++k)
    for (Index i = set.first_row(k); i < set.first_row(k) + set.num_rows(k); ++i)
      for (Index e = G.start[at(i)]; e < G.start[at(i) + 1]; ++e) {
        const Index j = G.col[at(e)], mine = j - set.first_row(k);
        value_[at(e)] = G.value[at(e)] / (s[i] * s[j]);
        if (mine >= 0 && mine < set.num_rows(k)) own_[at(3 * i + mine)] = value_[at(e)];
      }
  view_.first = upload(first_.data(), set.size() + 1, first_there_);
  view_.start = upload(start_.data(), n + 1, start_there_);
  view_.col = upload(col_.data(), entries, col_there_);
  view_.value = upload(value_.data(), entries, value_there_);
  view_.own = upload(own_.data(), 3 * n, own_there_);
  view_.c = upload(c.data(), n, c_there_);
  view_.scale = upload(s.data(), n, scale_there_);
  view_.mu = upload(mu_.data(), set.size(), mu_there_);
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
