// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/joint_elimination.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace joint_elimination_test {

/// The same dense matrix by products alone.
class ProductsOnly final : public DelassusOperator {
 public:
  explicit ProductsOnly(const Matrix& G) : dense_(G) {}
  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return dense_.size(); }
  void apply(VecRef x, VecOut y) const override { dense_.apply(x, y); }
  void add_response(VecRef, VecOut) const override {}
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return dense_.diagonal(); }

 private:
  DenseDelassus dense_;
};

/// Joint, contact, joint, contact: rows 0-1, 2-4, 5, 6.
Problem mixed(unsigned seed) {
  std::mt19937 random(seed);
  Problem problem;
  push(problem.contacts, Cone::bilateral, 2);
  push(problem.contacts, Cone::coulomb, 3, 0.4);
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  fill(problem, random);
  return problem;
}

const std::vector<Index> contact_rows{2, 3, 4, 6}, joint_rows{0, 1, 5};

// The tilted row stands off by 1e-6: rounding leaves a thousandth of its force. The fourth row holds nothing.
TEST(JointElimination, FindsTheForcesOfJointsThatNearlyRepeatOthers) {
  auto problem = tilted_rods(1e-6, Cone::bilateral, Eigen::Vector3d::Zero());
  const Eigen::Vector4d forces(-3.0, 2.0, 5.0, 0.0);
  problem.c = -problem.G * forces;
  const DenseDelassus G(problem.G);
  const ContactProblem whole{G, problem.c, problem.contacts};
  JointElimination joints;
  ASSERT_TRUE(joints.load(whole, 1e-14).ok());
  Vector x = Vector::Zero(4);
  joints.expand(whole, Vector(0), x);
  EXPECT_LE((x - forces).cwiseAbs().maxCoeff(), 0.02);
}

// A contact on a body that such joints hold is held, whatever rounding leaves of what it could move.
TEST(JointElimination, KnowsWhatJointsHoldThatNearlyRepeatOthers) {
  const auto problem = tilted_rods(1e-6, Cone::unilateral, Eigen::Vector3d(0.6, 0.8, 0.3));
  const DenseDelassus G(problem.G);
  JointElimination joints;
  ASSERT_TRUE(joints.load({G, problem.c, problem.contacts}, 1e-14).ok());
  EXPECT_EQ(joints.G().diagonal()[0], 0.0);
}

// A ball beside them, in touch with the body: what the contact is promised is what it gets. Rods that stand off by 1e-5
// have a condition of 1e10, of which a force formed apart from G' and c' would lose 1e-11 and more.
TEST(JointElimination, KeepsToWhatItPromisesBesideJointsThatNearlyRepeatOthers) {
  auto problem = tilted_rods(1e-5, Cone::unilateral, Eigen::Vector3d(0.6, 0.8, 0.3));
  problem.G(3, 3) += 2.0;  // the ball's own
  problem.c = Eigen::Vector4d(0.3, -0.7, 0.2, -1.0);
  const DenseDelassus G(problem.G);
  const ContactProblem whole{G, problem.c, problem.contacts};
  JointElimination joints;
  ASSERT_TRUE(joints.load(whole, 1e-14).ok());
  const Vector x_c = Vector::Constant(1, -joints.c()[0] / joints.G().diagonal()[0]);
  Vector x(4);
  joints.expand(whole, x_c, x);
  const Vector gamma = problem.G * x + problem.c;
  EXPECT_LE(gamma.cwiseAbs().maxCoeff(), 1e-15 * x.cwiseAbs().maxCoeff());  // rounding of sums of some such terms
}

TEST(JointElimination, IsTheSchurComplement) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto p = mixed(seed);
    const Matrix jj = p.G(joint_rows, joint_rows), cj = p.G(contact_rows, joint_rows),
                 cc = p.G(contact_rows, contact_rows), jc = p.G(joint_rows, contact_rows);
    const Vector c_j = p.c(joint_rows), c_c = p.c(contact_rows);
    const Matrix expected = cc - cj * jj.inverse() * jc;
    const Vector constant = c_c - cj * jj.inverse() * c_j;
    const DenseDelassus dense(p.G);
    const ProductsOnly products(p.G);
    for (const DelassusOperator* G :
         {static_cast<const DelassusOperator*>(&dense), static_cast<const DelassusOperator*>(&products)}) {
      JointElimination joints;
      ASSERT_TRUE(joints.load({*G, p.c, p.contacts}, 1e-12).ok());
      EXPECT_EQ(joints.contacts().cone, (std::vector<Cone>{Cone::coulomb, Cone::unilateral}));
      EXPECT_EQ(joints.G().rows() == nullptr, G->rows() == nullptr);
      // Rounding of entries of some tens, with joints whose block has a condition of some hundreds.
      EXPECT_LE((joints.c() - constant).cwiseAbs().maxCoeff(), 1e-10);
      EXPECT_LE((joints.G().diagonal() - expected.diagonal()).cwiseAbs().maxCoeff(), 1e-10);
      Vector y(4);
      for (Index i = 0; i < 4; ++i) {
        joints.G().apply(Vector::Unit(4, i), y);
        EXPECT_LE((y - expected.col(i)).cwiseAbs().maxCoeff(), 1e-10);
      }
    }
  }
}

TEST(JointElimination, GivesTheJointsTheForcesThatHoldThem) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    auto p = mixed(seed);
    for (const bool redundant : {false, true}) {
      if (redundant) {  // the second joint repeats a row of the first
        p.G.row(5) = p.G.row(0);
        p.G.col(5) = p.G.col(0);
        p.c[5] = p.c[0];
      }
      const DenseDelassus G(p.G);
      JointElimination joints;
      ASSERT_TRUE(joints.load({G, p.c, p.contacts}, 1e-12).ok());
      const Vector x_c = Vector::LinSpaced(4, -1.0, 2.0);
      Vector x(7), back(4);
      joints.expand({G, p.c, p.contacts}, x_c, x);
      joints.restrict(x, back);
      EXPECT_EQ(back, x_c);
      const Vector gamma = p.G * x + p.c;
      EXPECT_LE(gamma(joint_rows).cwiseAbs().maxCoeff(), 1e-11);  // rounding of sums of some hundred
    }
  }
}

// Two mechanisms, each with a joint: their contacts stay strangers to each other.
TEST(JointElimination, CouplesNoContactsOfDifferentMechanisms) {
  Problem p;
  for (int k = 0; k < 2; ++k) {
    push(p.contacts, Cone::bilateral, 1);
    push(p.contacts, Cone::unilateral, 1);
    push(p.contacts, Cone::unilateral, 1);
  }
  p.G = Matrix::Identity(6, 6);
  for (const Index j : {0, 3})
    for (const Index i : {j + 1, j + 2}) p.G(i, j) = p.G(j, i) = 0.5;
  p.c = Vector::Ones(6);
  BlockRows rows;
  struct Sparse final : public DelassusOperator {
    void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
    Index size() const override { return 6; }
    void apply(VecRef x, VecOut y) const override { y = G * x; }
    void add_response(VecRef, VecOut) const override {}
    bool keeps_response() const override { return true; }
    VecView diagonal() const override { return {ones.data(), 6}; }
    const BlockRows* rows() const override { return &pattern; }
    Matrix G;
    Vector ones = Vector::Ones(6);
    BlockRows pattern;
  } G;
  G.G = p.G;
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 6; ++j)
      if (p.G(i, j) != 0.0) {
        G.pattern.col.push_back(j);
        G.pattern.value.push_back(p.G(i, j));
      }
    G.pattern.start.push_back(static_cast<Index>(G.pattern.col.size()));
  }
  JointElimination joints;
  ASSERT_TRUE(joints.load({G, p.c, p.contacts}, 1e-12).ok());
  const auto* reduced = joints.G().rows();
  ASSERT_NE(reduced, nullptr);
  EXPECT_EQ(reduced->col, (std::vector<Index>{0, 1, 0, 1, 2, 3, 2, 3}));
  EXPECT_EQ(reduced->value, (std::vector<double>{0.75, -0.25, -0.25, 0.75, 0.75, -0.25, -0.25, 0.75}));
}

TEST(JointElimination, RefusesMoreJointsThanItCanFactor) {
  Problem p;
  const Index rows = JointElimination::most_joint_rows + 1;
  for (Index k = 0; k < rows; ++k) push(p.contacts, Cone::bilateral, 1);
  p.c = Vector::Ones(rows);
  const DenseDelassus nothing(Matrix::Zero(0, 0));
  const auto report = JointElimination().load({nothing, p.c, p.contacts}, 1e-12);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("4000"), std::string::npos) << report.message;
}

}  // namespace joint_elimination_test
}  // namespace percuss
