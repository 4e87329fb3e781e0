// SPDX-License-Identifier: Apache-2.0
// One implicit step of a beam (Hermite elements, A = M + h^2 K) over many possible contacts, by `active_set`, against
// one banded solve (factorisation and one right-hand side by LAPACK) of its A.
//   active_set/first/NODES/STEP  a new solver: analysis of A and W, from no forces; STEP in microseconds
//   active_set/cold/NODES/STEP   a solver that has seen them, from no forces
//   active_set/warm/NODES/STEP   from the forces of 1 % smaller free velocities whose waves stand 0.1 mm behind
//   banded_solve/NODES/STEP      that solve
// Counters: iterations, and the time of one over that of one banded solve (least times of both).
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <map>
#include <numbers>

#include "model/linear_body.hpp"
#include "solvers/contact/active_set.hpp"
#include "solvers/delassus/implicit.hpp"

namespace percuss::benchmarks {

namespace {

/// A steel strip of 1 m x 10 mm x 1 mm per 1000 nodes, two unknowns a node: deflection [m] and slope.
struct Beam {
  MechanicalSystem system;
  SparseMatrix A;
  std::unique_ptr<BlockFactor> factor;
  ContactSet set;
  ImplicitDelassus G;
  Vector c;

  Beam(Index nodes, Index contacts, double h) {
    const double L = 1e-3, EI = 2.1e11 * 1e-2 * 1e-9 / 12.0, m = 7850.0 * 1e-5;
    Eigen::Matrix4d K, M;
    K << 12, 6 * L, -12, 6 * L, 6 * L, 4 * L * L, -6 * L, 2 * L * L, -12, -6 * L, 12, -6 * L, 6 * L, 2 * L * L, -6 * L,
        4 * L * L;
    M << 156, 22 * L, 54, -13 * L, 22 * L, 4 * L * L, 13 * L, -3 * L * L, 54, 13 * L, 156, -22 * L, -13 * L, -3 * L * L,
        -22 * L, 4 * L * L;
    K *= EI / (L * L * L);
    M *= m * L / 420.0;
    const Eigen::Matrix4d element = M + h * h * K;
    std::vector<Eigen::Triplet<double>> entries;
    for (int e = 0; e + 1 < static_cast<int>(nodes); ++e)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) entries.emplace_back(2 * e + i, 2 * e + j, element(i, j));
    const Index n = 2 * nodes;
    A.resize(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    system.add(std::make_unique<LinearBody>(SymmetricMatrix(A), SymmetricMatrix(n), SymmetricMatrix(n)));
    const Vector zero = Vector::Zero(n);
    factor = std::make_unique<BlockFactor>(system, LinearSolverKind::banded);
    if (!factor->update(0.0, zero, zero, {}).ok()) throw std::runtime_error("the beam cannot be factored");
    set.clear(n);
    for (Index k = 0; k < contacts; ++k) {
      set.W.push(2 * (k * nodes / contacts), 1.0);
      set.W.finish_column();
      set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
    }
    G.update(*factor, set, set);
    c = approach(nodes, 0.0);
  }

  /// Free velocities of the contacts plus gap over h: waves of many lengths over an uneven ground, mostly downwards.
  Vector approach(Index nodes, double shift) const {
    Vector v(set.rows());
    for (Index k = 0; k < v.size(); ++k) {
      const double s = 2.0 * std::numbers::pi * (static_cast<double>(k * nodes / v.size()) * 1e-3 + shift);
      v[k] = -0.02 + 0.1 * std::sin(0.37 * s) + 0.05 * std::sin(3.1 * s + 1.0) + 0.03 * std::sin(11.3 * s + 2.0);
    }
    return v;
  }
};

/// Of `nodes` nodes and a step of so many microseconds.
const Beam& beam(Index nodes, Index step) {
  static std::map<std::pair<Index, Index>, std::unique_ptr<Beam>> made;
  auto& found = made[{nodes, step}];
  if (!found) found = std::make_unique<Beam>(nodes, nodes / 10, 1e-6 * static_cast<double>(step));
  return *found;
}

void banded_solve(const Beam& beam, Vector& x) {
  const auto solver = make_linear_solver(LinearSolverKind::banded, beam.A);
  if (!solver->factorize(beam.A).ok()) throw std::runtime_error("the beam cannot be factored");
  solver->solve_in_place(x);
}

void one_banded_solve(benchmark::State& state) {
  const auto& b = beam(state.range(0), state.range(1));
  Vector x = Vector::Ones(b.A.rows());
  for (auto _ : state) {
    banded_solve(b, x);
    x.setOnes();
    benchmark::DoNotOptimize(x.data());
  }
}

double seconds_of(auto&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The ratio is of the least times of both: other work on the machine lengthens some.
void active_set(benchmark::State& state, bool first, const Vector& start) {
  const auto& b = beam(state.range(0), state.range(1));
  auto solver = std::make_unique<ActiveSet>(ContactSolverOptions{});
  Vector x = start, y = Vector::Ones(b.A.rows());
  Report report;
  double least = 1e300, reference = 1e300;
  for (auto _ : state) {
    if (first) solver = std::make_unique<ActiveSet>(ContactSolverOptions{});
    x = start;
    least = std::min(least, seconds_of([&] { report = solver->solve({b.G, b.c, b.set}, x); }));
    if (!report.ok()) return state.SkipWithError(report.message.c_str());
    state.PauseTiming();
    y.setOnes();
    reference = std::min(reference, seconds_of([&] { banded_solve(b, y); }));
    state.ResumeTiming();
  }
  state.counters["contacts"] = static_cast<double>(x.size());
  state.counters["closed"] = static_cast<double>((x.array() > 0.0).count());
  state.counters["iterations"] = report.iterations;
  state.counters["residual"] = report.residual;
  state.counters["banded_solves/iteration"] = least / std::max(report.iterations, 1) / reference;
}

void first(benchmark::State& state) {
  active_set(state, true, Vector::Zero(beam(state.range(0), state.range(1)).c.size()));
}
void cold(benchmark::State& state) {
  active_set(state, false, Vector::Zero(beam(state.range(0), state.range(1)).c.size()));
}
void warm(benchmark::State& state) {
  const auto& b = beam(state.range(0), state.range(1));
  Vector start = Vector::Zero(b.c.size());
  if (!ActiveSet({}).solve({b.G, 0.99 * b.approach(state.range(0), 1e-4), b.set}, start).ok())
    return state.SkipWithError("the warm start was not found");
  active_set(state, false, start);
}

BENCHMARK(one_banded_solve)->Name("banded_solve")->Args({100000, 100})->Unit(benchmark::kMillisecond);
BENCHMARK(first)->Name("active_set/first")->Args({100000, 100})->Args({100000, 1000})->Unit(benchmark::kMillisecond);
BENCHMARK(cold)->Name("active_set/cold")->Args({100000, 100})->Args({100000, 1000})->Unit(benchmark::kMillisecond);
BENCHMARK(warm)->Name("active_set/warm")->Args({100000, 100})->Args({100000, 1000})->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace percuss::benchmarks

BENCHMARK_MAIN();
