// SPDX-License-Identifier: Apache-2.0
// One step of each scheme on the bar against the wall.
//   SCHEME/flight/N/threads:T    the wall is far away
//   SCHEME/contact/N/threads:T   between impact and release; the state is put back, untimed, before the bar leaves
//   solve_and_product/N/threads:T   f = -K q, then A^-1 f, with the matrix and the factor of generalized-alpha: what no
//                                   implicit step does without. `streamed`: each time on other vectors, so that as many
//                                   arrays pass through the caches as in a step
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "benchmarks/benchmark_bar.hpp"
#include "core/denormals.hpp"
#include "model/node_wall.hpp"
#include "scheme/scheme_registry.hpp"
#include "scheme/stability.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss::benchmarks {

namespace {

struct Case {
  std::string scheme;
  Values options;
  Index elements;
  bool contact;
  int threads;

  std::string name() const {
    std::string text = scheme;
    for (const auto& [key, value] : options) text += "." + key + "=" + to_string(value);
    return text + (contact ? "/contact/" : "/flight/") + std::to_string(elements) +
           "/threads:" + std::to_string(threads);
  }
};

constexpr double speed = 0.1;  // towards the wall [m/s]

std::unique_ptr<Model> make_model(const Case& c) {
  auto options = bar_options(c.elements);
  options.position = {c.contact ? 1e-14 : 1.0};
  options.velocity = {-speed};
  auto model = std::make_unique<Model>();
  model->add_body("bar", "bar", make_bar(options));
  NodeWallOptions wall;
  wall.body = "bar";
  add_node_wall(*model, "wall", wall);
  return model;
}

/// Half the stability limit; for schemes without a limit, a step as a user would choose it for accuracy [s].
double step_size(const SchemeType& type, const Case& c, const MechanicalSystem& system) {
  const double limit = stable_step(type, c.options, system);
  if (std::isfinite(limit)) return 0.5 * limit;
  return c.elements <= 1000 ? 1e-7 : 1e-8;
}

/// Half the steps that the wave needs to the far end and back: so long the contact stays closed.
Index steps_in_contact(double h, const BarOptions& bar) {
  const double wave_speed = std::sqrt(bar.youngs_modulus / bar.density);
  return std::max<Index>(1, static_cast<Index>(bar.length / wave_speed / h));
}

void step(benchmark::State& benchmark, const Case& c) {
  set_threads(c.threads);
  const FlushDenormals no_denormals;  // as Simulation::run
  const auto model = make_model(c);
  const auto& type = *find_scheme(c.scheme);
  const double h = step_size(type, c, model->system);
  const auto scheme = type.make(model->system, model->contacts, {}, c.options);
  State state = model->initial;
  // Before the clock starts: factorisation, buffers, impact, and the first steps that follow it.
  for (int i = 0; i < 4; ++i)
    if (!scheme->step(h, state).ok()) return benchmark.SkipWithError("a step failed");
  const State start = state;
  const Index window = c.contact ? steps_in_contact(h, bar_options(c.elements)) : 0;
  Index steps = 0;
  for (auto _ : benchmark) {
    if (!scheme->step(h, state).ok()) return benchmark.SkipWithError("a step failed");
    if (++steps == window) {
      benchmark.PauseTiming();
      if (!scheme->contacts()[0].closed) return benchmark.SkipWithError("the bar has left the wall");
      state = start;
      scheme->restart();
      if (!scheme->step(h, state).ok()) return benchmark.SkipWithError("a step failed");
      steps = 0;
      benchmark.ResumeTiming();
    }
  }
  if (scheme->contacts()[0].closed != c.contact) benchmark.SkipWithError("the contact is not as it should be");
  benchmark.counters["per_unknown"] = time_per_unknown(model->system.num_v());
}

void solve_and_product(benchmark::State& benchmark, Index elements, bool streamed, int threads) {
  set_threads(threads);
  const FlushDenormals no_denormals;
  const auto model = make_model({"", {}, elements, false, threads});
  const auto& system = model->system;
  BlockFactor factor(system, LinearSolverKind::automatic);
  const double h = 1e-8;
  if (!factor.update(0.0, model->initial.q, model->initial.v, {1.0, 0.5 * h, 0.25 * h * h}).ok())
    return benchmark.SkipWithError("the factorisation failed");
  std::vector<Vector> q(streamed ? 4 : 1, model->initial.q), a(q.size(), model->initial.v);
  std::size_t k = 0;
  for (auto _ : benchmark) {
    system.forces(0.0, q[k], model->initial.v, a[k]);
    factor.solve_in_place(a[k]);
    benchmark::DoNotOptimize(a[k].data());
    benchmark::ClobberMemory();
    k = (k + 1) % q.size();
  }
  benchmark.counters["per_unknown"] = time_per_unknown(system.num_v());
}

void register_all() {
  const std::vector<std::pair<std::string, Values>> schemes{{"half_explicit_velocity", {}},
                                                            {"moreau_jean", {{"theta", 0.5}}},
                                                            {"moreau_jean", {{"theta", 1.0}}},
                                                            {"moreau_midpoint", {}},
                                                            {"mixed_newmark", {}},
                                                            {"mixed_generalized_alpha", {}},
                                                            {"mixed_bathe", {}},
                                                            {"mixed_ed_alpha", {}}};
  for (const auto& [scheme, options] : schemes)
    for (const bool contact : {false, true})
      for (const Index elements : bar_sizes)
        for (const int threads : thread_counts()) {
          const Case c{scheme, options, elements, contact, threads};
          benchmark::RegisterBenchmark(c.name().c_str(), [c](benchmark::State& state) { step(state, c); })
              ->Unit(benchmark::kMicrosecond)
              ->UseRealTime();
        }
  for (const Index elements : bar_sizes)
    for (const bool streamed : {false, true})
      for (const int threads : thread_counts())
        benchmark::RegisterBenchmark(("solve_and_product/" + std::string(streamed ? "streamed/" : "") +
                                      std::to_string(elements) + "/threads:" + std::to_string(threads))
                                         .c_str(),
                                     [=](benchmark::State& s) { solve_and_product(s, elements, streamed, threads); })
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
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
