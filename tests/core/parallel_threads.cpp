// SPDX-License-Identifier: Apache-2.0
// The same bits for any number of threads, above the size from which the loops use them.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <span>

#include "core/mechanical_system.hpp"
#include "core/parallel.hpp"
#include "core/symmetric_matrix.hpp"
#include "model/linear_body.hpp"

namespace percuss {
namespace parallel_threads {

constexpr Index large = 3 * parallel_threshold + 17;  // not a multiple of any number of threads

Vector random_vector(Index n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return Vector::NullaryExpr(n, [&] { return number(random); });
}

SparseMatrix tridiagonal(Index n, double diagonal, double off) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < static_cast<int>(n); ++i) {
    entries.emplace_back(i, i, diagonal + 1e-3 * i);
    if (i + 1 < static_cast<int>(n)) {
      entries.emplace_back(i, i + 1, off);
      entries.emplace_back(i + 1, i, off);
    }
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

/// `result` computed with 1, 2 and 4 threads; all must have the same bits.
void expect_same_bits(const std::function<Vector()>& result) {
  set_threads(1);
  const Vector serial = result();
  for (const int threads : {2, 4}) {
    set_threads(threads);
    EXPECT_EQ(result(), serial) << threads << " threads";
  }
  set_threads(0);
}

TEST(Threads, DoNotChangeVectorSums) {
  const Vector x = random_vector(large, 1), y = random_vector(large, 2), w = random_vector(large, 3);
  expect_same_bits([&] {
    Vector z(large);
    combine(0.3, x, 0.7, y, z);
    return z;
  });
  expect_same_bits([&] {
    Vector z(large);
    combine(x, 0.3, y, 0.7, w, z);
    return z;
  });
}

TEST(Threads, DoNotChangeScalarProducts) {
  const Vector x = random_vector(large, 4), y = random_vector(large, 5);
  expect_same_bits([&] { return Vector::Constant(1, dot(x, y)); });
}

TEST(Threads, DoNotChangeProductsWithMatrices) {
  const Vector x = random_vector(large, 6), y = random_vector(large, 7);
  for (const double off : {0.0, -1.0}) {
    const SymmetricMatrix A(tridiagonal(large, 2.0, off));
    expect_same_bits([&] {
      Vector z = y;
      A.multiply_add(0.1, x, z);
      return z;
    });
    expect_same_bits([&] {
      Vector z(large);
      A.multiply(0.1, x, z);
      return z;
    });
    expect_same_bits([&] { return (Vector(2) << A.quadratic(x), A.quadratic(0.3, x, 0.7, y)).finished(); });
  }
}

TEST(Threads, DoNotChangeSumsInOnePass) {
  const Vector x = random_vector(large, 10), y = random_vector(large, 11);
  expect_same_bits([&] {
    Vector sums(2);
    ordered_sums<2>(large, large, {sums.data(), 2}, [&](Index begin, Index end, std::span<double> its) {
      its[0] += x.segment(begin, end - begin).dot(y.segment(begin, end - begin));
      its[1] += x.segment(begin, end - begin).squaredNorm();
    });
    return sums;
  });
}

// From 64 bodies with rows enough on they are shared out among the threads, fewer share their own rows: both in turn.
TEST(Threads, DoNotChangeSparseProducts) {
  const Index n = large / 2;  // some four entries a row
  SparseMatrix far(n, n);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i + 40 < static_cast<int>(n); ++i) {
    entries.emplace_back(i, i + 40, 1e-4 * i);
    entries.emplace_back(i + 40, i, 1e-4 * i);
  }
  far.setFromTriplets(entries.begin(), entries.end());
  const SymmetricMatrix A(SparseMatrix(far + tridiagonal(n, 2.0, -1.0)));
  ASSERT_EQ(A.structure(), SymmetricMatrix::Structure::sparse);
  const Vector x = random_vector(n, 10), y = random_vector(n, 11);
  expect_same_bits([&] {
    Vector z = y;
    A.multiply_add(0.3, x, z);
    return z;
  });
  expect_same_bits([&] {
    Vector z(n);
    A.multiply(0.3, x, z);
    return z;
  });
}

TEST(Threads, DoNotChangeTheMotionOfManyBodies) {
  struct Case {
    Index bodies, rows;
  };
  for (const auto [bodies, n] : {Case{2, parallel_threshold + 3}, Case{63, 2100}, Case{64, 2100}, Case{150, 900}}) {
    SCOPED_TRACE(bodies);
    MechanicalSystem system;
    const SymmetricMatrix A(tridiagonal(n, 2.0, -1.0));
    for (Index i = 0; i < bodies; ++i) {
      auto body = std::make_unique<LinearBody>(A, A, A);
      body->add_force(i % n, TimeFunction(1.5));
      system.add(std::move(body));
    }
    const Vector q = random_vector(system.num_q(), 8), v = random_vector(system.num_v(), 9);
    expect_same_bits([&] {
      Vector f(system.num_v());
      system.forces(0.0, q, v, f);
      return f;
    });
    expect_same_bits([&] {
      Vector next(system.num_q());
      system.advance(q, 0.1, v, 0.2, v, next);
      return next;
    });
    expect_same_bits([&] {
      const auto energy = system.energy(0.0, q, v);
      const auto work = system.work(0.0, 0.1, q, v, v);
      return (Vector(4) << energy.kinetic, energy.potential, work.applied, work.damping).finished();
    });
  }
}

}  // namespace parallel_threads
}  // namespace percuss
