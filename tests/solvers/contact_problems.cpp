// SPDX-License-Identifier: Apache-2.0
#include "tests/solvers/contact_problems.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <vector>

namespace percuss {

void push(ContactSet& set, Cone cone, Index rows, double mu) {
  set.finish_contact(set.size(), cone, rows, mu, 0.0, 0.0);
}

void fill(Problem& problem, std::mt19937& random) {
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> mass(0.5, 2.0);
  const Index nl = problem.contacts.rows(), nv = 2 * nl + 2;
  const Matrix W = Matrix::NullaryExpr(nv, nl, [&] { return number(random); });
  const Vector m = Vector::NullaryExpr(nv, [&] { return mass(random); });
  problem.G = W.transpose() * m.cwiseInverse().asDiagonal() * W;
  problem.c = Vector::NullaryExpr(nl, [&] { return number(random); });
}

Problem tilted_rods(double tilt, Cone cone, const Eigen::Vector3d& fourth) {
  Problem problem;
  push(problem.contacts, Cone::bilateral, 3);
  push(problem.contacts, cone, 1);
  Matrix W(3, 4);
  W << 0.0, tilt, 0.0, fourth[0],  //
      1.0, 1.0, 1.0, fourth[1],    //
      -0.5, 0.5, 0.0, fourth[2];
  problem.G = W.transpose() * W;
  problem.c = Vector::Zero(4);
  return problem;
}

Problem random_problem(unsigned seed, bool joints, double most_mu) {
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

Problem random_problem_in_space(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> mu(0.0, 1.0);
  Problem problem;
  const auto count = static_cast<Index>(1 + random() % 6);
  for (Index k = 0; k < count; ++k) push(problem.contacts, Cone::coulomb, 3, mu(random));
  fill(problem, random);
  return problem;
}

Problem random_heap(unsigned seed, Index count, double most_mu) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  Problem problem;
  const Index bodies = 1 + static_cast<Index>(unit(random) * static_cast<double>(count));
  const double decades = 3.0 * unit(random), joints = 0.2 * unit(random), doubles = 0.3 * unit(random);
  Matrix W = Matrix::Zero(6 * bodies, 3 * count);
  for (Index k = 0; k < count; ++k) {
    const double draw = unit(random);
    const Index rows = 1 + static_cast<Index>(random() % 3), first = problem.contacts.rows();
    const Index a = static_cast<Index>(random()) % bodies, b = static_cast<Index>(random()) % bodies;
    const double mu = most_mu * unit(random);
    if (k > 0 && unit(random) < doubles) {  // as the one before, with a mu of its own
      const Index last = problem.contacts.first_row(k - 1), same = problem.contacts.num_rows(k - 1);
      W.middleCols(first, same) = W.middleCols(last, same);
      push(problem.contacts, problem.contacts.cone.back(), same, mu);
      continue;
    }
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < 6; ++j) {
        W(6 * a + j, first + i) = number(random);
        if (a != b) W(6 * b + j, first + i) = number(random);
      }
    if (draw < joints)
      push(problem.contacts, Cone::bilateral, rows);
    else
      push(problem.contacts, rows == 1 ? Cone::unilateral : Cone::coulomb, rows, mu);
  }
  const Index nl = problem.contacts.rows();
  W.conservativeResize(6 * bodies, nl);
  Vector inverse_mass(6 * bodies), v(6 * bodies);
  for (Index i = 0; i < bodies; ++i)
    inverse_mass.segment(6 * i, 6).setConstant(std::pow(10.0, decades * (2.0 * unit(random) - 1.0)));
  v = Vector::NullaryExpr(6 * bodies, [&] { return number(random); });
  problem.G = W.transpose() * inverse_mass.asDiagonal() * W;
  problem.c = W.transpose() * v;
  return problem;
}

Problem chain(Index n) {
  Problem problem;
  for (Index k = 0; k < n; ++k) push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    problem.G(i, i) = 2.0;
    if (i > 0) problem.G(i, i - 1) = problem.G(i - 1, i) = -1.0;
  }
  problem.c = Vector::Constant(n, -1.0);
  return problem;
}

Problem falling_discs(Index columns, Index rows, unsigned seed) {
  const auto place = [](Index i, Index row) {
    return Eigen::Vector2d(2.0 * static_cast<double>(i) + static_cast<double>(row % 2),
                           std::sqrt(3.0) * static_cast<double>(row));
  };
  const Index discs = columns * rows;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> some(-0.3, 0.3);
  Vector v(3 * discs);
  for (double& x : v) x = some(random);
  Problem problem;
  std::vector<Eigen::Triplet<double>> entries;
  const auto touch = [&](Index a, Index b, const Eigen::Vector2d& n) {  // n: from b, or the ground, to a
    const Index row = problem.contacts.rows();
    push(problem.contacts, Cone::coulomb, 2, 0.3);
    const Eigen::Vector2d t(-n[1], n[0]);
    for (Index axis = 0; axis < 2; ++axis)
      for (Index j = 0; j < 2; ++j) {
        const double entry = axis == 0 ? n[j] : t[j];
        entries.emplace_back(3 * a + j, row + axis, entry);
        if (b >= 0) entries.emplace_back(3 * b + j, row + axis, -entry);
      }
    entries.emplace_back(3 * a + 2, row + 1, -1.0);  // both turn against t at their rims
    if (b >= 0) entries.emplace_back(3 * b + 2, row + 1, -1.0);
  };
  for (Index row = 0; row < rows; ++row)
    for (Index i = 0; i < columns; ++i) {
      const Index disc = columns * row + i;
      if (row >= rows / 4) v[3 * disc + 1] -= 4.0;
      if (row == 0) touch(disc, -1, {0.0, 1.0});
      if (i == 0) touch(disc, -1, {1.0, 0.0});
      if (i + 1 == columns) touch(disc, -1, {-1.0, 0.0});
      for (Index other = std::max<Index>(0, disc - 2 * columns); other < disc; ++other) {
        const Eigen::Vector2d way = place(i, row) - place(other % columns, other / columns);
        if (way.norm() < 2.001 && some(random) < 0.06) touch(disc, other, way.normalized());
      }
    }
  Eigen::SparseMatrix<double> W(3 * discs, problem.contacts.rows());
  W.setFromTriplets(entries.begin(), entries.end());
  Vector inverse = Vector::Ones(3 * discs);
  for (Index disc = 0; disc < discs; ++disc) inverse[3 * disc + 2] = 2.0;
  problem.G = Matrix(W.transpose() * inverse.asDiagonal() * W);
  problem.c = W.transpose() * v;
  for (Index k = 0; k < problem.contacts.size(); ++k) problem.c[2 * k] += 0.05 * std::min(problem.c[2 * k], 0.0);
  return problem;
}

Problem brick_wall(Index length, Index courses, double top_mass) {
  std::vector<Eigen::Vector3d> middle;
  Vector mass(length * courses);
  for (Index course = 0; course < courses; ++course)
    for (Index i = 0; i < length - course % 2; ++i) {
      mass[static_cast<Index>(middle.size())] = course + 1 == courses ? top_mass : 1.0;
      middle.emplace_back(static_cast<double>(i) + 0.5 * static_cast<double>(course % 2), 0.0,
                          0.25 + 0.5 * static_cast<double>(course));
    }
  const auto bodies = static_cast<Index>(middle.size());
  Problem problem;
  Matrix W(6 * bodies, 0);
  const auto touch = [&](Index upper, Index lower, const Eigen::Vector3d& place) {
    push(problem.contacts, Cone::coulomb, 3, 0.5);
    W.conservativeResize(Eigen::NoChange, W.cols() + 3);
    W.rightCols<3>().setZero();
    for (Index axis = 0; axis < 3; ++axis) {
      const Eigen::Vector3d d = Eigen::Vector3d::Unit((axis + 2) % 3);
      auto column = W.col(W.cols() - 3 + axis);
      column.segment<6>(6 * upper) << d, (place - middle[static_cast<std::size_t>(upper)]).cross(d);
      if (lower >= 0) column.segment<6>(6 * lower) << -d, -(place - middle[static_cast<std::size_t>(lower)]).cross(d);
    }
  };
  const auto touch_strip = [&](Index upper, Index lower, double from, double to) {
    for (const double x : {from, to})
      for (const double y : {-0.25, 0.25})
        touch(upper, lower, {x, y, middle[static_cast<std::size_t>(upper)][2] - 0.25});
  };
  for (Index upper = 0; upper < bodies; ++upper) {
    const Eigen::Vector3d& m = middle[static_cast<std::size_t>(upper)];
    if (m[2] < 0.5) touch_strip(upper, -1, m[0] - 0.5, m[0] + 0.5);
    for (Index lower = 0; lower < upper; ++lower) {
      const Eigen::Vector3d& other = middle[static_cast<std::size_t>(lower)];
      if (m[2] - other[2] != 0.5 || std::abs(m[0] - other[0]) >= 1.0) continue;
      touch_strip(upper, lower, std::max(m[0], other[0]) - 0.5, std::min(m[0], other[0]) + 0.5);
    }
  }
  Vector inverse(6 * bodies), v = Vector::Zero(6 * bodies);
  for (Index i = 0; i < bodies; ++i) {
    inverse.segment<6>(6 * i) << 1.0, 1.0, 1.0, 24.0, 9.6, 9.6;  // 12 / (a^2 + b^2)
    inverse.segment<6>(6 * i) /= mass[i];
    v[6 * i + 2] = -1.0;
  }
  problem.G = W.transpose() * inverse.asDiagonal() * W;
  problem.c = W.transpose() * v;
  return problem;
}

double judged(const Problem& p, const Vector& x) {
  return natural_residual(p.contacts, p.G.diagonal(), p.G * x + p.c, x);
}

}  // namespace percuss
