// SPDX-License-Identifier: Apache-2.0
#include "core/contact_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace percuss {

namespace {

/// Displacement by which central differences lose least: the cube root of the round-off, on the scale of q.
double difference_step(VecRef q) {
  const double scale = q.size() > 0 ? std::max(1.0, q.lpNorm<Eigen::Infinity>()) : 1.0;
  return std::cbrt(std::numeric_limits<double>::epsilon()) * scale;
}

/// Workspace of the defaults below, so that schemes may call them in every step.
struct Scratch {
  Vector gap, moved, unit, difference;
  ContactSet set;
  std::vector<Index> touched;
};

Scratch& scratch() {
  thread_local Scratch own;
  return own;
}

}  // namespace

void ContactModel::row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  auto gap = workspace(scratch().gap, size());
  gaps(t, q, gap);
  Index row = 0;
  for (const Index k : closed) {
    const Index rows = num_rows(k - first);
    value.segment(row, rows).setZero();
    if (!is_joint(k - first)) value[row] = gap[k - first];
    row += rows;
  }
}

bool ContactModel::is_damped(Index k) const {
  for (Index row = 0; row < num_rows(k); ++row)
    if (law(k, row).damping > 0.0) return true;
  return false;
}

double ContactModel::elastic_energy(double t, VecRef q) const {
  double sum = 0.0;
  Vector g;
  for (Index k = 0; k < size(); ++k) {
    if (!gives_way(k)) continue;
    g.resize(num_rows(k));
    row_gaps(t, q, std::span(&k, 1), 0, g);
    for (Index row = 0; row < g.size(); ++row) sum += 0.5 * law(k, row).stiffness * g[row] * g[row];
  }
  return sum;
}

double ContactModel::damping_work(double t, double h, VecRef q, VecRef q_next, std::span<const Index> damped) const {
  double sum = 0.0;
  std::array<double, 3> of_row{};
  for (const Index& k : damped) {
    Eigen::Map<Vector> way(of_row.data(), num_rows(k));
    row_ways(t, q, t + h, q_next, std::span(&k, 1), 0, way);
    for (Index row = 0; row < way.size(); ++row) sum += law(k, row).damping * way[row] * way[row] / h;
  }
  return sum;
}

void ContactModel::row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed,
                            Index first, VecOut way) const {
  row_gaps(t_next, q_next, closed, first, way);
  auto before = workspace(scratch().difference, way.size());
  row_gaps(t, q, closed, first, before);
  way -= before;
}

void ContactModel::velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v,
                                 std::span<const Index> closed, Index first, VecOut bias) const {
  bias.setZero();
  if (has_constant_jacobian()) return;
  const double speed = v.size() > 0 ? v.lpNorm<Eigen::Infinity>() : 0.0;
  if (speed == 0.0) return;
  const double s = difference_step(q) / speed;
  auto moved = workspace(scratch().moved, q.size());
  auto& set = scratch().set;
  for (const double side : {1.0, -1.0}) {
    system.advance(q, side * s, v, 0.0, v, moved);
    set.clear(system.num_v());
    append(t, moved, closed, first, set);
    for (Index row = 0; row < set.rows(); ++row) bias[row] += side * set.W.column_dot(row, v) / (2.0 * s);
  }
}

void ContactModel::curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed,
                             Index first, VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const {
  if (has_constant_jacobian()) return;
  const Index nv = system.num_v();
  auto& set = scratch().set;
  set.clear(nv);
  append(t, q, closed, first, set);
  auto& touched = scratch().touched;  // only these bodies' velocities move what W is made of
  touched.clear();
  for (Index e = 0; e < set.W.non_zeros(); ++e) {
    const Index body = system.body_of_row(set.W.row(e));
    if (std::find(touched.begin(), touched.end(), body) == touched.end()) touched.push_back(body);
  }
  const double s = difference_step(q);
  auto moved = workspace(scratch().moved, q.size());
  auto unit = workspace(scratch().unit, nv), difference = workspace(scratch().difference, nv);
  unit.setZero();
  for (const Index body : touched)
    for (Index j = system.v_offset(body); j < system.v_offset(body) + system.body(body).num_v(); ++j) {
      unit[j] = 1.0;
      difference.setZero();
      for (const double side : {1.0, -1.0}) {
        system.advance(q, side * s, unit, 0.0, unit, moved);
        set.clear(nv);
        append(t, moved, closed, first, set);
        for (Index row = 0; row < set.rows(); ++row) set.W.add_column(row, side * lambda[row] / (2.0 * s), difference);
      }
      unit[j] = 0.0;
      for (Index i = 0; i < nv; ++i)
        if (difference[i] != 0.0) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), difference[i]);
    }
}

}  // namespace percuss
