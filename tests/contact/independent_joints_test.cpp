// SPDX-License-Identifier: Apache-2.0
#include "contact/independent_joints.hpp"

#include "contact/joints.hpp"
#include "core/contact_list.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace independent_joints_test {

using Row = Joints::Row;

/// A pin of two rows of the plate, one of three of the stone, a rod between both.
ContactList joints_of_random_bodies() {
  ContactList contacts;
  auto& joints = contacts.last<Joints>();
  const Marker plate = Marker::planar(0, 0, Vector3(0.2, 0.1, 0.0)),
               stone = Marker::spatial(6, 6, Vector3(0.1, -0.3, 0.2));
  const auto ground = Marker::ground(Vector3(0.3, 0.4, 0.1));
  joints.add({"pin", plate, ground, {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}});
  joints.add({"ball",
              stone,
              ground,
              {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY()), Row::point(Vector3::UnitZ())}});
  joints.add({"rod", stone, plate, {Row::distance(0.7)}});
  return contacts;
}

const std::vector<JointRowId> some{{0, 1}, {1, 0}, {1, 2}};
const std::vector<Index> rows_left_out{1, 2, 4};  // of all six

TEST(IndependentJoints, RowsLeftOutHoldNothingAndTheOthersAreThoseOfTheModel) {
  RandomBodies bodies(1);
  auto contacts = joints_of_random_bodies();
  const IndependentJoints held(contacts, some);
  const auto& [t, q, v] = bodies.state;
  const auto all = all_of(contacts);
  ContactSet every, set;
  contacts.evaluate(t, q, v.size(), all, every);
  held.evaluate(t, q, v.size(), all, set);
  EXPECT_EQ(set.start, every.start);
  Matrix W = dense(every.W);
  for (const Index row : rows_left_out) W.col(row).setZero();
  EXPECT_EQ(dense(set.W), W);
  const auto check = [&](const char* what, auto&& values) {
    Vector of_all(6), of_held(6);
    values(contacts, of_all);
    values(held, of_held);
    for (const Index row : rows_left_out) of_all[row] = 0.0;
    EXPECT_EQ(of_held, of_all) << what;
    EXPECT_NE(of_held.norm(), 0.0) << what;
  };
  const Vector later = q + 0.01 * Vector::Ones(q.size());
  check("gaps", [&](const ContactModel& model, Vector& g) { model.row_gaps(t, q, all, 0, g); });
  check("ways", [&](const ContactModel& model, Vector& way) { model.row_ways(t, q, t, later, all, 0, way); });
  check("bias",
        [&](const ContactModel& model, Vector& b) { model.velocity_bias(bodies.model.system, t, q, v, all, 0, b); });
}

// What W, its rate and its derivatives are, they are of the rows that are there.
TEST(IndependentJoints, AreConsistent) {
  for (const unsigned seed : {2u, 3u, 4u}) {
    RandomBodies bodies(seed);
    auto contacts = joints_of_random_bodies();
    const IndependentJoints held(contacts, some);
    expect_consistent_derivatives(held, bodies);
    const auto derivative = [&](auto&& entries_of) {
      std::vector<Eigen::Triplet<double>> entries;
      entries_of(entries);
      Matrix sum = Matrix::Zero(bodies.state.v.size(), bodies.state.v.size());
      for (const auto& e : entries) sum(e.row(), e.col()) += e.value();
      return sum;
    };
    const auto& [t, q, v] = bodies.state;
    const auto all = all_of(held);
    const Vector lambda = Vector::LinSpaced(6, 1.0, 2.0);
    const Matrix told = derivative([&](auto& e) { held.curvature(bodies.model.system, t, q, all, 0, lambda, e); });
    const Matrix by_differences =
        derivative([&](auto& e) { held.ContactModel::curvature(bodies.model.system, t, q, all, 0, lambda, e); });
    // Central differences at the cube root of eps: its square, 4e-11, times derivatives of order 10.
    EXPECT_LT((told - by_differences).lpNorm<Eigen::Infinity>(), 1e-8 * by_differences.norm());
    EXPECT_GT(told.norm(), 0.1);
  }
}

TEST(IndependentJoints, OfAFewContactsAreFoundByTheirNumbers) {
  RandomBodies bodies(3);
  auto contacts = joints_of_random_bodies();
  const IndependentJoints held(contacts, some);
  const auto& q = bodies.state.q;
  ContactSet set;
  const std::vector<Index> two{8, 9};  // the ball and the rod, of a model whose contacts are numbered from 7 on
  set.clear(bodies.state.v.size());
  held.append(0.0, q, two, 7, set);
  EXPECT_EQ(dense(set.W).col(0).norm(), 0.0);
  EXPECT_NE(dense(set.W).col(1).norm(), 0.0);
  EXPECT_EQ(dense(set.W).col(2).norm(), 0.0);
  EXPECT_NE(dense(set.W).col(3).norm(), 0.0);
}

}  // namespace independent_joints_test
}  // namespace percuss
