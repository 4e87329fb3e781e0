// SPDX-License-Identifier: Apache-2.0
// One step of the explicit schemes on a mechanism of three degrees of freedom: the slider-crank of [HETS, Table 1] with
// its slider in a notch of four frictional corners, averaged over the run of T = 0.05 s with h = 1e-5 s that the paper
// shows. One iteration of the benchmark is one run.
//   SCHEME/notch    per_step: time per step; iterations_per_step: of the step's last contact problem
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "scheme/scheme_registry.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::benchmarks {

namespace {

constexpr double h = 1e-5, end = 0.05;  // [s]

void run(benchmark::State& benchmark, const std::string& name, const Values& options) {
  const auto system = verification::slider_crank();
  const auto guide = verification::slider_guide(SliderGuide::Kind::notch);
  const auto scheme = find_scheme(name)->make(system, guide, {}, options);
  const auto steps = static_cast<int>(end / h + 0.5);
  long contact_iterations = 0;
  for (auto _ : benchmark) {
    State state = verification::slider_crank_start();
    scheme->restart();
    contact_iterations = 0;
    for (int i = 0; i < steps; ++i) {
      const auto report = scheme->step(h, state);
      if (!report.ok()) return benchmark.SkipWithError("a step failed");
      contact_iterations += report.report.iterations;
    }
    benchmark::DoNotOptimize(state.q.data());
  }
  // The rate is steps per second; inverted, seconds per step: the library prints it with its unit.
  benchmark.counters["per_step"] =
      benchmark::Counter(steps, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  benchmark.counters["iterations_per_step"] = static_cast<double>(contact_iterations) / steps;
}

void register_all() {
  const std::vector<std::pair<std::string, Values>> schemes{
      {"moreau_jean", {{"theta", 0.0}}}, {"half_explicit_velocity", {}}, {"moreau_midpoint", {}}};
  for (const auto& [scheme, options] : schemes)
    benchmark::RegisterBenchmark((scheme + "/notch").c_str(), [scheme = scheme,
                                                               options = options](benchmark::State& s) {
      run(s, scheme, options);
    })->Unit(benchmark::kMillisecond);
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
