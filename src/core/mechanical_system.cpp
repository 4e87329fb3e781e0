// SPDX-License-Identifier: Apache-2.0
#include "core/mechanical_system.hpp"

#include <algorithm>

#include "core/parallel_tasks.hpp"

namespace percuss {

Index MechanicalSystem::add(std::unique_ptr<Body> body) {
  advances_by_addition_ = advances_by_addition_ && body->advances_by_addition();
  q_offset_.push_back(num_q() + body->num_q());
  v_offset_.push_back(num_v() + body->num_v());
  bodies_.push_back(std::move(body));
  return num_bodies() - 1;
}

Index MechanicalSystem::body_of_row(Index row) const {
  return std::upper_bound(v_offset_.begin(), v_offset_.end(), row) - v_offset_.begin() - 1;
}

bool MechanicalSystem::has_constant_tangent() const {
  return std::all_of(bodies_.begin(), bodies_.end(), [](const auto& b) { return b->has_constant_tangent(); });
}

bool MechanicalSystem::is_stiff() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const auto& b) { return b->is_stiff(); });
}

bool MechanicalSystem::is_damped() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const auto& b) { return b->is_damped(); });
}

bool MechanicalSystem::forces_depend_on_velocity() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const auto& b) { return b->forces_depend_on_velocity(); }) ||
         std::any_of(elements_.begin(), elements_.end(), [](const auto& e) { return e->depends_on_velocity(); });
}

bool MechanicalSystem::forces_depend_on_time() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const auto& b) { return b->forces_depend_on_time(); }) ||
         std::any_of(elements_.begin(), elements_.end(), [](const auto& e) { return e->depends_on_time(); });
}

void MechanicalSystem::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  for_each_body(num_bodies(), num_v(), 0.0, [&](Index i) {
    const Index qi = q_offset(i), nq = body(i).num_q(), vi = v_offset(i), nv = body(i).num_v();
    body(i).advance(q.segment(qi, nq), a, v.segment(vi, nv), b, w.segment(vi, nv), q_next.segment(qi, nq));
  });
}

void MechanicalSystem::forces(double t, VecRef q, VecRef v, VecOut f) const { forces_by(shares_, t, q, v, f); }

void MechanicalSystem::forces_alone(double t, VecRef q, VecRef v, VecOut f) const { forces_by({}, t, q, v, f); }

void MechanicalSystem::forces_by(const Shares& shares, double t, VecRef q, VecRef v, VecOut f) const {
  const TimedCost timed(profile_, StepCost::forces);
  shares.work_out(num_bodies(), 0.0, f, [&](Index i) {
    const Index vi = v_offset(i), nv = body(i).num_v();
    body(i).forces(t, q.segment(q_offset(i), body(i).num_q()), v.segment(vi, nv), f.segment(vi, nv));
  });
  for (const auto& element : elements_) element->add_forces(t, q, v, f);
}

Shares MechanicalSystem::deal_bodies(RankLink* link) const {
  std::vector<double> rows;
  for (const auto& body : bodies_) rows.push_back(static_cast<double>(body->num_v()));
  return {link, rows, v_offset_};
}

void MechanicalSystem::share_among(RankLink* link) {
  link_ = link;
  shares_ = deal_bodies(link);
}

Energy MechanicalSystem::energy(double t, VecRef q, VecRef v) const {
  Energy sum;
  for (Index i = 0; i < num_bodies(); ++i) {
    const auto e = body(i).energy(t, q.segment(q_offset(i), body(i).num_q()), v.segment(v_offset(i), body(i).num_v()));
    sum.kinetic += e.kinetic;
    sum.potential += e.potential;
  }
  for (const auto& element : elements_) sum.potential += element->potential(t, q);
  return sum;
}

Work MechanicalSystem::work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const {
  Work sum;
  for (Index i = 0; i < num_bodies(); ++i) {
    const Index vi = v_offset(i), nv = body(i).num_v();
    const auto w =
        body(i).work(t, h, q.segment(q_offset(i), body(i).num_q()), v_old.segment(vi, nv), v_new.segment(vi, nv));
    sum.applied += w.applied;
    sum.damping += w.damping;
  }
  for (const auto& element : elements_) {
    const auto w = element->work(t, h, q, v_old, v_new);
    sum.applied += w.applied;
    sum.damping += w.damping;
  }
  return sum;
}

}  // namespace percuss
