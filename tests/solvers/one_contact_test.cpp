// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/one_contact.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace one_contact_test {

// A block whose tangential rows depend on each other, as where one degree of freedom carries the contact.
TEST(OneContact, SolvesSingularBlocks) {
  std::mt19937 random(3);
  std::normal_distribution<double> number;
  for (int i = 0; i < 200; ++i) {
    const Index dofs = 1 + i % 2;
    const Matrix W = Matrix::NullaryExpr(dofs, 3, [&] { return number(random); });
    const Vector v = Vector::NullaryExpr(dofs, [&] { return number(random); });
    Problem problem{W.transpose() * W, W.transpose() * v, {}};
    push(problem.contacts, Cone::coulomb, 3, 0.3);
    ContactVector x = ContactVector::Zero(3);
    solve_one_contact(Cone::coulomb, 0.3, problem.G, problem.c, x);
    EXPECT_LE(judged(problem, x), 1e-9 * problem.c.norm()) << "problem " << i;  // the prox iteration may end early
  }
}

TEST(OneContact, IsTheSameInOtherUnits) {
  const Matrix G = (Matrix(3, 3) << 2.0, 0.3, -0.2, 0.3, 1.0, 0.1, -0.2, 0.1, 0.7).finished();
  const Vector c = Eigen::Vector3d(-1.0, 2.0, -3.0);
  ContactVector x = ContactVector::Zero(3), scaled = x;
  solve_one_contact(Cone::coulomb, 0.5, G, c, x);
  const double unit = std::ldexp(1.0, 40);
  solve_one_contact(Cone::coulomb, 0.5, unit * G, c / unit, scaled);
  EXPECT_EQ(Vector(x), Vector(unit * unit * scaled));
}

}  // namespace one_contact_test
}  // namespace percuss
