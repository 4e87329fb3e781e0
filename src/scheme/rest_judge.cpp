// SPDX-License-Identifier: Apache-2.0
#include "scheme/rest_judge.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "scheme/contact_stage.hpp"

namespace percuss {

double velocity_size(const SparseColumns& W, Index row, VecRef v, double h, VecRef a) {
  double sum = 0.0;
  for (Index e = W.begin(row); e < W.end(row); ++e)
    sum += std::abs(W.value(e)) * (std::abs(v[W.row(e)]) + h * std::abs(a[W.row(e)]));
  return sum;
}

double velocity_size(const SparseColumns& W, Index row, VecRef v) { return velocity_size(W, row, v, 0.0, v); }

void RestJudge::reserve(double t, VecRef q, Index num_v) {
  std::vector<Index> all;
  find_expected(contacts_, num_v, all);
  if (!all.empty()) contacts_.evaluate(t, q, num_v, all, one_);
}

double round_off_of_gaps(const ContactModel& contacts, VecRef q) { return 1e-14 * contacts.extent(q); }

void close_round_off(const ContactModel& contacts, VecRef q, std::span<const Index> closed_before, VecOut gap) {
  double round_off = -1.0;  // not looked at before some gap is open
  for (const Index k : closed_before) {
    if (!(gap[k] > 0.0)) continue;
    if (round_off < 0.0) round_off = round_off_of_gaps(contacts, q);
    if (gap[k] <= round_off) gap[k] = 0.0;
  }
}

void close_round_off(const ContactModel& contacts, VecRef q, VecOut gap) {
  if (gap.size() == 0) return;
  const double round_off = round_off_of_gaps(contacts, q);
  for (Index k = 0; k < gap.size(); ++k)
    if (gap[k] > 0.0 && gap[k] <= round_off) gap[k] = 0.0;
}

bool RestJudge::counts(Index k, double speed, const Instant& at) {
  contacts_.evaluate(at.t, at.q, at.v.size(), std::span<const Index>(&k, 1), one_);
  return speed > share * velocity_size(one_.W, 0, at.v, at.h, at.a);
}

bool RestJudge::opens(Index k, double rate, const Instant& at) { return rate > 0.0 && counts(k, rate, at); }

bool RestJudge::approaches(Index k, double rate, const Instant& at) { return rate < 0.0 && counts(k, -rate, at); }

}  // namespace percuss
