// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "core/decompositions.hpp"
#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/contact_solver.hpp"
#include "solvers/delassus/given.hpp"
#include "tests/core/fewer_under_sanitizers.hpp"

namespace percuss {

/// A Delassus operator that is a dense matrix.
using DenseDelassus = GivenDelassus;

void push(ContactSet& set, Cone cone, Index rows, double mu = 0.0);

/// One problem: G, c and the cones.
struct Problem {
  Matrix G;
  Vector c;
  ContactSet contacts;
};

/// A problem with its sparse Delassus operator, for methods, which know no joints.
struct Posed {
  explicit Posed(Problem its) : problem(std::move(its)), G(problem.G.sparseView(), problem.contacts) {}
  Report solve(const ContactMethod& method, Vector& x, double tolerance, int most) const {
    return method.solve({G, problem.c, problem.contacts}, x, tolerance, most);
  }
  Vector zero() const { return Vector::Zero(problem.c.size()); }

  Problem problem;
  GivenDelassus G;
};

/// G = W' M^-1 W of random W and M, positive definite, and random c.
void fill(Problem& problem, std::mt19937& random);

/// A body of the plane on three rods that are one joint, the second tilted against two that are parallel, and a fourth
/// row on the same body. c = 0.
Problem tilted_rods(double tilt, Cone cone, const Eigen::Vector3d& fourth);

/// One to six contacts: unilateral and, by choice, joints of one or two rows and planar Coulomb with mu in [0,
/// most_mu].
Problem random_problem(unsigned seed, bool joints, double most_mu);

/// One to six contacts in space, friction up to mu = 1.
Problem random_problem_in_space(unsigned seed);

/// A heap of bodies in space with joints among its contacts: masses over some decades, contacts of 1 to 3 rows between
/// random bodies or a body and the ground, friction up to `most_mu`, some contacts twice; more rows than degrees of
/// freedom as often as not. c comes from a velocity of the bodies, so that there is a solution.
Problem random_heap(unsigned seed, Index count, double most_mu);

/// n contacts that press on their neighbours, each moved by its own weight: x_i = (i + 1) (n - i) / 2, and a sweep
/// carries news one contact further.
Problem chain(Index n);

/// A wall of bricks 1 m by 0.5 m by 0.5 m in running bond, full courses of `length` and shorter ones between them, on
/// the ground; the eight corners at which a brick lies on others, with friction. All of 1 kg, but for the top course.
Problem brick_wall(Index length, Index courses, double top_mass);

/// Discs of 1 m and 1 kg in the plane, packed like a honeycomb between a floor and two walls, friction 0.3, two of five
/// pairs a little apart: a quarter of them below stands still, the others fall on them at 4 m/s, all a little at
/// random, and leave with a twentieth of that.
Problem falling_discs(Index columns, Index rows, unsigned seed);

/// The judge on a dense problem.
double judged(const Problem& p, const Vector& x);

}  // namespace percuss
