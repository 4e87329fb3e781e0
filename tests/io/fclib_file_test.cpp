// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

#include "fclib_problems.hpp"
#include "io/hdf5_file.hpp"

namespace percuss {
namespace fclib_file_test {

void expect_same(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_TRUE(a == b);  // numbers go through a file to the bit
}

FclibState state_of(const FclibProblem& problem, double value) {
  FclibState state;
  if (problem.global) state.v = Vector::Constant(problem.M.rows(), value);
  state.u = Vector::Constant(problem.rows(), 2.0 * value);
  state.r = Vector::Constant(problem.rows(), 3.0 * value);
  return state;
}

class EveryStorage : public ::testing::TestWithParam<FclibStorage> {};

TEST_P(EveryStorage, BringsALocalProblemBackToTheBit) {
  auto problem = random_local_problem(1, 3, 4);
  problem.storage = GetParam();
  problem.description = "two\nlines";
  problem.math_info = "";
  problem.guesses = {state_of(problem, 1.0), state_of(problem, 2.0)};
  problem.solution = state_of(problem, 3.0);
  const auto path = scratch_file();
  write_fclib(path, problem);
  const auto back = read_fclib(path);
  EXPECT_FALSE(back.global);
  EXPECT_EQ(back.storage, GetParam());
  EXPECT_EQ(back.dimension, 3);
  EXPECT_EQ(back.title, "a local problem");
  EXPECT_EQ(back.description, "two\nlines");
  EXPECT_EQ(back.math_info, "");
  expect_same(back.W, problem.W);
  expect_same(back.q, problem.q);
  expect_same(back.mu, problem.mu);
  ASSERT_EQ(back.guesses.size(), 2u);
  expect_same(back.guesses[1].r, problem.guesses[1].r);
  ASSERT_TRUE(back.solution.has_value());
  expect_same(back.solution->u, problem.solution->u);
}

TEST_P(EveryStorage, BringsAGlobalProblemBackToTheBit) {
  auto problem = random_global_problem(2, 2, 5);
  problem.storage = GetParam();
  problem.solution = state_of(problem, 1.5);
  const auto path = scratch_file();
  write_fclib(path, problem);
  const auto back = read_fclib(path);
  EXPECT_TRUE(back.global);
  EXPECT_EQ(back.storage, GetParam());
  EXPECT_EQ(back.dimension, 2);
  expect_same(back.M, problem.M);
  expect_same(back.H, problem.H);
  expect_same(back.f, problem.f);
  expect_same(back.w, problem.w);
  EXPECT_TRUE(back.guesses.empty());
  expect_same(back.solution->v, problem.solution->v);
}

INSTANTIATE_TEST_SUITE_P(Storages, EveryStorage,
                         ::testing::Values(FclibStorage::triplets, FclibStorage::columns, FclibStorage::rows));

TEST(FclibFile, ReadsWhatOthersWrote) {
  const auto folder = std::string(PERCUSS_SOURCE_DIR) + "/tests/io/data/fclib/";
  const auto planar = read_fclib(folder + "FrictionContactProblem00031.hdf5");
  EXPECT_EQ(planar.num_contacts(), 11);
  EXPECT_EQ(planar.dimension, 2);
  EXPECT_EQ(planar.storage, FclibStorage::rows);
  EXPECT_EQ(planar.title, "FrictionContactProblem00031.dat");
  const auto spatial = read_fclib(folder + "Confeti-ex13-4contact-Fc3D-SBM.hdf5");
  EXPECT_EQ(spatial.num_contacts(), 4);
  EXPECT_EQ(spatial.W.nonZeros(), 144);
  EXPECT_EQ(spatial.mu[3], 0.04);
}

TEST(FclibFile, AProblemWithoutContactsIsAProblem) {
  const auto path = scratch_file();
  write_fclib(path, random_local_problem(1, 3, 0));
  EXPECT_EQ(read_fclib(path).num_contacts(), 0);
}

TEST(FclibFile, AFileThatCannotBeWrittenIsTold) {
  EXPECT_THROW(write_fclib("/no/such/folder/problem.hdf5", random_local_problem(1, 3, 1)), std::runtime_error);
}

TEST(FclibFile, TextInAnotherEncodingIsShownPlain) {
  auto problem = random_local_problem(1, 2, 1);
  problem.title = "\xa8Rewriting";
  problem.description = "λ stays";
  const auto path = scratch_file();
  write_fclib(path, problem);
  EXPECT_EQ(read_fclib(path).title, "?Rewriting");
  EXPECT_EQ(read_fclib(path).description, "λ stays");
}

/// Writes a local problem of two planar contacts, W the unit matrix by rows, with one thing changed.
struct Datasets {
  std::vector<std::int32_t> spacedim{2}, m{4}, n{4}, nz{-2}, p{0, 1, 2, 3, 4}, i{0, 1, 2, 3};
  std::vector<double> x{1.0, 1.0, 1.0, 1.0}, q{-1.0, 0.0, -1.0, 0.0}, mu{0.5, 0.5};
  bool equality = false, guess = false;
};

std::string fault_with(const std::function<void(Datasets&)>& change) {
  Datasets d;
  change(d);
  const auto path = scratch_file();
  auto file = Hdf5File::create(path);
  file.write_integers("fclib_local/spacedim", d.spacedim);
  file.write_integers("fclib_local/W/m", d.m);
  file.write_integers("fclib_local/W/n", d.n);
  file.write_integers("fclib_local/W/nz", d.nz);
  file.write_integers("fclib_local/W/p", d.p);
  file.write_integers("fclib_local/W/i", d.i);
  file.write_vector("fclib_local/W/x", d.x);
  file.write_vector("fclib_local/vectors/q", d.q);
  file.write_vector("fclib_local/vectors/mu", d.mu);
  if (d.equality) file.write_integer("fclib_local/V/m", 4);
  if (d.guess) file.write_integer("guesses/number_of_guesses", 2);
  file.close();
  auto text = fault_text([&] { read_fclib(path); });
  if (const auto at = text.find(path + ": "); at == 0) text = text.substr(path.size() + 2);
  return text;
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(FclibFile, WhatIsWrongIsNamedWithItsDataset) {
  using D = Datasets;
  EXPECT_EQ(fault_with([](D&) {}), "nothing was wrong");
  const std::vector<std::pair<std::function<void(D&)>, std::string>> cases{
      {[](D& d) { d.spacedim = {4}; }, "fclib_local/spacedim: is 4"},
      {[](D& d) { d.spacedim = {3}; }, "fclib_local/spacedim: is 3, but there are 4 rows"},
      {[](D& d) {
         d.spacedim = {2, 2};
       },
       "fclib_local/spacedim: holds 2 numbers"},
      {[](D& d) { d.m = {5}; }, "fclib_local/W/m: is 5"},
      {[](D& d) { d.n = {-4}; }, "fclib_local/W/n: is -4"},
      {[](D& d) { d.nz = {-3}; }, "fclib_local/W/nz: -3 is not a storage format"},
      {[](D& d) { d.nz = {5}; }, "fclib_local/W/i: holds 4 numbers, 5 are needed"},
      {[](D& d) { d.nz = {2147483647}; }, "fclib_local/W/p: holds 5 numbers, 2147483647 are needed"},
      {[](D& d) {
         d.p = {0, 1, 2, 3};
       },
       "fclib_local/W/p: holds 4 numbers, 5 are needed"},
      {[](D& d) {
         d.p = {1, 1, 2, 3, 4};
       },
       "fclib_local/W/p: begins with 1"},
      {[](D& d) {
         d.p = {0, 3, 2, 3, 4};
       },
       "fclib_local/W/p: entry 2 is 2, less than the one before"},
      {[](D& d) {
         d.p = {0, 1, 2, 3, 2000000000};
       },
       "fclib_local/W/i: holds 4 numbers, 2000000000 are needed"},
      {[](D& d) { d.i[2] = 4; }, "fclib_local/W/i: entry 2 is 4, not in [0, 4)"},
      {[](D& d) { d.i[2] = -1; }, "fclib_local/W/i: entry 2 is -1, not in [0, 4)"},
      {[](D& d) { d.x.pop_back(); }, "fclib_local/W/x: holds 3 numbers, 4 are needed"},
      {[](D& d) { d.x[1] = nan; }, "fclib_local/W/x: entry 1 is nan"},
      {[](D& d) { d.q[3] = nan; }, "fclib_local/vectors/q: entry 3 is nan"},
      {[](D& d) { d.mu = {0.5}; }, "fclib_local/vectors/mu: holds 1 numbers"},
      {[](D& d) { d.mu[1] = -0.5; }, "fclib_local/vectors/mu: entry 1 is -0.5"},
      {[](D& d) { d.equality = true; }, "fclib_local/V: equality constraints are not supported"},
      {[](D& d) { d.guess = true; }, "guesses/1/u: no such dataset"}};
  for (const auto& [change, expected] : cases) {
    const auto text = fault_with(change);
    EXPECT_TRUE(text.starts_with(expected)) << text << "\nexpected: " << expected;
  }
}

TEST(FclibFile, EntriesMayComeInAnyOrderAndTwice) {
  EXPECT_EQ(fault_with([](Datasets& d) {
              d.nz = {4};
              d.p = {3, 0, 0, 1};
              d.i = {3, 1, 1, 2};
            }),
            "nothing was wrong");
  const auto problem = read_fclib(scratch_file());
  EXPECT_EQ(problem.W.coeff(1, 0), 2.0);
  EXPECT_EQ(problem.W.coeff(2, 1), 1.0);
  EXPECT_EQ(problem.W.coeff(3, 3), 1.0);
  EXPECT_EQ(problem.W.nonZeros(), 3);
}

TEST(FclibFile, AFileThatIsNoFclibFileIsTold) {
  const auto path = scratch_file();
  std::ofstream(path) << "percuss: 1\n";
  EXPECT_NE(fault_text([&] { read_fclib(path); }).find("not an HDF5 file"), std::string::npos);
  auto file = Hdf5File::create(path);
  file.append_value("history/t", 0.0);
  file.close();
  const auto text = fault_text([&] { read_fclib(path); });
  EXPECT_NE(text.find("holds no problem of friction and contact"), std::string::npos) << text;
  EXPECT_NE(text.find("there is: history"), std::string::npos) << text;
}

TEST(FclibFile, AFileWithBothFormsIsRefused) {
  const auto path = scratch_file();
  auto file = Hdf5File::create(path);
  file.write_integer("fclib_local/spacedim", 3);
  file.write_integer("fclib_global/spacedim", 3);
  file.close();
  EXPECT_NE(fault_text([&] { read_fclib(path); }).find("holds a local and a global problem"), std::string::npos);
}

/// Every file of the corpus was found by chance to be damaged in a way of its own (tests/tools/fuzz_fclib.py).
TEST(FclibFile, DamagedFilesAreReadOrRefusedWithAReason) {
  namespace fs = std::filesystem;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(std::string(PERCUSS_SOURCE_DIR) + "/tests/io/data/fclib/damaged")) {
    const auto path = entry.path().string();
    const auto text = fault_text([&] { local_form(read_fclib(path)); });
    EXPECT_TRUE(text == "nothing was wrong" || text.size() > path.size() + 4 || text.starts_with("fclib_global/M"))
        << path << ": " << text;
    ++count;
  }
  EXPECT_GE(count, 10u);
}

}  // namespace fclib_file_test
}  // namespace percuss
