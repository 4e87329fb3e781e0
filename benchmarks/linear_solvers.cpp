// SPDX-License-Identifier: Apache-2.0
// Factor and solve of the bar's mass matrix by every linear solver that takes a tridiagonal matrix.
//   factor/NAME/N   a new solver: analysis of the pattern and numbers
//   solve/NAME/N    one right-hand side, the copy that restores it included
#include "solvers/linear/linear_solver.hpp"

#include <memory>

#include "benchmarks/benchmark_bar.hpp"

namespace percuss::benchmarks {

namespace {

SparseMatrix mass_matrix(Index elements) {
  const auto bar = make_bar(bar_options(elements));
  SparseMatrix M;
  bar.body().tangent(0.0, bar.q, bar.v, {}, M);
  return M;
}

void factor(benchmark::State& state, LinearSolverKind kind, Index elements) {
  const auto A = mass_matrix(elements);
  std::size_t bytes = 0;
  for (auto _ : state) {
    const auto solver = make_linear_solver(kind, A);
    if (!solver->factorize(A).ok()) return state.SkipWithError("the factorisation failed");
    bytes = solver->bytes();
  }
  state.counters["per_unknown"] = time_per_unknown(A.rows());
  state.counters["bytes/unknown"] = static_cast<double>(bytes) / static_cast<double>(A.rows());
}

void solve(benchmark::State& state, LinearSolverKind kind, Index elements) {
  const auto A = mass_matrix(elements);
  LinearSolverOptions options(kind);
  options.tolerance = 1e-13;  // of iterative ones, whose norm is another than that of the check
  const auto solver = make_linear_solver(options, A);
  if (!solver->factorize(A).ok()) return state.SkipWithError("the factorisation failed");
  const Vector b = Vector::LinSpaced(A.rows(), 1.0, 2.0);
  Vector x = b;
  for (auto _ : state) {
    x = b;
    solver->solve_in_place(x);
    benchmark::DoNotOptimize(x.data());
    benchmark::ClobberMemory();
  }
  if (!((A * x - b).norm() <= 1e-12 * b.norm())) state.SkipWithError("the solution is wrong");
  state.counters["per_unknown"] = time_per_unknown(A.rows());
}

/// The backends by name; `auto` would be one of them again, `diagonal` does not take the matrix.
void register_all() {
  for (const auto& type : linear_solver_types()) {
    if (!type.available || type.kind == LinearSolverKind::automatic || type.kind == LinearSolverKind::diagonal)
      continue;
    for (const Index elements : bar_sizes) {
      const auto tail = "/" + type.name + "/" + std::to_string(elements);
      benchmark::RegisterBenchmark(("factor" + tail).c_str(), factor, type.kind, elements)
          ->Unit(benchmark::kMicrosecond)
          ->UseRealTime();
      for (const int threads : thread_counts())
        benchmark::RegisterBenchmark(("solve" + tail + "/threads:" + std::to_string(threads)).c_str(),
                                     [kind = type.kind, elements, threads](benchmark::State& state) {
                                       set_threads(threads);
                                       solve(state, kind, elements);
                                     })
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
    }
  }
}

}  // namespace

}  // namespace percuss::benchmarks

int main(int argc, char** argv) {
  percuss::benchmarks::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
