// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

// Kernels in which every contact, or every row, sums a run of entries of G. On the processor one thread takes them one
// after the other; on a GPU sixteen lanes read them side by side, so that memory is read in whole lines. Either way the
// order of a sum is fixed, and results are the same in every run.
namespace percuss::device {

using Space = Kokkos::DefaultExecutionSpace;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr bool has_lanes = !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space::memory_space>::accessible;
constexpr int lanes = 16, groups_per_team = 8;

/// A thread that does all by itself.
struct OneThread {
  template <class F>
  KOKKOS_INLINE_FUNCTION double sum(int begin, int end, const F& of) const {
    double total = 0.0;
    for (int e = begin; e < end; ++e) total += of(e);
    return total;
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void each(int begin, int end, const F& of) const {
    for (int e = begin; e < end; ++e) of(e);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void once(const F& write) const {
    write();
  }
};

/// One of the lanes that work on the same contact: each of them gets the sums; one of them writes.
struct Lanes {
  const Team& team;

  template <class F>
  KOKKOS_INLINE_FUNCTION double sum(int begin, int end, const F& of) const {
    double total = 0.0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, begin, end), [&](const int e, double& part) { part += of(e); }, total);
    return total;
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void each(int begin, int end, const F& of) const {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, begin, end), [&](const int e) { of(e); });
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void once(const F& write) const {
    Kokkos::single(Kokkos::PerThread(team), [&]() { write(); });
  }
};

template <class Work>
struct LaneKernel {
  Work work;
  int begin, end;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const { work(OneThread{}, i); }
  KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
    const int i = begin + team.league_rank() * team.team_size() + team.team_rank();
    if (i < end) work(Lanes{team}, i);
  }
};

/// work(lane, i) for i = begin ... end - 1, in any order.
template <class Work>
void for_each(const char* name, int begin, int end, const Work& work) {
  if (end <= begin) return;
  const LaneKernel<Work> kernel{work, begin, end};
  if constexpr (has_lanes) {
    const int teams = (end - begin + groups_per_team - 1) / groups_per_team;
    Kokkos::parallel_for(name, Kokkos::TeamPolicy<Space>(teams, groups_per_team, lanes), kernel);
  } else {
    Kokkos::parallel_for(name, Kokkos::RangePolicy<Space>(begin, end), kernel);
  }
}

}  // namespace percuss::device
