// SPDX-License-Identifier: Apache-2.0
#include "contact/slider_guide.hpp"

#include <cmath>

namespace percuss {

namespace {

struct Signs {
  double y, normal_a, tangential_a, tangential_b;
};

const Signs& corner(Index k) {
  static constexpr std::array<Signs, 4> signs{Signs{-1, 1, -1, -1}, Signs{-1, -1, 1, -1}, Signs{1, -1, -1, 1},
                                              Signs{1, 1, 1, 1}};
  return signs[static_cast<std::size_t>(k)];
}

}  // namespace

SliderGuide::SliderGuide(Parameters parameters) : p_(std::move(parameters)) {
  if (joint()) names_ = {p_.name};
  for (int k = 1; !joint() && k <= 4; ++k) names_.push_back(p_.name + "." + std::to_string(k));
}

SliderGuide::Angles SliderGuide::angles(VecRef q) const {
  const double q1 = q[p_.q], q2 = q[p_.q + 1], q3 = q[p_.q + 2];
  return {p_.crank_length * std::sin(q1),
          p_.crank_length * std::cos(q1),
          p_.rod_length * std::sin(q2),
          p_.rod_length * std::cos(q2),
          std::sin(q3),
          std::cos(q3)};
}

double SliderGuide::gap(Index k, const Angles& at) const {
  const auto& sign = corner(k);
  return p_.half_height + p_.clearance + sign.y * (at.l1_sin + at.l2_sin) + sign.normal_a * p_.half_length * at.sin -
         p_.half_height * at.cos;
}

SliderGuide::Row SliderGuide::normal(Index k, const Angles& at) const {
  if (joint()) return {at.l1_cos, at.l2_cos, 0.0};
  const auto& sign = corner(k);
  return {sign.y * at.l1_cos, sign.y * at.l2_cos, sign.normal_a * p_.half_length * at.cos + p_.half_height * at.sin};
}

SliderGuide::Row SliderGuide::tangential(Index k, const Angles& at) const {
  const auto& sign = corner(k);
  return {-at.l1_sin, -at.l2_sin,
          -sign.tangential_a * p_.half_length * at.sin + sign.tangential_b * p_.half_height * at.cos};
}

SliderGuide::Row SliderGuide::second(Index k, Index row, const Angles& at) const {
  if (joint()) return {-at.l1_sin, -at.l2_sin, 0.0};
  const auto& sign = corner(k);
  if (row == 0)
    return {-sign.y * at.l1_sin, -sign.y * at.l2_sin,
            -sign.normal_a * p_.half_length * at.sin + p_.half_height * at.cos};
  return {-at.l1_cos, -at.l2_cos,
          -sign.tangential_a * p_.half_length * at.cos - sign.tangential_b * p_.half_height * at.sin};
}

void SliderGuide::append_motions(Index, VecRef q, JointMotions& motions) const {
  const auto at = angles(q);
  const Eigen::Vector3d pin(at.l1_cos, at.l1_sin, 0.0);
  motions.points.insert(motions.points.end(),
                        {pin + Eigen::Vector3d(at.l2_cos, at.l2_sin, 0.0), pin, Eigen::Vector3d::Zero()});
  const std::array<Row, 3> moves{Row{-at.l1_sin, -at.l2_sin, 0.0}, Row{at.l1_cos, at.l2_cos, 0.0}, Row{}};
  const std::array<Row, 3> turns{Row{}, Row{}, Row{0.0, 0.0, 1.0}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    push(moves[axis], motions.moves);
    push(turns[axis], motions.turns);
  }
}

void SliderGuide::gaps(double, VecRef q, VecOut gap) const {
  if (joint()) {
    gap[0] = 0.0;
    return;
  }
  const auto at = angles(q);
  for (Index k = 0; k < 4; ++k) gap[k] = this->gap(k, at);
}

void SliderGuide::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  if (joint()) {
    rate[0] = 0.0;
    return;
  }
  const auto at = angles(q);
  for (Index k = 0; k < 4; ++k) {
    const auto w = normal(k, at);
    rate[k] = w[0] * v[p_.v] + w[1] * v[p_.v + 1] + w[2] * v[p_.v + 2];
  }
}

void SliderGuide::push(const Row& column, SparseColumns& W) const {
  for (Index i = 0; i < 3; ++i) W.push(p_.v + i, column[static_cast<std::size_t>(i)]);
  W.finish_column();
}

void SliderGuide::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  if (closed.empty()) return;
  const auto at = angles(q);
  for (const Index number : closed) {
    const Index k = number - first, rows = num_rows(k);
    push(normal(k, at), set.W);
    if (rows > 1) push(tangential(k, at), set.W);
    const auto cone = joint() ? Cone::bilateral : (rows > 1 ? Cone::coulomb : Cone::unilateral);
    set.finish_contact(number, cone, rows, p_.friction, p_.restitution, p_.tangential_restitution);
  }
}

void SliderGuide::row_gaps(double, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  value.setZero();
  const auto at = angles(q);
  Index row = 0;
  for (const Index number : closed) {
    value[row] = joint() ? at.l1_sin + at.l2_sin : gap(number - first, at);
    row += num_rows(number - first);
  }
}

void SliderGuide::velocity_bias(const MechanicalSystem&, double, VecRef q, VecRef v, std::span<const Index> closed,
                                Index first, VecOut bias) const {
  const auto at = angles(q);
  Index row = 0;
  for (const Index number : closed)
    for (Index r = 0; r < num_rows(number - first); ++r, ++row) {
      const auto d = second(number - first, r, at);
      bias[row] = 0.0;
      for (Index i = 0; i < 3; ++i) bias[row] += d[static_cast<std::size_t>(i)] * v[p_.v + i] * v[p_.v + i];
    }
}

void SliderGuide::curvature(const MechanicalSystem&, double, VecRef q, std::span<const Index> closed, Index first,
                            VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const {
  const auto at = angles(q);
  Row sum{};
  Index row = 0;
  for (const Index number : closed)
    for (Index r = 0; r < num_rows(number - first); ++r, ++row) {
      const auto d = second(number - first, r, at);
      for (std::size_t i = 0; i < 3; ++i) sum[i] += lambda[row] * d[i];
    }
  for (Index i = 0; i < 3; ++i) {
    const int at_row = static_cast<int>(p_.v + i);
    entries.emplace_back(at_row, at_row, sum[static_cast<std::size_t>(i)]);
  }
}

std::optional<ContactPlace> SliderGuide::place(double, VecRef q, Index k) const {
  if (joint()) return std::nullopt;
  const auto at = angles(q);
  const auto& sign = corner(k);
  const double a = p_.half_length, b = p_.half_height;
  ContactPlace place;
  place.point << at.l1_cos + at.l2_cos + sign.tangential_a * a * at.cos + sign.tangential_b * b * at.sin,
      at.l1_sin + at.l2_sin + sign.y * (sign.normal_a * a * at.sin - b * at.cos), 0.0;
  place.direction[0] << 0.0, sign.y, 0.0;
  if (num_rows(k) > 1) place.direction[1] << 1.0, 0.0, 0.0;
  return place;
}

}  // namespace percuss
