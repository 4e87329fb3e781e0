// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/on_demand.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "solvers/contact/auto.hpp"
#include "solvers/contact/natural_residual.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace on_demand_test {

/// A contact without friction at every second row of a body.
ContactSet on_rows(Index rows, Index count) {
  ContactSet set;
  set.clear(rows);
  for (Index k = 0; k < count; ++k) {
    set.W.push(k * rows / count, 1.0);
    set.W.finish_column();
    set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  }
  return set;
}

TEST(OnDemandDelassus, FormsTheRowsOfAFewContactsAtOnce) {
  const RandomSystem one({200}, 2);
  const auto factor = factored(one.system);
  const auto set = on_rows(200, 20);
  OnDemandDelassus G;
  G.update(factor, set, set);
  EXPECT_NE(G.rows(), nullptr);
  EXPECT_EQ(G.form_rows(), G.rows());
}

TEST(OnDemandDelassus, PutsOffTheRowsOfManyContactsOnOneBody) {
  const RandomSystem one({400}, 2);
  const auto factor = factored(one.system);
  const auto set = on_rows(400, 200);
  OnDemandDelassus G;
  G.update(factor, set, set);
  EXPECT_EQ(G.rows(), nullptr);
  const Matrix W = dense(set.W), exact = W.transpose() * one.M.ldlt().solve(W);
  const Vector x = random_vector(200, 3);
  Vector y(200);
  G.apply(x, y);
  EXPECT_LE((y - exact * x).cwiseAbs().maxCoeff(), 1e-12);  // entries of order 1, 200 of them
  EXPECT_LE((G.diagonal() - exact.diagonal()).cwiseAbs().maxCoeff(), 1e-13);
  const auto* rows = G.form_rows();
  ASSERT_NE(rows, nullptr);
  EXPECT_EQ(G.rows(), rows);
  for (Index i = 0; i < 200; i += 17)
    for (Index j = 0; j < 200; j += 13) EXPECT_NEAR(rows->coefficient(i, j), exact(i, j), 1e-13);
  G.update(factor, set, set);
  EXPECT_EQ(G.rows(), nullptr) << "the rows of another solve";
}

TEST(OnDemandDelassus, LeavesTheRowsOfWideBandsAndOfSmallBodiesToTheAssembledOne) {
  const RandomSystem many(std::vector<Index>(100, 4), 3);
  MechanicalSystem wide;
  wide.add(std::make_unique<LinearBody>(SymmetricMatrix(banded_matrix(300, 40, 5)), SymmetricMatrix(300),
                                        SymmetricMatrix(300)));
  for (const MechanicalSystem* bodies : {&std::as_const(wide), &many.system}) {
    const auto factor = factored(*bodies);
    const auto set = on_rows(bodies->num_v(), 100);
    OnDemandDelassus G;
    G.update(factor, set, set);
    EXPECT_NE(G.rows(), nullptr);
  }
}

TEST(OnDemandDelassus, FormsNoRowsThatNoMemoryHolds) {
  const Index n = 40'000;
  MechanicalSystem system;
  system.add(std::make_unique<LinearBody>(SymmetricMatrix(tridiagonal_matrix(n, 4.0, 1.0)), SymmetricMatrix(n),
                                          SymmetricMatrix(n)));
  const auto factor = factored(system);
  const auto set = on_rows(n, n);
  OnDemandDelassus G;
  G.update(factor, set, set);
  EXPECT_EQ(G.form_rows(), nullptr);
  EXPECT_EQ(G.size(), n);
}

/// The same problem with and without rows.
TEST(OnDemandDelassus, IsSolvedByAutoWithoutItsRows) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const RandomSystem one({300}, 4 * seed + 2);
    const auto factor = factored(one.system);
    const auto set = on_rows(300, 150);
    OnDemandDelassus G;
    AssembledDelassus oracle;
    G.update(factor, set, set);
    oracle.update(factor, set, set);
    const Vector c = random_vector(150, seed);
    Vector x = Vector::Zero(150), y = x;
    const Auto solver{ContactSolverOptions{}};
    const auto report = solver.solve({G, c, set}, x);
    ASSERT_TRUE(report.ok()) << report.message;
    EXPECT_EQ(G.rows(), nullptr) << "formed for nothing";
    ASSERT_TRUE(solver.solve({oracle, c, set}, y).ok());
    EXPECT_LE((x - y).cwiseAbs().maxCoeff(), 1e-10 * y.cwiseAbs().maxCoeff());  // tolerance 1e-12, G well conditioned
    Vector gamma(150);
    oracle.apply(x, gamma);
    EXPECT_LE(natural_residual(set, oracle.diagonal(), gamma + c, x), 1e-11);
  }
}

/// An operator whose saddle-point form leads nowhere: a matrix that no body has.
class Misleading final : public DelassusOperator {
 public:
  /// `has_rows`: the rows are to be had.
  Misleading(const BlockFactor& factor, const ContactSet& set, bool has_rows) : has_rows_(has_rows) {
    inner_.update(factor, set, set);
    broken_ = *inner_.global();
    broken_.force = &nothing_;
    nothing_.clear(set.W.rows());
    for (Index j = 0; j < set.rows(); ++j) nothing_.finish_column();
  }
  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return inner_.size(); }
  void apply(VecRef x, VecOut y) const override { inner_.apply(x, y); }
  void add_response(VecRef x, VecOut v) const override { inner_.add_response(x, v); }
  bool keeps_response() const override { return inner_.keeps_response(); }
  VecView diagonal() const override { return inner_.diagonal(); }
  const BlockRows* rows() const override { return formed_ ? inner_.rows() : nullptr; }
  const BlockRows* form_rows() const override {
    formed_ = has_rows_;
    return rows();
  }
  const GlobalForm* global() const override { return &broken_; }

 private:
  AssembledDelassus inner_;
  GlobalForm broken_;
  SparseColumns nothing_;
  bool has_rows_;
  mutable bool formed_ = false;
};

TEST(OnDemandDelassus, FormsItsRowsWhereTheActiveSetFails) {
  const RandomSystem one({300}, 6);
  const auto factor = factored(one.system);
  const auto set = on_rows(300, 150);
  const Misleading G(factor, set, true);
  const Vector c = random_vector(150, 1);
  Vector x = Vector::Zero(150), gamma(150);
  const auto report = Auto{ContactSolverOptions{}}.solve({G, c, set}, x);
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_NE(G.rows(), nullptr);
  G.apply(x, gamma);
  EXPECT_LE(natural_residual(set, G.diagonal(), gamma + c, x), 1e-11);
}

// A report without a residual would be taken for a good one.
TEST(OnDemandDelassus, FailsWithItsResidualWhereThereAreNoRowsEither) {
  const RandomSystem one({300}, 6);
  const auto factor = factored(one.system);
  const auto set = on_rows(300, 150);
  const Misleading G(factor, set, false);
  const Vector c = random_vector(150, 1);
  Vector x = Vector::Zero(150), gamma(150);
  const ContactSolverOptions options;
  auto report = Auto{options}.solve({G, c, set}, x);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("too many contacts to form the rows"), std::string::npos) << report.message;
  G.apply(x, gamma);
  EXPECT_NEAR(report.residual, natural_residual(set, G.diagonal(), gamma + c, x), 1e-12);
  options.accept(c, report);
  EXPECT_FALSE(report.ok());
}

}  // namespace on_demand_test
}  // namespace percuss
