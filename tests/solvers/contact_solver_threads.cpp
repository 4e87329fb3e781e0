// SPDX-License-Identifier: Apache-2.0
// The number of threads changes no bit of what the contact solvers and their judge return.
#include <gtest/gtest.h>

#include "core/sanitizer.hpp"
#include "solvers/contact/sweep_rows.hpp"
#include "solvers/contact/sweeps.hpp"
#include "tests/solvers/sparse_problem.hpp"

namespace percuss {
namespace contact_solver_threads {

using Name = ContactSolverOptions::Name;

// 8 neighbours with 9 numbers each: 4500 contacts are four domains with work enough to be shared out.
constexpr Index contacts = 4500, reach = 4;

class ContactSolverThreads : public testing::TestWithParam<Name> {};

INSTANTIATE_TEST_SUITE_P(Solvers, ContactSolverThreads, testing::Values(Name::gauss_seidel, Name::jacobi, Name::apgd));

TEST_P(ContactSolverThreads, DoNotChangeTheSolution) {
  const auto problem = ring_problem(contacts, reach, 1);
  ContactSolverOptions options;
  options.name = GetParam();
  options.tolerance_relative = 1e-6;
  options.max_iterations = 8;
  Vector serial;
  Report of_one;
  for (const int threads : {1, 2, 4}) {
    set_threads(threads);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = make_contact_solver(options)->solve({problem, problem.c, problem.contacts}, x);
    if (threads == 1) {
      serial = x;
      of_one = report;
      EXPECT_GT(x.cwiseAbs().maxCoeff(), 0.0);
    }
    EXPECT_EQ(x, serial) << threads << " threads";
    EXPECT_EQ(report.iterations, of_one.iterations);
    EXPECT_EQ(report.residual, of_one.residual);
  }
  set_threads(0);
}

/// What `count` sweeps from no forces come to, with 1, 2 and 4 threads; all must have the same bits.
void expect_same_sweeps(const SparseProblem& problem, int depth, int count) {
  Vector serial;
  for (const int threads : {1, 2, 4}) {
    set_threads(threads);
    Sweeps sweeps(1.0, depth);
    sweeps.load({problem, problem.c, problem.contacts});
    Vector x = Vector::Zero(problem.c.size());
    sweeps.run(x, 0.0, count);
    EXPECT_EQ(sweeps.accelerates(), depth > 0);
    if (threads == 1) serial = x;
    EXPECT_EQ(x, serial) << threads << " threads";
  }
  EXPECT_GT(serial.cwiseAbs().maxCoeff(), 0.0);
  set_threads(0);
}

// A box, whose cuts are wide enough to be halved.
TEST(SweepsThreads, DoNotChangeSweepsOfHalvedCuts) { expect_same_sweeps(box_problem(17, 17, 17, 1), 0, 20); }

// As many rows as share out the passes of Anderson's method, too.
TEST(SweepsThreads, DoNotChangeAcceleratedSweeps) {
  auto problem = ring_problem(3 * contacts, 1, 3);
  ASSERT_GE(problem.contacts.rows(), summing_threshold);
  problem.c.array() -= 1.0;                 // most contacts close,
  for (auto& entry : problem.matrix.value)  // and sweeps take long
    if (entry == problem.diagonal_entries[0]) entry = 1.8;
  problem.diagonal_entries.setConstant(1.8);
  expect_same_sweeps(problem, 5, 40);  // accelerated from the thirtieth on
}

TEST(NaturalResidualThreads, DoNotChangeTheVerdict) {
  const auto problem = ring_problem(10 * contacts, 1, 2);
  ASSERT_GE(problem.contacts.rows(), parallel_threshold);
  Vector x = problem.c.cwiseAbs(), gamma = problem.c;
  set_threads(1);
  const double serial = natural_residual(problem.contacts, problem.diagonal(), gamma, x);
  for (const int threads : {2, 4}) {
    set_threads(threads);
    EXPECT_EQ(natural_residual(problem.contacts, problem.diagonal(), gamma, x), serial);
  }
  x[x.size() / 2] = std::nan("");  // in whatever piece: it stays
  EXPECT_TRUE(std::isnan(natural_residual(problem.contacts, problem.diagonal(), gamma, x)));
  set_threads(0);
}

TEST(SweepRowsThreads, HaveDomainsOfManyContactsWithFewNeighboursAlone) {
  const auto in_domains = [](const SparseProblem& problem) {
    SweepRows rows;
    rows.load({problem, problem.c, problem.contacts});
    return rows.most_threads() > 1;
  };
  EXPECT_TRUE(in_domains(ring_problem(contacts, reach, 1)));
  EXPECT_FALSE(in_domains(ring_problem(100, reach, 1)));  // few: their own order
  if (PERCUSS_UNDER_SANITIZER) return;                    // which take a minute for as many couplings
  EXPECT_FALSE(in_domains(ring_problem(2100, 500, 1)));   // cuts take more than half of them
}

}  // namespace contact_solver_threads
}  // namespace percuss
