// SPDX-License-Identifier: Apache-2.0
// Factors of matrices of 3 x 3 blocks, coupled like the places of a cube of SIDE^3, row by row and by dense fronts, and
// a solve with them.   WAY/SIDE/THREADS; 0 threads: all
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "core/at.hpp"
#include "core/parallel.hpp"
#include "solvers/linear/block_lu.hpp"

namespace percuss::benchmarks {

namespace {

struct Cube {
  BlockPattern pattern;
  std::vector<double> values;
  Elimination elimination;
  RowLU rows;
  MultifrontalLU fronts;

  explicit Cube(std::int32_t side) {
    for (std::int32_t z = 0; z < side; ++z)
      for (std::int32_t y = 0; y < side; ++y)
        for (std::int32_t x = 0; x < side; ++x) add_row(side, x, y, z);
    elimination.find(pattern, 1 << 24);
    elimination.take_postorder();
    rows.analyse(pattern, 3, elimination);
    fronts.analyse(pattern, 3, elimination);
  }

 private:
  void add_row(std::int32_t side, std::int32_t x, std::int32_t y, std::int32_t z) {
    const auto here = (z * side + y) * side + x;
    const auto add = [&](bool there, std::int32_t col) {
      if (!there) return;
      pattern.col.push_back(col);
      const bool diagonal = col == here;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c) values.push_back(c == 3 ? 0.0 : diagonal && r == c ? 8.0 : -0.2 / (1 + r + c));
    };
    add(z > 0, here - side * side);
    add(y > 0, here - side);
    add(x > 0, here - 1);
    add(true, here);
    add(x + 1 < side, here + 1);
    add(y + 1 < side, here + side);
    add(z + 1 < side, here + side * side);
    pattern.start.push_back(static_cast<std::int32_t>(pattern.col.size()));
  }
};

/// Counts operations on numbers that the pattern of the factors needs.
void factor(benchmark::State& state, const std::shared_ptr<Cube>& cube, bool by_fronts, int threads) {
  set_threads(threads);
  for (auto _ : state) {
    const auto* const values = cube->values.data();
    benchmark::DoNotOptimize(by_fronts ? cube->fronts.factorise(values) : cube->rows.factorise(values));
  }
  state.counters["operations"] =
      benchmark::Counter(54.0 * cube->elimination.products, benchmark::Counter::kIsIterationInvariantRate);
}

void solve(benchmark::State& state, const std::shared_ptr<Cube>& cube, bool by_fronts, int threads) {
  set_threads(threads);
  if (by_fronts)
    cube->fronts.factorise(cube->values.data());
  else
    cube->rows.factorise(cube->values.data());
  Vector x = Vector::Ones(3 * cube->pattern.size());
  for (auto _ : state) {
    by_fronts ? cube->fronts.solve(x.data()) : cube->rows.solve(x.data());
    x.setOnes();
    benchmark::DoNotOptimize(x.data());
  }
}

}  // namespace

}  // namespace percuss::benchmarks

int main(int argc, char** argv) {
  using namespace percuss::benchmarks;
  for (const int side : {6, 12, 18, 24}) {
    const auto cube = std::make_shared<Cube>(side);
    const auto add = [&](const char* way, auto* work, bool by_fronts, int threads) {
      const auto name = std::string(way) + "/" + std::to_string(side) + "/" + std::to_string(threads);
      benchmark::RegisterBenchmark(name.c_str(), work, cube, by_fronts, threads)->UseRealTime();
    };
    add("factor_by_rows", factor, false, 1);
    for (const int threads : {1, 0}) add("factor_by_fronts", factor, true, threads);
    add("solve_by_rows", solve, false, 1);
    for (const int threads : {1, 0}) add("solve_by_fronts", solve, true, threads);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
