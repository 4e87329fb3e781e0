// SPDX-License-Identifier: Apache-2.0
#include "problems/pile.hpp"

#include <array>
#include <cmath>
#include <random>

#include "problems/pile_parts.hpp"

namespace percuss::problems {

namespace {

constexpr double gravity = 9.81, density = 2500.0;

/// Normal and two tangents.
std::array<Vector3, 3> frame(const Vector3& normal) {
  const Vector3 other = std::abs(normal.z()) < 0.9 ? Vector3::UnitZ() : Vector3::UnitX();
  const Vector3 first = normal.cross(other).normalized();
  return {normal, first, normal.cross(first)};
}

}  // namespace

FclibProblem contact_problem(const Pile& pile, double mu) {
  FclibProblem problem;
  problem.global = true;
  const auto nc = static_cast<Index>(pile.contacts.size()), nv = 6 * static_cast<Index>(pile.bodies.size());
  problem.mu = Vector::Constant(nc, mu);
  problem.w = Vector::Zero(3 * nc);
  problem.f = Vector(nv);
  std::vector<Eigen::Triplet<double, int>> M, H;
  for (Index i = 0; i < nv / 6; ++i) {
    const auto& body = pile.bodies[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k) {
      const auto row = static_cast<int>(6 * i + k);
      M.emplace_back(row, row, body.mass);
      M.emplace_back(row + 3, row + 3, body.inertia[k]);
      problem.f[row] = body.mass * body.velocity[k];
      problem.f[row + 3] = body.inertia[k] * body.spin[k];
    }
  }
  int col = 0;
  for (const auto& contact : pile.contacts)
    for (const auto& direction : frame(contact.normal)) {
      const auto act_on = [&](Index body, double sign) {
        const Vector3 arm = contact.point - pile.bodies[static_cast<std::size_t>(body)].centre;
        const Vector3 moment = arm.cross(direction);
        for (int k = 0; k < 3; ++k) {
          const auto row = static_cast<int>(6 * body + k);
          H.emplace_back(row, col, sign * direction[k]);
          if (moment[k] != 0.0) H.emplace_back(row + 3, col, sign * moment[k]);
        }
      };
      act_on(contact.a, 1.0);
      if (contact.b >= 0) act_on(contact.b, -1.0);
      ++col;
    }
  problem.M.resize(nv, nv);
  problem.M.setFromTriplets(M.begin(), M.end());
  problem.H.resize(nv, 3 * nc);
  problem.H.setFromTriplets(H.begin(), H.end());
  return problem;
}

PileBody sphere(double radius, const Vector3& centre) {
  PileBody body;
  body.mass = density * 4.0 / 3.0 * M_PI * radius * radius * radius;
  body.inertia.setConstant(0.4 * body.mass * radius * radius);
  body.centre = centre;
  return body;
}

void make_heavier(PileBody& body, double ratio) {
  body.mass *= ratio;
  body.inertia *= ratio;
}

/// Gravity and the random velocities.
void set_in_motion(Pile& pile, const PileOptions& options) {
  std::mt19937_64 random(options.seed);
  std::normal_distribution<double> normal(0.0, 1.0);
  for (auto& body : pile.bodies) {
    for (int k = 0; k < 3; ++k) body.velocity[k] = options.speed * normal(random);
    for (int k = 0; k < 3; ++k) body.spin[k] = options.speed / diameter * normal(random);
    body.velocity.z() -= gravity * options.step;
  }
}

Pile running_bond_wall(const PileOptions& options) {
  Pile pile;
  // 8 contacts a brick; courses are half as high as bricks are long, so that a square wall has n bricks in 2 n courses.
  const auto n = std::max<Index>(1, std::lround(std::sqrt(static_cast<double>(options.contacts) / 16.0)));
  const double length = 2.0 * diameter, height = diameter;
  struct Span {
    double from, to;
  };
  std::vector<Span> below, course;
  Index first_below = -1;
  const auto touch = [&](Index a, Index b, double from, double to, double z) {
    for (const double x : {from, to})
      for (const double y : {-0.5 * height, 0.5 * height})
        pile.contacts.push_back({a, b, Vector3(x, y, z), Vector3::UnitZ()});
  };
  for (Index c = 0; c < 2 * n; ++c) {
    course.clear();
    const double right = static_cast<double>(n) * length;
    for (double x = c % 2 == 0 ? 0.0 : -0.5 * length; x < right - 1e-9; x += length)
      course.push_back({std::max(x, 0.0), std::min(x + length, right)});
    const auto first = static_cast<Index>(pile.bodies.size());
    const double z = static_cast<double>(c) * height;
    for (std::size_t i = 0; i < course.size(); ++i) {
      const auto [from, to] = course[i];
      PileBody brick;
      const double l = to - from;
      brick.mass = density * l * height * height;
      brick.inertia =
          brick.mass / 12.0 * Vector3(2.0 * height * height, l * l + height * height, l * l + height * height);
      brick.centre = Vector3(0.5 * (from + to), 0.0, z + 0.5 * height);
      if (c == 2 * n - 1) make_heavier(brick, options.mass_ratio);
      const auto a = static_cast<Index>(pile.bodies.size());
      pile.bodies.push_back(brick);
      if (c == 0) touch(a, -1, from, to, z);
      for (std::size_t j = 0; j < below.size(); ++j) {
        const double begin = std::max(from, below[j].from), end = std::min(to, below[j].to);
        if (end - begin > 1e-9) touch(a, first_below + static_cast<Index>(j), begin, end, z);
      }
    }
    below = course;
    first_below = first;
  }
  set_in_motion(pile, options);
  return pile;
}

Pile cannonball_heap(const PileOptions& options) {
  Pile pile;
  const auto contacts_of = [](Index n) {  // n^2 on the floor; 4 below and 2 beside for all in the layers above
    Index sum = n * n;
    for (Index m = 1; m <= n; ++m) sum += 2 * m * (m - 1) + (m < n ? 4 * m * m : 0);
    return sum;
  };
  Index n = 1;
  while (contacts_of(n + 1) + contacts_of(n) <= 2 * options.contacts) ++n;  // the nearest
  const double radius = 0.5 * diameter, rise = diameter / std::sqrt(2.0);
  Index below = -1;
  for (Index m = n; m >= 1; --m) {
    const auto first = static_cast<Index>(pile.bodies.size());
    const double z = radius + static_cast<double>(n - m) * rise, corner = 0.5 * static_cast<double>(n - m) * diameter;
    const auto add = [&](Index a, Index b) {
      const Vector3 x_a = pile.bodies[static_cast<std::size_t>(a)].centre,
                    x_b = pile.bodies[static_cast<std::size_t>(b)].centre;
      pile.contacts.push_back({a, b, 0.5 * (x_a + x_b), (x_a - x_b).normalized()});
    };
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < m; ++j) {
        const auto a = static_cast<Index>(pile.bodies.size());
        pile.bodies.push_back(sphere(radius, Vector3(corner + static_cast<double>(i) * diameter,
                                                     corner + static_cast<double>(j) * diameter, z)));
        if (m == 1) make_heavier(pile.bodies.back(), options.mass_ratio);
        if (below < 0)
          pile.contacts.push_back({a, -1, pile.bodies.back().centre - Vector3(0, 0, radius), Vector3::UnitZ()});
        else
          for (const Index corner_of :
               {i * (m + 1) + j, i * (m + 1) + j + 1, (i + 1) * (m + 1) + j, (i + 1) * (m + 1) + j + 1})
            add(a, below + corner_of);
        if (j > 0) add(a, a - 1);
        if (i > 0) add(a, a - m);
      }
    below = first;
  }
  set_in_motion(pile, options);
  return pile;
}

Pile column(const PileOptions& options) {
  Pile pile;
  const double radius = 0.5 * diameter;
  for (Index i = 0; i < options.contacts; ++i) {
    const double z = static_cast<double>(i) * diameter;
    pile.bodies.push_back(sphere(radius, Vector3(0, 0, z + radius)));
    pile.contacts.push_back({i, i - 1, Vector3(0, 0, z), Vector3::UnitZ()});
  }
  make_heavier(pile.bodies.back(), options.mass_ratio);
  set_in_motion(pile, options);
  return pile;
}

}  // namespace percuss::problems
