// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "core/parallel_tasks.hpp"
#include "solvers/linear/inverse_chain.hpp"

namespace percuss::backends {

/// What lies between two chosen rows: T, and what the rows between add to Z of the upper one.
template <int b>
struct Gap {
  std::array<double, b * b> T{}, Q{};
};

/// One gap from row `to` up to row `from` of A = N D N': below(i, k) = N_i+k+1,i, inverse(i) = 1/D_i.
template <int b, class Below, class Inverse>
Gap<b> pass_gap(Index from, Index to, Below&& below, Inverse&& inverse) {
  const auto at = [](int r, int c) { return static_cast<std::size_t>(r * b + c); };
  Gap<b> gap;
  auto& [T, Q] = gap;
  for (int k = 0; k < b; ++k) T[at(k, k)] = 1.0;
  for (Index i = to - 1; i >= from; --i) {
    std::array<double, b> n{}, row{}, y{};
    for (int k = 0; k < b; ++k) n[static_cast<std::size_t>(k)] = -below(i, k);
    for (int c = 0; c < b; ++c)  // from the last row on, so that the newest value comes in last
      for (int k = b - 1; k >= 0; --k) {
        row[static_cast<std::size_t>(c)] += n[static_cast<std::size_t>(k)] * T[at(k, c)];
        y[static_cast<std::size_t>(c)] += n[static_cast<std::size_t>(k)] * Q[at(k, c)];
      }
    double z = inverse(i);
    for (int k = b - 1; k >= 0; --k) z += n[static_cast<std::size_t>(k)] * y[static_cast<std::size_t>(k)];
    for (int r = b - 1; r > 0; --r)
      for (int c = b - 1; c >= 0; --c) {
        T[at(r, c)] = T[at(r - 1, c)];
        Q[at(r, c)] = c > 0 ? Q[at(r - 1, c - 1)] : y[static_cast<std::size_t>(r - 1)];
      }
    for (int c = 0; c < b; ++c) {
      T[at(0, c)] = row[static_cast<std::size_t>(c)];
      Q[at(0, c)] = c > 0 ? y[static_cast<std::size_t>(c - 1)] : z;
    }
  }
  return gap;
}

/// The chain of a factor N D N' eliminated from row 0 on: gaps side by side, then Z_p = T_p Z_p+1 T_p' + Q_p upwards.
template <int b, class Below, class Inverse>
void condense_band(Index n, Below&& below, Inverse&& inverse, std::span<const Index> rows, InverseChain& chain) {
  const auto m = static_cast<Index>(rows.size());
  chain.resize(b, m);
  const double work = static_cast<double>(n) * b * b;
  parallel_tasks(m, work, [&](Index p, Index) {
    const auto i = static_cast<std::size_t>(p);
    const auto gap = pass_gap<b>(rows[i], p + 1 < m ? rows[i + 1] : n, below, inverse);
    std::copy(gap.T.begin(), gap.T.end(), chain.transfer(p));
    std::copy(gap.Q.begin(), gap.Q.end(), chain.window(p));
  });
  std::array<double, b * b> TZ{};
  for (Index p = m - 2; p >= 0; --p) {
    const double *const T = chain.transfer(p), *const Z = chain.window(p + 1);
    double* const Q = chain.window(p);
    for (int r = 0; r < b; ++r)
      for (int c = 0; c < b; ++c) {
        double sum = 0.0;
        for (int k = 0; k < b; ++k) sum += T[r * b + k] * Z[k * b + c];
        TZ[static_cast<std::size_t>(r * b + c)] = sum;
      }
    for (int r = 0; r < b; ++r)
      for (int c = 0; c < b; ++c)
        for (int k = 0; k < b; ++k) Q[r * b + c] += TZ[static_cast<std::size_t>(r * b + k)] * T[c * b + k];
  }
}

}  // namespace percuss::backends
