// SPDX-License-Identifier: Apache-2.0
#include "scheme/moreau_midpoint.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

MoreauMidpoint::MoreauMidpoint(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers)
    : s_(system, contacts, solvers.linear), stage_(contacts, solvers) {}

StepReport MoreauMidpoint::step(double h, State& state) {
  auto report = midpoint_step(s_, stage_, h, state);
  if (report.ok()) s_.accept(h, state, s_.gap);
  return report;
}

StepReport midpoint_step(StepState& s, ContactStage& stage, double h, const State& state, double slack,
                         std::span<const Index> held) {
  const double t_mid = state.t + 0.5 * h;
  Vector& q_mid = s.q_next;
  s.system.advance(state.q, 0.5 * h, state.v, 0.0, state.v, q_mid);
  s.contacts.gaps(t_mid, q_mid, s.gap);
  s.close_drifted(q_mid);
  for (const Index k : held) s.gap[k] = std::min(s.gap[k], 0.0);
  find_closed(s.gap, s.closed, slack);
  if (auto r = s.factor.update(t_mid, q_mid, state.v, {}); !r.ok()) return failed(std::move(r));
  stage.set_springs(SpringLaw::theta_rule(h, 0.5, 0.5));
  stage.assemble(t_mid, q_mid, s.closed, s.factor, 0.5 * h);
  stage.start_springs(1.0, state.v);

  s.system.forces(t_mid, q_mid, state.v, s.v_next);
  s.factor.solve_in_place(s.v_next);
  combine(1.0, state.v, h, s.v_next, s.v_next);
  auto before = workspace(s.before, stage.set().rows());
  before = stage.gap_velocity(state.v);
  auto report = solve_impulse(s, stage, {h, state, 0.5 * h, s.share_of_turning(h, state)}, before);
  if (!report.ok()) return report;

  s.system.advance(state.q, 0.5 * h, state.v, 0.5 * h, s.v_next, s.q_next);
  report.add(s.work(h, state));
  s.contacts.gaps(state.t + h, s.q_next, s.gap);
  return report;
}

}  // namespace percuss
