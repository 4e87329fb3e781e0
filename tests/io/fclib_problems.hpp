// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "core/fault.hpp"
#include "io/fclib_problem.hpp"

namespace percuss {

/// A path of its own for each test, so that tests may run side by side.
inline std::string scratch_file(const std::string& name = "problem.hdf5") {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  auto path = std::string("percuss_") + test->test_suite_name() + "_" + test->name() + "_" + name;
  std::replace(path.begin(), path.end(), '/', '_');
  return ::testing::TempDir() + path;
}

/// The text of the first fault, "file: key: message" and remedy, or "nothing was wrong".
template <class Action>
std::string fault_text(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return to_string(error.faults().at(0));
  }
  return "nothing was wrong";
}

inline Vector random_vector(Index n, std::mt19937& random) {
  std::normal_distribution<double> number;
  return Vector::NullaryExpr(n, [&] { return number(random); });
}

/// Contacts on bodies of unit-like mass: M is diagonally dominant and a little unsymmetric, as some files have it.
inline FclibProblem random_global_problem(unsigned seed, int dimension, Index contacts) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  FclibProblem problem;
  problem.global = true;
  problem.dimension = dimension;
  problem.title = "a global problem";
  problem.storage = FclibStorage::triplets;
  const Index nr = contacts * dimension, nv = nr + 2;
  Matrix M = Matrix::NullaryExpr(nv, nv, [&] { return 0.1 * number(random) / static_cast<double>(nv); });
  M.diagonal().array() += 2.0;
  // Of full rank, so that there is a solution, and with some places empty.
  const Matrix H =
      Matrix::NullaryExpr(nv, nr, [&](Index i, Index j) { return (i + j) % 4 == 0 ? 0.0 : number(random); });
  problem.M = M.sparseView();
  problem.H = H.sparseView();
  problem.f = random_vector(nv, random);
  problem.w = random_vector(nr, random);
  problem.mu = 0.5 * random_vector(contacts, random).cwiseAbs().cwiseMin(2.0);
  return problem;
}

inline FclibProblem random_local_problem(unsigned seed, int dimension, Index contacts) {
  auto problem = local_form(random_global_problem(seed, dimension, contacts));
  problem.title = "a local problem";
  problem.storage = FclibStorage::rows;
  return problem;
}

}  // namespace percuss
