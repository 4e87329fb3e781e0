// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel on the contact problem of discs that lie in a box, friction 0.3, two rows per contact.
//   sweep/N        one sweep over all contacts with its natural residual; counters: contacts, time per contact and
//   sweep assembly/N     W and the Delassus operator of that problem bookkeeping/N  what each step does for all slots
//   of N discs, closed or not: gaps of all, records, percussions
#include <string>

#include "benchmarks/benchmark_bar.hpp"
#include "benchmarks/settled_discs.hpp"

namespace percuss::benchmarks {

namespace {

const SettledDiscs& settled(Index count) {
  static std::vector<std::pair<Index, std::unique_ptr<SettledDiscs>>> made;
  for (const auto& [n, discs] : made)
    if (n == count) return *discs;
  made.emplace_back(count, std::make_unique<SettledDiscs>(count));
  return *made.back().second;
}

void sweep(benchmark::State& state, Index count) {
  const DiscProblem problem(settled(count));
  constexpr int sweeps = 50;
  ContactSolverOptions options;
  options.name = ContactSolverOptions::Name::gauss_seidel;
  options.max_iterations = sweeps;
  options.tolerance_absolute = options.tolerance_relative = 0.0;
  const auto solver = make_contact_solver(options);
  Vector x = Vector::Zero(problem.c.size());
  for (auto _ : state) {
    x.setZero();
    const auto report = solver->solve({*problem.G, problem.c, problem.set}, x);
    if (report.iterations != sweeps) return state.SkipWithError("the solver stopped early");
    benchmark::DoNotOptimize(x.data());
  }
  const auto visits = problem.set.size() * sweeps;
  state.counters["contacts"] = static_cast<double>(problem.set.size());
  state.counters["visits/s"] =
      benchmark::Counter(static_cast<double>(visits), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["per_visit"] = time_per_unknown(visits);
}

void assembly(benchmark::State& state, Index count) {
  const auto& discs = settled(count);
  const auto& contacts = discs.model->contacts;
  DiscProblem problem(discs);
  const std::vector<Index> closed = problem.set.id;
  auto G = make_delassus(DelassusKind::assembled);
  bool even = false;
  for (auto _ : state) {
    // W at two configurations in turn, else the operator sees that nothing has changed.
    const Vector q = discs.state.q + Vector::Constant(discs.state.q.size(), even ? 0.0 : 1e-6);
    even = !even;
    contacts.evaluate(0.0, q, discs.model->system.num_v(), closed, problem.set);
    G->update(problem.factor, problem.set, problem.set);
    benchmark::DoNotOptimize(G->diagonal().data());
  }
  state.counters["contacts"] = static_cast<double>(closed.size());
}

void bookkeeping(benchmark::State& state, Index count) {
  const auto& discs = settled(count);
  auto& contacts = discs.model->contacts;
  Vector gap(contacts.size());
  std::vector<ContactRecord> records(static_cast<std::size_t>(contacts.size()));
  std::vector<std::array<double, 3>> percussions(records.size());
  double min_gap = 0.0;
  for (auto _ : state) {
    contacts.prepare(0.0, discs.state.q, discs.state.v, discs.h);
    contacts.gaps(0.0, discs.state.q, gap);
    for (auto& record : records) record = ContactRecord{};
    for (Index k = 0; k < gap.size(); ++k) records[static_cast<std::size_t>(k)].gap = gap[k];
    for (std::size_t k = 0; k < records.size(); ++k) {
      min_gap = std::min(min_gap, records[k].gap);
      for (std::size_t r = 0; r < 3; ++r) percussions[k][r] += records[k].percussion[r];
    }
    benchmark::DoNotOptimize(min_gap);
    benchmark::ClobberMemory();
  }
  state.counters["slots"] = static_cast<double>(contacts.size());
}

}  // namespace

}  // namespace percuss::benchmarks

int main(int argc, char** argv) {
  using namespace percuss::benchmarks;
  percuss::set_threads(1);
  using Function = void (*)(benchmark::State&, percuss::Index);
  const std::vector<std::pair<std::string, Function>> all{
      {"sweep", sweep}, {"assembly", assembly}, {"bookkeeping", bookkeeping}};
  for (const auto& [name, function] : all)
    for (const percuss::Index count : {100, 1000})
      benchmark::RegisterBenchmark((name + "/" + std::to_string(count)).c_str(), function, count)
          ->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
