// SPDX-License-Identifier: Apache-2.0
// Memory bandwidth by the triad a = b + s c, counted as three numbers of 8 bytes per entry. The three arrays together
// are as large as the nine arrays that one half-explicit step of a bar of N elements works on.
//   triad/N/threads:T
#include <string>

#include "benchmarks/benchmark_bar.hpp"

namespace percuss::benchmarks {

namespace {

constexpr Index arrays_of_a_step = 9, arrays_of_a_triad = 3;

void triad(benchmark::State& state, Index elements, int threads) {
  set_threads(threads);
  const Index n = (elements + 1) * arrays_of_a_step / arrays_of_a_triad;
  Vector a = Vector::Zero(n), b = Vector::LinSpaced(n, 0.0, 1.0), c = Vector::LinSpaced(n, 1.0, 2.0);
  const double s = 3.0;
  for (auto _ : state) {
    parallel_for(n, [&](Index begin, Index end) {
      const Index count = end - begin;
      a.segment(begin, count) = b.segment(begin, count) + s * c.segment(begin, count);
    });
    benchmark::DoNotOptimize(a.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * n * static_cast<Index>(arrays_of_a_triad * sizeof(double)));
}

}  // namespace

}  // namespace percuss::benchmarks

int main(int argc, char** argv) {
  using namespace percuss::benchmarks;
  for (const percuss::Index elements : bar_sizes)
    for (const int threads : thread_counts())
      benchmark::RegisterBenchmark(
          ("triad/" + std::to_string(elements) + "/threads:" + std::to_string(threads)).c_str(), triad, elements,
          threads)
          ->Unit(benchmark::kMicrosecond)
          ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
