// SPDX-License-Identifier: Apache-2.0
// One step of a hanging flexible beam with a floating frame (tangential, on a hinge, L = 1 m, rho A = 3.12 kg/m,
// E = 5e9 Pa), over the number of its elements, and one banded solve of the same size beside it.
//   step/SCHEME/ELEMENTS    time per step; per_element: divided by the elements
//   flight/SCHEME/ELEMENTS  the same beam without its hinge: no closed contact
//   modes/SCHEME/MODES      the hanging beam of 100 elements reduced to modes
//   space/SCHEME/ELEMENTS   a beam of the same section in space, on a ball joint
//   space_modes/SCHEME/MODES  100 elements in space reduced to modes
//   solve/ELEMENTS          one right-hand side with the factor of the inner block
//   lanczos/ELEMENTS        its twenty slowest modes
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "model/floating_beam.hpp"
#include "model/floating_beam_planar.hpp"
#include "model/joint.hpp"
#include "model/load.hpp"
#include "scheme/scheme_registry.hpp"
#include "solvers/linear/bordered_solver.hpp"

namespace percuss::benchmarks {

namespace {

enum class Kind { planar, space };

template <class Options>
Options hanging(Index elements, Index modes) {
  Options rod;
  rod.mesh.length = 1.0;
  rod.mesh.elements = elements;
  rod.mesh.section.width = rod.mesh.section.height = 0.02;
  rod.mesh.youngs_modulus = 5e9;
  rod.mesh.density = 7800.0;
  rod.mesh.modes.count = modes;
  return rod;
}

enum class Held { by_a_joint, by_nothing };

void build(Model& model, Kind kind, Index elements, Index modes, Held held = Held::by_a_joint) {
  if (kind == Kind::planar) {
    auto rod = hanging<FloatingBeamPlanarOptions>(elements, modes);
    rod.mesh.section.shape = BeamSection::Shape::rectangle;
    model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(rod));
  } else {
    auto rod = hanging<FloatingBeamOptions>(elements, modes);
    rod.mesh.section.shape = BeamSectionSpatial::Shape::rectangle;
    rod.mesh.section.height = 0.018;  // bends differently in both planes
    rod.mesh.poisson_ratio = 0.3;
    model.add_body("rod", "floating_beam", make_floating_beam(rod));
  }
  JointOptions pin;
  pin.body = "rod";
  if (held == Held::by_a_joint)
    add_joint(model, "pin", kind == Kind::planar ? JointKind::revolute : JointKind::ball, pin);
  GravityOptions gravity;
  gravity.acceleration = {0.0, -9.81};
  if (kind == Kind::space) gravity.acceleration.push_back(0.0);
  add_gravity(model, gravity);
}

void step(benchmark::State& benchmark, const std::string& scheme_name, Kind kind, Index elements, Index modes,
          Held held = Held::by_a_joint) {
  Model model;
  build(model, kind, elements, modes, held);
  const double fastest = model.system.body(0).mode_bound()->omega_max;
  const double h = scheme_name == "half_explicit_velocity" ? 1.0 / fastest : 1e-5;
  const auto scheme = find_scheme(scheme_name)->make(model.system, model.contacts, {}, {});
  State state = model.initial;
  for (auto _ : benchmark)
    if (const auto report = scheme->step(h, state); !report.ok())
      return benchmark.SkipWithError(("a step failed: " + report.report.message).c_str());
  benchmark.counters["per_element"] = benchmark::Counter(
      static_cast<double>(elements), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void lanczos(benchmark::State& benchmark, Index elements) {
  Model model;
  build(model, Kind::planar, elements, 0);
  for (auto _ : benchmark) {
    auto modes = model.bodies[0].modes(20);
    benchmark::DoNotOptimize(modes.omega.data());
  }
}

void solve(benchmark::State& benchmark, Index elements) {
  Model model;
  build(model, Kind::planar, elements, 0);
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

template <class Run>
void add(const std::string& name, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMicrosecond);
}

void register_all() {
  const std::vector<std::string> schemes{"half_explicit_velocity", "mixed_generalized_alpha", "mixed_bathe"};
  for (const Index elements : {10, 30, 100, 300, 1000, 3000}) {
    for (const auto& scheme : schemes) {
      add("flight/" + scheme + "/" + std::to_string(elements),
          [=](auto& s) { step(s, scheme, Kind::planar, elements, 0, Held::by_nothing); });
      add("step/" + scheme + "/" + std::to_string(elements),
          [=](auto& s) { step(s, scheme, Kind::planar, elements, 0); });
    }
    add("solve/" + std::to_string(elements), [=](auto& s) { solve(s, elements); });
    add("lanczos/" + std::to_string(elements), [=](auto& s) { lanczos(s, elements); });
  }
  for (const auto& scheme : schemes) {
    for (const Index modes : {2, 10, 50})
      add("modes/" + scheme + "/" + std::to_string(modes), [=](auto& s) { step(s, scheme, Kind::planar, 100, modes); });
    for (const Index elements : {10, 100, 1000})
      add("space/" + scheme + "/" + std::to_string(elements),
          [=](auto& s) { step(s, scheme, Kind::space, elements, 0); });
    add("space_modes/" + scheme + "/10", [=](auto& s) { step(s, scheme, Kind::space, 100, 10); });
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
