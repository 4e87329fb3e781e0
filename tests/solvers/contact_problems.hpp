// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <random>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/delassus/given.hpp"

namespace percuss {

/// A Delassus operator that is a dense matrix.
using DenseDelassus = GivenDelassus;

inline void push(ContactSet& set, Cone cone, Index rows, double mu = 0.0) {
  set.finish_contact(set.size(), cone, rows, mu, 0.0, 0.0);
}

/// One problem: G, c and the cones.
struct Problem {
  Matrix G;
  Vector c;
  ContactSet contacts;
};

/// G = W' M^-1 W of random W and M, positive definite, and random c.
inline void fill(Problem& problem, std::mt19937& random) {
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> mass(0.5, 2.0);
  const Index nl = problem.contacts.rows(), nv = 2 * nl + 2;
  const Matrix W = Matrix::NullaryExpr(nv, nl, [&] { return number(random); });
  const Vector m = Vector::NullaryExpr(nv, [&] { return mass(random); });
  problem.G = W.transpose() * m.cwiseInverse().asDiagonal() * W;
  problem.c = Vector::NullaryExpr(nl, [&] { return number(random); });
}

/// One to six contacts: unilateral and, by choice, joints of one or two rows and planar Coulomb with mu in [0,
/// most_mu].
inline Problem random_problem(unsigned seed, bool joints, double most_mu) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> mu(0.0, most_mu);
  Problem problem;
  const auto count = static_cast<Index>(1 + random() % 6);
  for (Index k = 0; k < count; ++k) {
    const auto kind = random() % 3;
    if (kind == 0 && joints)
      push(problem.contacts, Cone::bilateral, static_cast<Index>(1 + random() % 2));
    else if (kind == 1 && most_mu > 0.0)
      push(problem.contacts, Cone::coulomb, 2, mu(random));
    else
      push(problem.contacts, Cone::unilateral, 1);
  }
  fill(problem, random);
  return problem;
}

/// One to six contacts in space, friction up to mu = 1.
inline Problem random_problem_in_space(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> mu(0.0, 1.0);
  Problem problem;
  const auto count = static_cast<Index>(1 + random() % 6);
  for (Index k = 0; k < count; ++k) push(problem.contacts, Cone::coulomb, 3, mu(random));
  fill(problem, random);
  return problem;
}

/// The judge on a dense problem.
inline double judged(const Problem& p, const Vector& x) {
  return natural_residual(p.contacts, p.G.diagonal(), p.G * x + p.c, x);
}

}  // namespace percuss
