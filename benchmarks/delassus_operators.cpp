// SPDX-License-Identifier: Apache-2.0
// The Delassus operator of 1000 contacts on one body of 10^5 unknowns, and the solves it would take one by one.
//   solves/BODY          one solve per contact with the same factor, nothing kept
//   first/BODY           a new operator
//   factor/BODY          the same contacts after a new factorisation (which is not timed)
//   contacts/BODY        other contacts with the same factor
// each on one thread and on two. Bodies: `bar` (stiff: nothing decays), `bar_mass` (mass alone: A^-1 decays), `beam`.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "core/parallel.hpp"
#include "model/linear_body.hpp"
#include "solvers/delassus/assembled.hpp"

namespace percuss::benchmarks {

namespace {

constexpr Index unknowns = 100000, contacts = 1000;

/// Assembles `element` (n x n) along a line, neighbours sharing `shared` rows, `count` times.
SparseMatrix line_of(const Matrix& element, Index shared, Index count) {
  const Index step = element.rows() - shared;
  std::vector<Eigen::Triplet<double>> entries;
  for (Index e = 0; e < count; ++e)
    for (Index i = 0; i < element.rows(); ++i)
      for (Index j = 0; j < element.rows(); ++j)
        entries.emplace_back(static_cast<int>(e * step + i), static_cast<int>(e * step + j), element(i, j));
  SparseMatrix A(count * step + shared, count * step + shared);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

/// Elements of length 1: m/6 (2 1; 1 2) + k (1 -1; -1 1).
SparseMatrix bar_matrix(double stiffness) {
  Matrix element(2, 2);
  element << 1.0 / 3.0 + stiffness, 1.0 / 6.0 - stiffness, 1.0 / 6.0 - stiffness, 1.0 / 3.0 + stiffness;
  return line_of(element, 1, unknowns - 1);
}

/// Hermite's beam element of length 1, deflection and slope at each end.
SparseMatrix beam_matrix(double stiffness) {
  Matrix M(4, 4), K(4, 4);
  M << 156, 22, 54, -13, 22, 4, 13, -3, 54, 13, 156, -22, -13, -3, -22, 4;
  K << 12, 6, -12, 6, 6, 4, -6, 2, -12, -6, 12, -6, 6, 2, -6, 4;
  return line_of(M / 420.0 + stiffness * K, 2, unknowns / 2 - 1);
}

struct Body {
  MechanicalSystem system;
  std::unique_ptr<BlockFactor> factor;
  double mass = 1.0;

  explicit Body(const SparseMatrix& A) {
    const Index n = A.rows();
    system.add(std::make_unique<LinearBody>(SymmetricMatrix(A), SymmetricMatrix(n), SymmetricMatrix(n)));
    factor = std::make_unique<BlockFactor>(system, LinearSolverKind::automatic);
    refactor();
  }
  void refactor() {
    const Vector zero = Vector::Zero(system.num_v());
    mass = 3.0 - mass;
    if (!factor->update(0.0, zero, zero, {mass, 0.0, 0.0}).ok()) throw std::runtime_error("no factor");
  }
};

/// One row each, evenly along the body, the first on row `first`.
ContactSet contacts_from(Index first) {
  ContactSet set;
  set.clear(unknowns);
  for (Index k = 0; k < contacts; ++k) {
    set.W.push(first + k * (unknowns / contacts), 1.0);
    set.W.finish_column();
    set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  }
  return set;
}

void solves(benchmark::State& state, Body& body) {
  const auto set = contacts_from(0);
  Vector x(unknowns);
  for (auto _ : state)
    for (Index k = 0; k < contacts; ++k) {
      x.setZero();
      set.W.add_column(k, 1.0, x);
      body.factor->solve_in_place(x);
      benchmark::DoNotOptimize(x.data());
    }
}

void first(benchmark::State& state, Body& body) {
  const auto set = contacts_from(0);
  for (auto _ : state) {
    AssembledDelassus G;
    G.update(*body.factor, set, set);
    benchmark::DoNotOptimize(G.diagonal().data());
  }
}

void factor(benchmark::State& state, Body& body) {
  const auto set = contacts_from(0);
  AssembledDelassus G;
  G.update(*body.factor, set, set);
  for (auto _ : state) {
    state.PauseTiming();
    body.refactor();
    state.ResumeTiming();
    G.update(*body.factor, set, set);
    benchmark::DoNotOptimize(G.diagonal().data());
  }
}

void changed_contacts(benchmark::State& state, Body& body) {
  const std::vector<ContactSet> sets{contacts_from(0), contacts_from(2)};
  AssembledDelassus G;
  G.update(*body.factor, sets[1], sets[1]);
  std::size_t i = 0;
  for (auto _ : state) {
    G.update(*body.factor, sets[i], sets[i]);
    i = 1 - i;
    benchmark::DoNotOptimize(G.diagonal().data());
  }
}

Body& body_named(const std::string& name) {
  static Body bar(bar_matrix(100.0)), bar_mass(bar_matrix(0.0)), beam(beam_matrix(100.0));
  return name == "bar" ? bar : name == "beam" ? beam : bar_mass;
}

void register_all() {
  using Function = void (*)(benchmark::State&, Body&);
  const std::vector<std::pair<std::string, Function>> all{
      {"solves", solves}, {"first", first}, {"factor", factor}, {"contacts", changed_contacts}};
  for (const std::string body : {"bar", "bar_mass", "beam"})
    for (const auto& [name, function] : all)
      for (const int threads : {1, 2})
        benchmark::RegisterBenchmark((name + "/" + body + "/threads:" + std::to_string(threads)).c_str(),
                                     [body, function = function, threads](benchmark::State& state) {
                                       set_threads(threads);
                                       function(state, body_named(body));
                                     })
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime()
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
