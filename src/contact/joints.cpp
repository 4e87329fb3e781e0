// SPDX-License-Identifier: Apache-2.0
#include "contact/joints.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace percuss {

namespace {

using Row = Joints::Row;
using Joint = Joints::Joint;

/// The value of a row less the way of the joint's drive. A turn is held against the axes that the drive has turned on,
/// so that turns need no counting.
double gap_of(const Joint& joint, const Row& row, double t, VecRef q) {
  const double g = row.value(joint.body, joint.to, q);
  if (!joint.drive) return g;
  const double off = g - joint.drive->way(t);
  return row.kind == Row::Kind::turn ? std::remainder(off, 2.0 * std::numbers::pi) : off;
}

bool is_constant(const Joint& joint) {
  if (joint.drive) return false;
  if (!joint.body.has_constant_jacobian() || !joint.to.has_constant_jacobian()) return false;
  return std::all_of(joint.rows.begin(), joint.rows.end(), [&](const Row& row) {
    return row.kind == Row::Kind::point || (row.kind == Row::Kind::offset && !joint.to.can_turn()) ||
           (row.kind == Row::Kind::at_body && !joint.body.can_turn());
  });
}

}  // namespace

void Joints::add(Joint joint) {
  if (joint.rows.empty() || joint.rows.size() > 3) throw std::invalid_argument("Joints: a joint has 1, 2 or 3 rows");
  if (joint.laws.empty()) joint.laws.resize(joint.rows.size());
  const bool rigid = joint.laws.front().is_rigid();
  const bool alike = std::all_of(joint.laws.begin(), joint.laws.end(), [&](auto& l) { return l.is_rigid() == rigid; });
  if (joint.laws.size() != joint.rows.size() || !alike)
    throw std::invalid_argument("Joints: one law per row, all rigid or all giving way");
  if (joint.drive && (joint.rows.size() > 1 || !rigid)) throw std::invalid_argument("Joints: one rigid row is driven");
  joints_.push_back(std::move(joint));
}

ReactionForm Joints::reaction_form(Index k) const {
  const auto& joint = at(k);
  const bool in_space = std::max(joint.body.dimension(), joint.to.dimension()) == 3;
  ReactionForm form;
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    form.is_moment[r] = joint.rows[r].is_moment();
    if (form.is_moment[r])
      form.moment = in_space ? 3 : 1;
    else
      form.force = std::max(joint.body.dimension(), joint.to.dimension());
  }
  return form;
}

Reaction Joints::reaction(Index k, VecRef q, const std::array<double, 3>& rows) const {
  const auto& joint = at(k);
  Reaction sum;
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    auto& part = joint.rows[r].is_moment() ? sum.moment : sum.force;
    part += rows[r] * joint.rows[r].direction(joint.body, joint.to, q);
  }
  return sum;
}

void Joints::append_motions(Index k, VecRef q, JointMotions& motions) const {
  const auto& joint = at(k);
  const auto any = [&](auto&& is) { return std::any_of(joint.rows.begin(), joint.rows.end(), is); };
  const bool holds_place = any([](const Row& row) { return !row.is_moment(); });
  const bool is_rod = any([](const Row& row) { return row.kind == Row::Kind::distance; });
  for (const auto* marker : {&joint.body, &joint.to}) {
    const bool moves = marker->motion() != Marker::Motion::ground;
    if (holds_place && (moves || is_rod)) motions.points.push_back(marker->position(q));
    if (!moves) continue;
    if (holds_place) motions.points.push_back(marker->frame().position(q));
    for (int axis = 0; axis < 3; ++axis) {
      if (holds_place) {
        marker->push_velocity(q, Vector3::Unit(axis), motions.moves);
        motions.moves.finish_column();
      }
      marker->push_angular_velocity(q, Vector3::Unit(axis), motions.turns);
      motions.turns.finish_column();
    }
  }
}

double Joints::own_extent(VecRef q) const {
  double largest = 0.0;
  for (const auto& joint : joints_) {
    largest = std::max(
        {largest, joint.body.position(q).lpNorm<Eigen::Infinity>(), joint.to.position(q).lpNorm<Eigen::Infinity>()});
    for (const auto& row : joint.rows)
      if (!row.is_moment()) largest = std::max(largest, row.at_rest);
  }
  return largest;
}

bool Joints::has_constant_jacobian() const { return std::all_of(joints_.begin(), joints_.end(), is_constant); }

void Joints::gaps(double, VecRef, VecOut gap) const { gap.setZero(); }

void Joints::normal_velocities(double, VecRef, VecRef, VecOut rate) const { rate.setZero(); }

void Joints::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  for (const Index k : closed) {
    const auto& joint = at(k - first);
    for (const auto& row : joint.rows) {
      row.push(joint.body, joint.to, q, set.W);
      set.W.finish_column();
    }
    set.finish_joint(k, joint.laws);
  }
}

void Joints::row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  Index i = 0;
  for (const Index k : closed)
    for (const auto& row : at(k - first).rows) value[i++] = gap_of(at(k - first), row, t, q);
}

void Joints::row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed, Index first,
                      VecOut way) const {
  Index i = 0;
  for (const Index k : closed) {
    const auto& joint = at(k - first);
    for (const auto& row : joint.rows) {
      const double driven = joint.drive ? joint.drive->way(t_next) - joint.drive->way(t) : 0.0;
      way[i++] = row.way(joint.body, joint.to, q, q_next) - driven;
    }
  }
}

// Springs are not asked for their bias by any scheme: by differences.
void Joints::velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                           Index first, VecOut bias) const {
  Index i = 0;
  for (const Index& k : closed) {
    const auto& joint = at(k - first);
    const auto rows = static_cast<Index>(joint.rows.size());
    if (!joint.laws.front().is_rigid())
      ContactModel::velocity_bias(system, t, q, v, std::span(&k, 1), first, bias.segment(i, rows));
    else
      for (Index r = 0; r < rows; ++r)
        bias[i + r] = joint.rows[static_cast<std::size_t>(r)].bias(joint.body, joint.to, q, v) -
                      (joint.drive ? joint.drive->acceleration(t) : 0.0);
    i += rows;
  }
}

}  // namespace percuss
