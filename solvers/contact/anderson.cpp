// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/anderson.hpp"

#include <array>
#include <span>

#include "core/at.hpp"
#include "core/parallel.hpp"

namespace percuss {

void Anderson::reserve(Index rows, int depth) {
  for (auto* v : {&w_, &f_, &g_}) workspace(*v, rows);
  for (auto* v : {&dF_, &dg_}) workspace(*v, rows * depth);
  history_.reserve(depth);
}

void Anderson::start(VecRef weights, int depth) {
  size_ = weights.size();
  reserve(size_, depth);
  history_.start(depth);
  w_.head(size_) = weights;
}

/// All in one pass over the vectors: it reads more than it calculates.
double Anderson::add(VecRef x, VecRef g) {
  const Index differences = history_.differences(), newest = differences - 1;
  const double *const w = w_.data(), *const its_x = x.data(), *const its_g = g.data();
  double *const f = f_.data(), *const last = g_.data();
  std::array<double, AndersonHistory::most_sums> sums;
  const auto used = std::span(sums).first(at(2 * differences + 1));
  ordered_sums<AndersonHistory::most_sums>(
      size_, size_ * (4 + differences), used, [&](Index begin, Index end, std::span<double> its) {
        if (differences > 0) {
          double *const df = difference(dF_, newest), *const dg = difference(dg_, newest);
          for (Index i = begin; i < end; ++i) {
            df[i] = w[i] * (its_g[i] - its_x[i]) - f[i];
            dg[i] = its_g[i] - last[i];
          }
        }
        for (Index i = begin; i < end; ++i) {
          f[i] = w[i] * (its_g[i] - its_x[i]);
          last[i] = its_g[i];
        }
        const auto part = [&](const double* v) { return Eigen::Map<const Vector>(v + begin, end - begin); };
        its[0] += part(f).squaredNorm();
        for (Index k = 0; k < differences; ++k) {
          its[at(1 + k)] += part(difference(dF_, k)).dot(part(f));
          its[at(1 + differences + k)] += part(difference(dF_, k)).dot(part(difference(dF_, newest)));
        }
      });
  return history_.add(used);
}

bool Anderson::extrapolate(VecOut x) {
  const auto theta = history_.coefficients();
  if (theta.empty()) return false;
  const auto differences = static_cast<Index>(theta.size());
  parallel_for(size_, size_ * (2 + differences), [&](Index begin, Index end) {
    auto part = x.segment(begin, end - begin);
    part = g_.segment(begin, end - begin);
    for (Index k = 0; k < differences; ++k)
      part -= theta[at(k)] * Eigen::Map<const Vector>(difference(dg_, k) + begin, end - begin);
  });
  return true;
}

}  // namespace percuss
