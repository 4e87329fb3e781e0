// SPDX-License-Identifier: Apache-2.0
#include "scheme/moreau_midpoint.hpp"

#include "core/parallel.hpp"

namespace percuss {

MoreauMidpoint::MoreauMidpoint(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers)
    : s_(system, contacts, solvers.linear), stage_(contacts, solvers) {}

StepReport MoreauMidpoint::step(double h, State& state) {
  const double t_mid = state.t + 0.5 * h;
  Vector& q_mid = s_.q_next;
  s_.system.advance(state.q, 0.5 * h, state.v, 0.0, state.v, q_mid);
  s_.contacts.gaps(t_mid, q_mid, s_.gap);
  find_closed(s_.gap, s_.closed);
  if (auto r = s_.factor.update(t_mid, q_mid, state.v, {}); !r.ok()) return failed(std::move(r));
  stage_.assemble(t_mid, q_mid, s_.closed, s_.factor);

  s_.system.forces(t_mid, q_mid, state.v, s_.v_next);
  s_.factor.solve_in_place(s_.v_next);
  combine(1.0, state.v, h, s_.v_next, s_.v_next);
  auto before = workspace(s_.before, stage_.set().rows());
  before = stage_.gap_velocity(state.v);
  auto report = solve_impulse(s_, stage_, h, before);
  if (!report.ok()) return report;

  report.work = s_.system.work(state.t, h, state.q, state.v, s_.v_next);
  s_.system.advance(state.q, 0.5 * h, state.v, 0.5 * h, s_.v_next, s_.q_next);
  s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  s_.accept(h, state, s_.gap);
  return report;
}

}  // namespace percuss
