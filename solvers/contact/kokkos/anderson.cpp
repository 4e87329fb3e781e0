// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/kokkos/anderson.hpp"

#include <array>

#include "core/at.hpp"

namespace percuss::device {

namespace {

/// Rows that one team sums: a few hundred runs keep every processor of a GPU at work.
constexpr int run = 1024;

}  // namespace

/// f = swept - from,  and the differences to the last iteration, where there are any.
struct TakeDifferences {
  const double *from, *swept;
  double *f, *g, *df, *dg;  // df, dg: null where there is no last iteration

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const {
    const double now = swept[i] - from[i];
    if (df != nullptr) {
      df[i] = now - f[i];
      dg[i] = swept[i] - g[i];
    }
    f[i] = now;
    g[i] = swept[i];
  }
};

/// The sums of AndersonHistory::add over each run of rows.
struct SumRuns {
  int rows, differences;
  const double *f, *dF;
  double* parts;  // (2 differences + 1) for each run

  KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
    const int sums = 2 * differences + 1, begin = team.league_rank() * run;
    const int end = begin + run < rows ? begin + run : rows;
    const auto difference = [&](int k) { return dF + static_cast<std::size_t>(k) * static_cast<std::size_t>(rows); };
    for (int s = 0; s < sums; ++s) {
      const double* const a = s == 0 ? f : difference((s - 1) % differences);
      const double* const b = s <= differences ? f : difference(differences - 1);
      double total = 0.0;
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(team, begin, end), [&](const int i, double& part) { part += a[i] * b[i]; }, total);
      Kokkos::single(Kokkos::PerTeam(team), [&]() { parts[team.league_rank() * sums + s] = total; });
    }
  }
};

/// y = g - dg theta, contact by contact back to its cone.
struct Extrapolate {
  ProblemView problem;
  const double *g, *dg;
  double* y;
  int differences;
  double theta[AndersonHistory::most_depth];

  KOKKOS_INLINE_FUNCTION void operator()(const int k) const {
    const int first = problem.first[k], n = problem.num_rows(k);
    double next[3];
    for (int i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(first + i);
      next[i] = g[row];
      for (int d = 0; d < differences; ++d)
        next[i] -= theta[d] * dg[static_cast<std::size_t>(d) * static_cast<std::size_t>(problem.rows) + row];
    }
    prox_contact(n, problem.mu[k], next);
    for (int i = 0; i < n; ++i) y[first + i] = next[i];
  }
};

void Anderson::start(Index rows, int depth) {
  rows_ = static_cast<int>(rows);
  history_.start(depth);
  for (auto* v : {&f_, &g_}) make_room(*v, rows);
  for (auto* v : {&dF_, &dg_}) make_room(*v, rows * depth);
}

double Anderson::add(const Numbers& from, const Numbers& swept) {
  const int differences = static_cast<int>(history_.differences()), sums = 2 * differences + 1;
  const int runs = (rows_ + run - 1) / run;
  const auto newest = static_cast<std::size_t>(differences - 1) * static_cast<std::size_t>(rows_);
  TakeDifferences take{from.data(), swept.data(), f_.data(), g_.data(), nullptr, nullptr};
  if (differences > 0) take.df = dF_.data() + newest, take.dg = dg_.data() + newest;
  Kokkos::parallel_for("percuss: differences", Kokkos::RangePolicy<Space>(0, rows_), take);
  make_room(parts_, runs * sums);
  Kokkos::parallel_for("percuss: sums of differences", Kokkos::TeamPolicy<Space>(runs, Kokkos::AUTO),
                       SumRuns{rows_, differences, f_.data(), dF_.data(), parts_.data()});
  on_host_.resize(at(runs) * at(sums));
  download(parts_, runs * sums, on_host_.data());
  std::array<double, AndersonHistory::most_sums> total{};
  for (std::size_t i = 0; i < on_host_.size(); ++i) total[i % at(sums)] += on_host_[i];
  return history_.add(std::span(total).first(at(sums)));
}

bool Anderson::extrapolate(const ProblemView& problem, const Numbers& y) {
  const auto theta = history_.coefficients();
  if (theta.empty()) return false;
  Extrapolate next{problem, g_.data(), dg_.data(), y.data(), static_cast<int>(theta.size()), {}};
  std::copy(theta.begin(), theta.end(), next.theta);
  Kokkos::parallel_for("percuss: extrapolate", Kokkos::RangePolicy<Space>(0, problem.contacts), next);
  return true;
}

}  // namespace percuss::device
