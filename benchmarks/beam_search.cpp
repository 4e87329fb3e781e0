// SPDX-License-Identifier: Apache-2.0
// The search for contacts in a random pile of N straight rods of four segments, a hundred radii long, thrown into a
// cube so that each has a dozen others in its skin.
//   search/N   a new list of the pairs that may touch; counters: segments compared, pairs listed, a second
//   gaps/N     the gaps of the listed pairs, of every step
#include <cmath>
#include <string>
#include <vector>

#include "benchmarks/benchmark_bar.hpp"
#include "contact/beam_group.hpp"
#include "model/random_packing.hpp"

namespace percuss::benchmarks {

namespace {

constexpr Index segments = 4, nodes = segments + 1;

struct Pile {
  BeamGroup group;
  Vector q, v;
};

Pile random_pile(Index count) {
  constexpr double length = 1.0, radius = 0.01;
  // n rods in a cube of side a: two of them are within 2 R with the probability 2.5 R pi L^2/4/a^3 or so.
  const double side = std::cbrt(static_cast<double>(count) * 2.5 * radius * M_PI * length * length / 4.0 / 12.0);
  RandomNumbers random(1);
  std::vector<BeamGroup::Beam> beams;
  Vector q(3 * nodes * count);
  for (Index b = 0; b < count; ++b) {
    BeamGroup::Beam beam{"", {}, radius, 0};
    const Vector3 middle(random.between(0.0, side), random.between(0.0, side), random.between(0.0, side));
    const double turn = random.between(0.0, 2.0 * M_PI), z = random.between(-1.0, 1.0), r = std::sqrt(1.0 - z * z);
    const Vector3 along(r * std::cos(turn), r * std::sin(turn), z);
    for (Index i = 0; i < nodes; ++i) {
      const Index row = 3 * (nodes * b + i);
      q.segment<3>(row) = middle + length * (static_cast<double>(i) / segments - 0.5) * along;
      beam.nodes.push_back(Marker::translation(3, row, row, Vector3::Zero()));
    }
    beams.push_back(std::move(beam));
  }
  const Index rows = q.size();
  return {BeamGroup("rods", std::move(beams), {}), std::move(q), Vector::Zero(rows)};
}

double listed(const BeamGroup& group) {
  double count = 0.0;
  for (Index k = 0; k < group.size(); ++k) count += group.pairs()[k].is_free() ? 0.0 : 1.0;
  return count;
}

void search(benchmark::State& state, Index count) {
  auto pile = random_pile(count);
  for (auto _ : state) {
    pile.group.restart();
    pile.group.prepare(0.0, pile.q, pile.v, 1e-4);
  }
  state.counters["pairs"] = listed(pile.group);
  state.counters["pairs/s"] = benchmark::Counter(listed(pile.group), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["per_rod"] = time_per_unknown(count);
}

void gaps(benchmark::State& state, Index count) {
  auto pile = random_pile(count);
  pile.group.prepare(0.0, pile.q, pile.v, 1e-4);
  Vector gap(pile.group.size());
  for (auto _ : state) {
    pile.group.gaps(0.0, pile.q, gap);
    benchmark::DoNotOptimize(gap.data());
  }
  state.counters["pairs/s"] = benchmark::Counter(listed(pile.group), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["per_rod"] = time_per_unknown(count);
}

}  // namespace

}  // namespace percuss::benchmarks

int main(int argc, char** argv) {
  using namespace percuss::benchmarks;
  percuss::set_threads(1);
  for (const percuss::Index count : {100, 1000, 10'000, 100'000}) {
    const auto number = std::to_string(count);
    benchmark::RegisterBenchmark(("search/" + number).c_str(), search, count)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("gaps/" + number).c_str(), gaps, count)->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
