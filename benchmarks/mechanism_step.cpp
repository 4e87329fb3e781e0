// SPDX-License-Identifier: Apache-2.0
// One step of a scheme on a mechanism of three degrees of freedom: the slider-crank of [HETS, Table 1], its slider on a
// joint or in a notch of four frictional corners, averaged over a run of T = 0.05 s. One iteration of the benchmark is
// one run.
//   SCHEME/notch/1e-05    per_step: time per step; iterations_per_step: of the step's last contact problem or stage
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "scheme/scheme_registry.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::benchmarks {

namespace {

constexpr double end = 0.05;  // [s]

void run(benchmark::State& benchmark, const std::string& name, const Values& options, SliderGuide::Kind kind,
         double h) {
  const auto system = verification::slider_crank();
  const auto guide = verification::slider_guide(kind);
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
  const std::vector<std::pair<std::string, Values>> schemes{{"moreau_jean", {{"theta", 0.0}}},
                                                            {"half_explicit_velocity", {}},
                                                            {"moreau_midpoint", {}},
                                                            {"mixed_newmark", {}},
                                                            {"mixed_generalized_alpha", {}},
                                                            {"mixed_bathe", {}},
                                                            {"mixed_ed_alpha", {}}};
  const std::vector<std::pair<std::string, SliderGuide::Kind>> guides{{"joint", SliderGuide::Kind::joint},
                                                                      {"notch", SliderGuide::Kind::notch}};
  for (const auto& [scheme, options] : schemes)
    for (const auto& [guide, kind] : guides)
      for (const char* h : {"1e-05", "1e-04"}) {
        const auto name = scheme + "/" + guide + "/" + h;
        benchmark::RegisterBenchmark(name.c_str(), [scheme = scheme, options = options, kind = kind,
                                                    h = std::stod(h)](benchmark::State& s) {
          run(s, scheme, options, kind, h);
        })->Unit(benchmark::kMillisecond);
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
