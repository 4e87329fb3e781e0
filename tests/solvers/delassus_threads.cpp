// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/parallel.hpp"
#include "solvers/delassus/assembled.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace delassus_threads {

/// G and a response, made from nothing by so many threads.
struct Made {
  BlockRows rows;
  Vector v;
};

Made made_by(int threads, const MechanicalSystem& system, const ContactSet& set) {
  set_threads(threads);
  BlockFactor factor(system, LinearSolverKind::automatic);
  Made made{{}, Vector::Zero(system.num_v())};
  EXPECT_TRUE(factor.update(0.0, made.v, made.v, {}).ok());
  AssembledDelassus G;
  G.update(factor, set, set);
  made.rows = *G.rows();
  G.add_response(random_vector(set.rows(), 3), made.v);
  set_threads(0);
  return made;
}

void expect_same_bits(const MechanicalSystem& system, const ContactSet& set) {
  const auto one = made_by(1, system, set);
  for (const int threads : {2, 4}) {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    const auto many = made_by(threads, system, set);
    EXPECT_EQ(many.rows.start, one.rows.start);
    EXPECT_EQ(many.rows.col, one.rows.col);
    EXPECT_EQ(many.rows.value, one.rows.value);
    EXPECT_EQ(many.v, one.v);
  }
}

ContactSet spread(const MechanicalSystem& system, Index count) {
  std::mt19937 random(5);
  ContactSet set;
  set.clear(system.num_v());
  const auto bodies = static_cast<unsigned>(system.num_bodies());
  for (Index k = 0; k < count; ++k)
    push_contact(set, system, {static_cast<Index>(random() % bodies), static_cast<Index>(random() % bodies)}, 1 + k % 2,
                 Cone::coulomb, 0.1, random);
  return set;
}

void add_body(MechanicalSystem& system, const SparseMatrix& M) {
  system.add(std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(M.rows()), SymmetricMatrix(M.rows())));
}

TEST(DelassusThreads, DoNotChangeTheRowsOfALongBar) {
  MechanicalSystem system;
  add_body(system, tridiagonal_matrix(parallel_threshold + 3, 4.0, 1.0));
  expect_same_bits(system, spread(system, 120));
}

TEST(DelassusThreads, DoNotChangeTheRowsOfBodiesOfEveryStructure) {
  MechanicalSystem system;
  add_body(system, banded_matrix(300, 3, 1));
  add_body(system, grid_matrix(20, 12));
  add_body(system, banded_matrix(200, 0, 2));
  add_body(system, banded_matrix(6, 3, 3));
  expect_same_bits(system, spread(system, 150));
}

TEST(DelassusThreads, DoNotChangeTheRowsOfManySmallBodies) {
  MechanicalSystem system;
  for (unsigned i = 0; i < 400; ++i) add_body(system, banded_matrix(3, i % 3, i));
  expect_same_bits(system, spread(system, 900));
}

/// Dense bodies have neither chains nor halves; their columns are solved for body by body.
TEST(DelassusThreads, DoNotChangeTheRowsOfManyDenseBodies) {
  MechanicalSystem system;
  for (unsigned i = 0; i < 30; ++i) add_body(system, banded_matrix(40, 39, i));
  expect_same_bits(system, spread(system, 300));
}

}  // namespace delassus_threads
}  // namespace percuss
