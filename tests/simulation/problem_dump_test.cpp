// SPDX-License-Identifier: Apache-2.0
#include "simulation/problem_dump.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/fclib_file.hpp"
#include "io/fclib_solve.hpp"
#include "solvers/delassus/given.hpp"

namespace percuss {
namespace problem_dump_test {

namespace fs = std::filesystem;

/// A block of unit mass that strikes the ground with c = (-1, slip), and a joint that nothing couples to.
class ProblemDumps : public ::testing::Test {
 protected:
  ProblemDumps() : G_(Matrix(Matrix::Identity(3, 3))) {
    contacts_.clear(0);
    contacts_.finish_contact(0, Cone::coulomb, 2, 0.5, 0.0, 0.0);
    contacts_.finish_contact(1, Cone::bilateral, 1, 0.0, 0.0, 0.0);
    joints_.clear(0);
    joints_.finish_contact(0, Cone::bilateral, 3, 0.0, 0.0, 0.0);
    folder_ = ::testing::TempDir() + "percuss_problem_dump_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  Report solve(const ContactSolver& solver, const ContactSet& contacts, double slip) const {
    const Vector c = slip < 0.0 ? Vector(Vector::Zero(3)) : Vector{{-1.0, slip, 0.2}};
    Vector x = Vector::Constant(3, 0.25);
    return solver.solve({G_, c, contacts}, x);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  GivenDelassus G_;
  ContactSet contacts_, joints_;
  std::string folder_;
};

TEST_F(ProblemDumps, EveryThirdProblemIsWrittenWithItsGuessAndSolution) {
  ProblemDump dump(3);
  const auto solver = dump.watch(make_contact_solver({}));
  dump.open(folder_);
  for (int k = 0; k < 7; ++k) EXPECT_TRUE(solve(*solver, contacts_, 2.0).ok());
  EXPECT_EQ(files(), (std::vector<std::string>{"problem_000001.hdf5", "problem_000004.hdf5", "problem_000007.hdf5"}));
  EXPECT_EQ(dump.written(), 3);
  const auto problem = read_fclib(folder_ + "/problem_000004.hdf5");
  EXPECT_EQ(problem.title, "contact problem 4");
  EXPECT_EQ(problem.num_contacts(), 1);
  EXPECT_EQ(problem.q, (Vector{{-1.0, 2.0}}));
  EXPECT_EQ(problem.guesses.at(0).r, Vector::Constant(2, 0.25));
  EXPECT_LE(fclib_error(problem, problem.solution->r), 1e-12);  // the solver's own tolerance
  EXPECT_TRUE(percuss::solve(problem, FclibSolveOptions{}).report.ok());
}

TEST_F(ProblemDumps, WarmUpsAndJointsAloneAreNoProblems) {
  ProblemDump dump(1);
  const auto solver = dump.watch(make_contact_solver({}));
  dump.open(folder_);
  solve(*solver, contacts_, -1.0);  // c = 0
  solve(*solver, joints_, 1.0);
  EXPECT_TRUE(files().empty());
}

TEST_F(ProblemDumps, FilesOfAnEarlierRunAreRemovedAndNothingElse) {
  fs::create_directories(folder_);
  for (const char* name : {"problem_000009.hdf5", "notes.txt"}) std::ofstream(fs::path(folder_) / name) << "old";
  ProblemDump(1).open(folder_);
  EXPECT_EQ(files(), std::vector<std::string>{"notes.txt"});
}

TEST_F(ProblemDumps, ADiskThatTakesNothingIsToldAndTheSolverGoesOn) {
  ProblemDump dump(1);
  const auto solver = dump.watch(make_contact_solver({}));
  dump.open(folder_);
  fs::remove_all(folder_);
  EXPECT_TRUE(solve(*solver, contacts_, 2.0).ok());
  EXPECT_NE(dump.disk_problem().find("problem_000001.hdf5"), std::string::npos) << dump.disk_problem();
  EXPECT_EQ(dump.written(), 0);
}

TEST_F(ProblemDumps, AFolderThatCannotBeMadeIsABadOption) {
  EXPECT_THROW(ProblemDump(1).open("/dev/null/problems"), InputError);
}

}  // namespace problem_dump_test
}  // namespace percuss
