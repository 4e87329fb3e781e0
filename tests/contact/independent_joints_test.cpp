// SPDX-License-Identifier: Apache-2.0
#include "contact/independent_joints.hpp"

#include "contact/joints.hpp"
#include "core/contact_list.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace independent_joints_test {

using Row = Joints::Row;

/// The plate is pinned twice at the same point, and by a rod to the stone, which a ball holds.
ContactList joints_of_random_bodies() {
  ContactList contacts;
  auto& joints = contacts.last<Joints>();
  const Marker plate = Marker::planar(0, 0, Vector3(0.2, 0.1, 0.0)),
               stone = Marker::spatial(6, 6, Vector3(0.1, -0.3, 0.2));
  const auto ground = Marker::ground(Vector3(0.3, 0.4, 0.1));
  const std::vector<Row> pin{Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())};
  joints.add({"pin", plate, ground, pin});
  joints.add({"other", Marker::planar(3, 3, Vector3::Zero()), ground, {Row::point(Vector3::UnitX())}});
  joints.add({"ball", stone, ground, {pin[0], pin[1], Row::point(Vector3::UnitZ())}});
  joints.add({"again", plate, ground, pin});
  joints.add({"rod", stone.at(Vector3(-0.2, 0.1, 0.3)), plate.at(Vector3(-0.3, 0.2, 0.0)), {Row::distance(0.7)}});
  return contacts;
}

const std::vector<JointRowId> repeated{{3, 0}, {3, 1}};

struct Held {
  RandomBodies bodies;
  ContactList contacts = joints_of_random_bodies();
  IndependentJoints joints;
  explicit Held(unsigned seed) : bodies(seed), joints(contacts, bodies.model.system, repeated, 0.0, bodies.state.q) {}
};

TEST(IndependentJoints, HoldByMixturesOfEqualRank) {
  const Held held(1);
  const auto& [t, q, v] = held.bodies.state;
  const auto all = all_of(held.contacts);
  EXPECT_TRUE(held.joints.mixes());
  EXPECT_EQ(&held.joints.whole(), &held.contacts);
  EXPECT_EQ(&held.contacts.whole(), &held.contacts);
  ContactSet every, set;
  held.contacts.evaluate(t, q, v.size(), all, every);
  held.joints.evaluate(t, q, v.size(), all, set);
  EXPECT_EQ(set.start, every.start);
  EXPECT_EQ(set.id, every.id);
  const Matrix before = dense(every.W), after = dense(set.W);
  EXPECT_EQ(after.col(2), before.col(2)) << "the other body is not linked to the pins";
  for (const Index row : {7, 8}) EXPECT_EQ(after.col(row).norm(), 0.0) << "the last of 8 linked rows";
  const auto rank = [](const Matrix& W) { return Eigen::CompleteOrthogonalDecomposition<Matrix>(W).rank(); };
  EXPECT_EQ(rank(before), 7);
  EXPECT_EQ(rank(after), 7);
  Matrix both(before.rows(), before.cols() + after.cols());
  both << before, after;
  EXPECT_EQ(rank(both), 7) << "the same velocities are held";
}

// The power of forces on the mixtures is that of the forces shared out, which are equal in both pins.
TEST(IndependentJoints, ForcesSharedOutDoTheSame) {
  const Held held(2);
  const auto& [t, q, v] = held.bodies.state;
  const auto all = all_of(held.contacts);
  ContactSet every, set;
  held.contacts.evaluate(t, q, v.size(), all, every);
  held.joints.evaluate(t, q, v.size(), all, set);
  std::vector<std::array<double, 3>> force(all.size());
  Vector mu = Vector::LinSpaced(9, 1.0, 3.0);
  mu.tail(2).setZero();
  for (Index k = 0; k < set.size(); ++k)
    for (Index r = 0; r < set.num_rows(k); ++r)
      force[static_cast<std::size_t>(k)][static_cast<std::size_t>(r)] = mu[set.first_row(k) + r];
  held.joints.share_out([&](Index k) -> auto& { return force[static_cast<std::size_t>(k)]; });
  Vector lambda(9);
  for (Index k = 0; k < set.size(); ++k)
    for (Index r = 0; r < set.num_rows(k); ++r)
      lambda[set.first_row(k) + r] = force[static_cast<std::size_t>(k)][static_cast<std::size_t>(r)];
  EXPECT_TRUE((dense(every.W) * lambda).isApprox(dense(set.W) * mu, 1e-13));
  EXPECT_EQ(lambda[2], mu[2]);
  for (const std::size_t r : {0, 1}) EXPECT_NEAR(force[0][r], force[3][r], 1e-13);
}

// What W, its rate and its derivatives are, they are of the mixtures.
TEST(IndependentJoints, AreConsistent) {
  for (const unsigned seed : {2u, 3u, 4u}) {
    const Held held(seed);
    expect_consistent_derivatives(held.joints, held.bodies);
    const auto derivative = [&](auto&& entries_of) {
      std::vector<Eigen::Triplet<double>> entries;
      entries_of(entries);
      Matrix sum = Matrix::Zero(held.bodies.state.v.size(), held.bodies.state.v.size());
      for (const auto& e : entries) sum(e.row(), e.col()) += e.value();
      return sum;
    };
    const auto& q = held.bodies.state.q;
    const auto& system = held.bodies.model.system;
    const auto all = all_of(held.joints);
    const Vector lambda = Vector::LinSpaced(9, 1.0, 2.0);
    const Matrix told = derivative([&](auto& e) { held.joints.curvature(system, 0.0, q, all, 0, lambda, e); });
    const Matrix by_differences =
        derivative([&](auto& e) { held.joints.ContactModel::curvature(system, 0.0, q, all, 0, lambda, e); });
    // Central differences at the cube root of eps: its square, 4e-11, times derivatives of order 10.
    EXPECT_LT((told - by_differences).lpNorm<Eigen::Infinity>(), 1e-8 * by_differences.norm());
    EXPECT_GT(told.norm(), 0.1);
  }
}

TEST(IndependentJoints, OfOneContactHaveItsRowsAlone) {
  const Held held(3);
  const auto& q = held.bodies.state.q;
  const Index nv = held.bodies.state.v.size();
  const Matrix whole = jacobian(held.joints, nv, q);
  ContactSet set;
  held.joints.evaluate(0.0, q, nv, std::vector<Index>{2}, set);
  EXPECT_EQ(dense(set.W), whole.middleCols(3, 3));
  held.joints.evaluate(0.0, q, nv, std::vector<Index>{1}, set);
  EXPECT_EQ(dense(set.W), whole.col(2));
}

TEST(IndependentJoints, WithoutRedundantOnesAreTheModel) {
  RandomBodies bodies(5);
  auto contacts = joints_of_random_bodies();
  const IndependentJoints joints(contacts, bodies.model.system, {}, 0.0, bodies.state.q);
  EXPECT_FALSE(joints.mixes());
  EXPECT_EQ(jacobian(joints, bodies.state.v.size(), bodies.state.q),
            jacobian(contacts, bodies.state.v.size(), bodies.state.q));
}

}  // namespace independent_joints_test
}  // namespace percuss
