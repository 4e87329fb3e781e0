// SPDX-License-Identifier: Apache-2.0
// What a contact solver costs that has next to nothing to do: CONTACTS that close, of ROWS rows each, coupled with each
// other, from no forces at all.   SOLVER/ROWS/CONTACTS
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "core/parallel.hpp"
#include "solvers/contact/contact_solver.hpp"
#include "solvers/delassus/given.hpp"

namespace percuss::benchmarks {

namespace {

void few_contacts(benchmark::State& state, ContactSolverOptions::Name name, Index rows, Index contacts) {
  ContactSet set;
  for (Index k = 0; k < contacts; ++k)
    set.finish_contact(k, rows == 1 ? Cone::unilateral : Cone::coulomb, rows, 0.5, 0.0, 0.0);
  const Index n = rows * contacts;
  Matrix coupled = Matrix::Constant(n, n, 0.1);
  coupled.diagonal().setConstant(1.5);
  const GivenDelassus G(coupled);
  ContactSolverOptions options;
  options.name = name;
  const auto solver = make_contact_solver(options);
  solver->reserve(n);
  Vector c = Vector::Constant(n, -1e-2), x(n);
  for (auto _ : state) {
    c[0] *= -c[0] < 1e-2 ? 1.001 : 0.999;  // another problem each time
    x.setZero();
    if (!solver->solve({G, c, set}, x).ok()) return state.SkipWithError("not solved");
    benchmark::DoNotOptimize(x.data());
  }
}

}  // namespace

}  // namespace percuss::benchmarks

int main(int argc, char** argv) {
  using namespace percuss;
  using Name = ContactSolverOptions::Name;
  set_threads(1);
  for (const auto& [solver, name] : {std::pair{"auto", Name::automatic}, {"gauss_seidel", Name::gauss_seidel}})
    for (const Index rows : {1, 2, 3})
      for (const Index contacts : {1, 2, 4})
        benchmark::RegisterBenchmark(
            (std::string(solver) + "/" + std::to_string(rows) + "/" + std::to_string(contacts)).c_str(),
            benchmarks::few_contacts, name, rows, contacts);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
