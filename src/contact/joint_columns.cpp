// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_columns.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"
#include "core/joint_model.hpp"

namespace percuss {

std::vector<Index> rigid_joints(const ContactModel& contacts) {
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints.push_back(k);
  return joints;
}

namespace {

struct Places {
  JointMotions all;
  std::vector<std::size_t> begin{0};  // of the points of each joint, and the end
};

Places places_of(const ContactModel& contacts, std::span<const Index> joints, VecRef q) {
  Places places;
  for (const Index k : joints) {
    const auto joint = find_joint(contacts, k);
    if (joint.model == nullptr) continue;
    joint.model->append_motions(joint.k, q, places.all);
    places.begin.push_back(places.all.points.size());
  }
  return places;
}

/// `noise`: what counts as no length.
double size_of(const Places& places, double noise) {
  const auto& points = places.all.points;
  double of_one = 0.0, of_all = 0.0;
  for (std::size_t j = 0; j + 1 < places.begin.size(); ++j) {
    const auto first = places.begin[j];
    of_all = std::max(of_all, (points[first] - points.front()).norm());
    for (std::size_t i = first; i < places.begin[j + 1]; ++i)
      of_one = std::max(of_one, (points[i] - points[first]).norm());
  }
  return of_one > noise ? of_one : of_all > noise ? of_all : 1.0;
}

/// Of each velocity [m, or 1]; 1 where nothing moves.
Vector levers(const JointMotions& places, Index nv, double size) {
  Vector lever = Vector::Zero(nv), squares = Vector::Zero(nv);
  const auto take = [&](const SparseColumns& motions, double scale) {
    for (Index j = 0; j < motions.cols(); j += 3) {
      const Index begin = motions.begin(j), end = motions.end(j + 2);
      for (Index e = begin; e < end; ++e) squares[motions.row(e)] = 0.0;
      for (Index e = begin; e < end; ++e) squares[motions.row(e)] += std::pow(scale * motions.value(e), 2);
      for (Index e = begin; e < end; ++e)
        lever[motions.row(e)] = std::max(lever[motions.row(e)], std::sqrt(squares[motions.row(e)]));
    }
  };
  take(places.moves, 1.0);
  take(places.turns, size);
  return (lever.array() > 0.0).select(lever, 1.0);
}

double noise_of_lengths(const ContactModel& contacts, VecRef q) { return 1e-9 * contacts.extent(q); }

}  // namespace

Vector joint_levers(const ContactModel& contacts, Index nv, std::span<const Index> joints, VecRef q) {
  const auto places = places_of(contacts, joints, q);
  return levers(places.all, nv, size_of(places, noise_of_lengths(contacts, q)));
}

JointColumns::JointColumns(const ContactModel& contacts, Index nv, std::span<const Index> joints, double t, VecRef q) {
  ContactSet set;
  contacts.evaluate(t, q, nv, joints, set);
  rows = set.rows();
  const auto& W = set.W;
  for (Index e = 0; e < W.non_zeros(); ++e) touched.push_back(W.row(e));
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const auto places = places_of(contacts, joints, q);
  size = size_of(places, noise_of_lengths(contacts, q));
  lever = levers(places.all, nv, size);
  std::vector<Eigen::Triplet<double>> entries;
  for (Index k = 0; k < set.size(); ++k)
    for (Index j = set.first_row(k); j < set.first_row(k + 1); ++j) {
      double squared = 0.0;
      for (Index e = W.begin(j); e < W.end(j); ++e) squared += std::pow(W.value(e) / lever[W.row(e)], 2);
      if (squared == 0.0) continue;
      for (Index e = W.begin(j); e < W.end(j); ++e) {
        const auto row = std::lower_bound(touched.begin(), touched.end(), W.row(e)) - touched.begin();
        entries.emplace_back(static_cast<int>(row), static_cast<int>(cols()),
                             W.value(e) / (lever[W.row(e)] * std::sqrt(squared)));
      }
      of.push_back({set.id[at(k)], j - set.first_row(k)});
      place.push_back(j);
      length.push_back(std::sqrt(squared));
    }
  unit.resize(static_cast<Index>(touched.size()), cols());
  unit.setFromTriplets(entries.begin(), entries.end());
}

}  // namespace percuss
