// SPDX-License-Identifier: Apache-2.0
// One step of a hanging flexible beam with a floating frame (tangential, on a hinge, L = 1 m, rho A = 3.12 kg/m,
// E = 5e9 Pa), over the number of its elements, and one banded solve of the same size beside it.
//   step/SCHEME/ELEMENTS    time per step; per_element: divided by the elements
//   solve/ELEMENTS          one right-hand side with the factor of the inner block
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "model/floating_beam_planar.hpp"
#include "model/joint.hpp"
#include "model/load.hpp"
#include "scheme/scheme_registry.hpp"
#include "solvers/linear/bordered_solver.hpp"

namespace percuss::benchmarks {

namespace {

void build(Model& model, Index elements) {
  FloatingBeamPlanarOptions rod;
  rod.mesh.length = 1.0;
  rod.mesh.elements = elements;
  rod.mesh.section.shape = BeamSection::Shape::rectangle;
  rod.mesh.section.width = rod.mesh.section.height = 0.02;
  rod.mesh.youngs_modulus = 5e9;
  rod.mesh.density = 7800.0;
  model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(rod));
  JointOptions pin;
  pin.body = "rod";
  add_joint(model, "pin", JointKind::revolute, pin);
  GravityOptions gravity;
  gravity.acceleration = {0.0, -9.81};
  add_gravity(model, gravity);
}

void step(benchmark::State& benchmark, const std::string& scheme_name, Index elements) {
  Model model;
  build(model, elements);
  const double fastest = model.system.body(0).mode_bound()->omega_max;
  const double h = scheme_name == "half_explicit_velocity" ? 1.0 / fastest : 1e-5;
  const auto scheme = find_scheme(scheme_name)->make(model.system, model.contacts, {}, {});
  State state = model.initial;
  for (auto _ : benchmark)
    if (!scheme->step(h, state).ok()) return benchmark.SkipWithError("a step failed");
  benchmark.counters["per_element"] = benchmark::Counter(
      static_cast<double>(elements), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void solve(benchmark::State& benchmark, Index elements) {
  Model model;
  build(model, elements);
  BorderedSolver solver(*model.system.body(0).bordered(), LinearSolverKind::automatic);
  if (!solver.factorize_inner({}).ok()) return benchmark.SkipWithError("not positive definite");
  const Index n = model.system.num_v() - 3;
  Matrix x = Matrix::Ones(n, 1);
  for (auto _ : benchmark) {
    x.setOnes();
    solver.inner().solve_in_place(x);
    benchmark::DoNotOptimize(x.data());
  }
}

void register_all() {
  for (const Index elements : {10, 30, 100, 300, 1000, 3000}) {
    for (const char* scheme : {"half_explicit_velocity", "mixed_generalized_alpha", "mixed_bathe"}) {
      const auto name = "step/" + std::string(scheme) + "/" + std::to_string(elements);
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& s) {
        step(s, scheme, elements);
      })->Unit(benchmark::kMicrosecond);
    }
    benchmark::RegisterBenchmark(("solve/" + std::to_string(elements)).c_str(), [=](benchmark::State& s) {
      solve(s, elements);
    })->Unit(benchmark::kMicrosecond);
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
