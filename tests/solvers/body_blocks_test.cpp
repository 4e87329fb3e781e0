// SPDX-License-Identifier: Apache-2.0
// Bodies of every structure side by side, so many contacts that every way to form G is taken, against the dense
// What' A^-1 W.
#include "solvers/delassus/body_blocks.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include "solvers/delassus/assembled.hpp"
#include "tests/core/fewer_under_sanitizers.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace body_blocks_test {

/// Bodies with the given mass matrices.
struct Bodies {
  MechanicalSystem system;
  Matrix inverse;  // of all masses
  explicit Bodies(const std::vector<SparseMatrix>& blocks) {
    Index n = 0;
    for (const auto& block : blocks) n += block.rows();
    inverse = Matrix::Zero(n, n);
    for (const auto& block : blocks) {
      const Index rows = block.rows();
      inverse.block(system.num_v(), system.num_v(), rows, rows) =
          Matrix(block).ldlt().solve(Matrix::Identity(rows, rows));
      system.add(std::make_unique<LinearBody>(SymmetricMatrix(block), SymmetricMatrix(rows), SymmetricMatrix(rows)));
    }
  }
};

/// A wheel, lumped bars, a bar, beams of two widths, a frame (too wide for a chain) and a plate. Columns that are
/// solved for stand by rows in the short bar, by columns in the long one.
std::vector<SparseMatrix> one_of_each() {
  return {banded_matrix(3, 0, 1),  banded_matrix(40, 0, 2),  banded_matrix(50, 1, 3), banded_matrix(60, 3, 4),
          banded_matrix(45, 8, 5), banded_matrix(50, 12, 6), grid_matrix(18, 4),      banded_matrix(300, 0, 7)};
}

/// Well conditioned, entries of order 1: some hundred eps.
constexpr double tolerance = 1e-12;

void expect_is(const DelassusOperator& G, const Matrix& inverse, const ContactSet& law, const ContactSet& force) {
  ASSERT_EQ(G.size(), law.rows());
  if (law.rows() == 0) return;
  Matrix U = Matrix::Zero(inverse.rows(), force.rows()), exact = Matrix::Zero(law.rows(), force.rows());
  for (Index j = 0; j < force.rows(); ++j)
    for (Index e = force.W.begin(j); e < force.W.end(j); ++e)
      U.col(j) += force.W.value(e) * inverse.col(force.W.row(e));
  for (Index i = 0; i < law.rows(); ++i)
    for (Index e = law.W.begin(i); e < law.W.end(i); ++e) exact.row(i) += law.W.value(e) * U.row(law.W.row(e));
  for (std::size_t i = 0; i < law.regularisation.size(); ++i)
    exact(static_cast<Index>(i), static_cast<Index>(i)) += law.regularisation[i];
  Matrix stored = Matrix::Zero(G.size(), G.size());
  const auto& rows = *G.rows();
  for (Index i = 0; i < G.size(); ++i)
    for (Index e = rows.start[static_cast<std::size_t>(i)]; e < rows.start[static_cast<std::size_t>(i) + 1]; ++e)
      stored(i, rows.col[static_cast<std::size_t>(e)]) += rows.value[static_cast<std::size_t>(e)];
  EXPECT_LE((stored - exact).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((G.diagonal() - exact.diagonal()).cwiseAbs().maxCoeff(), tolerance);
  const Vector x = random_vector(G.size(), 77), v = random_vector(U.rows(), 78);
  Vector w = v;
  G.add_response(x, w);
  EXPECT_LE((w - v - U * x).cwiseAbs().maxCoeff(), tolerance * static_cast<double>(G.size()));
}

/// What the sweeps rely on: rows of a contact share their columns, these ascend, its own block is among them.
void expect_whole_blocks(const BlockRows& rows, const ContactSet& set) {
  for (Index k = 0; k < set.size(); ++k) {
    const auto columns_of = [&rows](Index i) {
      return std::vector<Index>(rows.col.begin() + rows.start[static_cast<std::size_t>(i)],
                                rows.col.begin() + rows.start[static_cast<std::size_t>(i) + 1]);
    };
    const auto columns = columns_of(set.first_row(k));
    EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end()));
    for (Index r = 0; r < set.num_rows(k); ++r) {
      EXPECT_EQ(columns_of(set.first_row(k) + r), columns);
      EXPECT_TRUE(std::binary_search(columns.begin(), columns.end(), set.first_row(k) + r));
    }
  }
}

TEST(BodyBlocks, AreTheDenseProductForBodiesOfEveryStructure) {
  for (int seed = 1; seed <= fewer(4); ++seed)
    for (const Index count : {1, 12, 90, 250}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", contacts " + std::to_string(count));
      std::mt19937 random(static_cast<unsigned>(seed));
      const Bodies bodies(one_of_each());
      const auto factor = factored(bodies.system);
      const auto set = random_contacts(bodies.system, count, random);
      AssembledDelassus G;
      G.update(factor, set, set);
      expect_is(G, bodies.inverse, set, set);
      expect_whole_blocks(*G.rows(), set);
    }
}

TEST(BodyBlocks, TakeEveryWayWhereContactsAreMany) {
  std::mt19937 random(1);
  const Bodies bodies(one_of_each());
  const auto factor = factored(bodies.system);
  const auto set = random_contacts(bodies.system, 250, random);
  AssembledDelassus G;
  G.update(factor, set, set);
  const auto text = G.description();
  for (const char* way : {"): solves (", "): chain (", "): halves (", "small bodies (1): solves"})
    EXPECT_NE(text.find(way), std::string::npos) << way << " is not in\n" << text;
}

// One body alone, with few contacts and with many.
TEST(BodyBlocks, AreTheDenseProductForOneBody) {
  for (const auto& block : one_of_each())
    for (const Index count : {1, 3, 40}) {
      SCOPED_TRACE(std::to_string(block.rows()) + " rows, contacts " + std::to_string(count));
      std::mt19937 random(3);
      const Bodies one({block});
      const auto factor = factored(one.system);
      const auto set = random_contacts(one.system, count, random);
      AssembledDelassus G;
      G.update(factor, set, set);
      expect_is(G, one.inverse, set, set);
      expect_whole_blocks(*G.rows(), set);
    }
}

TEST(BodyBlocks, NeedNotBeSymmetric) {
  const Bodies bodies(one_of_each());
  const auto factor = factored(bodies.system);
  for (const Index count : {5, 80}) {
    std::mt19937 random(4), other(5);
    ContactSet law, force;
    for (auto* set : {&law, &force}) {
      set->clear(bodies.system.num_v());
      for (Index k = 0; k < count; ++k)
        push_contact(*set, bodies.system, {k % 7, (3 * k + (set == &law ? 1 : 2)) % 7}, 1 + k % 3, Cone::bilateral, 0.0,
                     set == &law ? random : other);
    }
    AssembledDelassus G;
    G.update(factor, law, force);
    expect_is(G, bodies.inverse, law, force);
    expect_whole_blocks(*G.rows(), law);
    G.update(factor, force, force);
    expect_is(G, bodies.inverse, force, force);
    G.update(factor, force, law);
    expect_is(G, bodies.inverse, force, law);
    G.update(factor, law, law);
    expect_is(G, bodies.inverse, law, law);
  }
}

TEST(BodyBlocks, FollowContactsFactorsAndRegularisation) {
  std::mt19937 random(6);
  const Bodies bodies(one_of_each());
  auto factor = factored(bodies.system);
  AssembledDelassus G;
  double mass = 1.0;
  for (const Index count : {70, 3, 0, 90, 70, 1}) {
    SCOPED_TRACE(count);
    auto set = random_contacts(bodies.system, count, random);
    G.update(factor, set, set);
    expect_is(G, bodies.inverse / mass, set, set);
    const Vector zero = Vector::Zero(bodies.system.num_v());
    mass += 1.0;
    ASSERT_TRUE(factor.update(0.0, zero, zero, {mass, 0.0, 0.0}).ok());
    G.update(factor, set, set);
    expect_is(G, bodies.inverse / mass, set, set);
    set.regularisation.assign(static_cast<std::size_t>(set.rows()), 0.25);
    G.update(factor, set, set);
    expect_is(G, bodies.inverse / mass, set, set);
    ContactSet half;  // the same pattern with other values
    half.clear(bodies.system.num_v());
    for (Index k = 0; k < set.size(); ++k) {
      for (Index j = set.first_row(k); j < set.first_row(k) + set.num_rows(k); ++j) {
        for (Index e = set.W.begin(j); e < set.W.end(j); ++e) half.W.push(set.W.row(e), 0.5 * set.W.value(e));
        half.W.finish_column();
      }
      half.finish_contact(k, Cone::bilateral, set.num_rows(k), 0.0, 0.0, 0.0);
    }
    G.update(factor, half, half);
    expect_is(G, bodies.inverse / mass, half, half);
  }
}

// Contacts on a bar of 4000 nodes under its mass alone, 100 nodes apart: what is beyond five neighbours lies below
// underflow and is not stored.
TEST(BodyBlocks, StoreNothingBelowUnderflow) {
  const auto bar = tridiagonal_matrix(4000, 4.0, 1.0);
  MechanicalSystem system;
  system.add(std::make_unique<LinearBody>(SymmetricMatrix(bar), SymmetricMatrix(4000), SymmetricMatrix(4000)));
  const auto factor = factored(system);
  ContactSet set;
  set.clear(4000);
  for (Index i = 39; i >= 0; --i) {  // from the far end on
    set.W.push(100 * i, 1.0);
    set.W.finish_column();
    set.finish_contact(39 - i, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  }
  AssembledDelassus G;
  G.update(factor, set, set);
  for (Index k = 0; k < 40; ++k)
    EXPECT_EQ(G.rows()->start[static_cast<std::size_t>(k) + 1] - G.rows()->start[static_cast<std::size_t>(k)],
              std::min<Index>(k + 6, 40) - std::max<Index>(k - 5, 0));
  expect_whole_blocks(*G.rows(), set);
  Vector u = Vector::Zero(4000);
  u[2000] = 1.0;
  factor.solve_in_place(u);
  for (const Index k : {14, 18, 19, 24}) EXPECT_NEAR(G.rows()->coefficient(19, k), u[100 * (39 - k)], 1e-15);
}

// A row of W without entries moves nothing.
TEST(BodyBlocks, CopeWithEmptyRows) {
  const Bodies bodies(one_of_each());
  const auto factor = factored(bodies.system);
  std::mt19937 random(8);
  auto set = random_contacts(bodies.system, 60, random);
  for (int r = 0; r < 2; ++r) set.W.finish_column();
  set.finish_contact(60, Cone::coulomb, 2, 0.0, 0.0, 0.0);
  set.W.push(50, 1.0);
  set.W.finish_column();
  set.W.finish_column();
  set.finish_contact(61, Cone::coulomb, 2, 0.0, 0.0, 0.0);
  AssembledDelassus G;
  G.update(factor, set, set);
  expect_is(G, bodies.inverse, set, set);
  EXPECT_EQ(G.diagonal()[set.first_row(60)], 0.0);
}

}  // namespace body_blocks_test
}  // namespace percuss
