// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/at.hpp"
#include "core/decompositions.hpp"
#include "core/fault.hpp"

namespace percuss {

namespace {

using Factor = Eigen::SparseLU<SparseMatrix>;

constexpr const char* one_solution = "M v = H r + f must have one solution";

/// Eigen's SparseLU does not end on some matrices of deficient structure; those of masses have a diagonal.
void require_masses(const SparseMatrix& M) {
  for (Index i = 0; i < M.rows(); ++i)
    if (M.coeff(i, i) == 0.0)
      throw input_error("fclib_global/M", fmt::format("row {} has no mass on the diagonal", i), one_solution);
}

/// Of M, which may be unsymmetric and has masses in all rows.
void factorize(const SparseMatrix& M, Factor& factor) {
  factor.compute(M);
  if (factor.info() != Eigen::Success) throw input_error("fclib_global/M", "the matrix is singular", one_solution);
}

/// Throws when something overflows or M is so nearly singular that it might as well be.
void require_finite(const Vector& x) {
  if (!x.allFinite()) throw input_error("fclib_global/M", "M^-1 H is not finite", one_solution);
}

/// Of every row of M, the first row of what it is connected with: a body. A path is halved whenever it is walked.
std::vector<Index> bodies_of(const SparseMatrix& M) {
  std::vector<Index> first(at(M.rows()));
  std::iota(first.begin(), first.end(), Index{0});
  const auto find = [&](Index i) {
    while (first[at(i)] != i) i = first[at(i)] = first[at(first[at(i)])];
    return i;
  };
  for (Index j = 0; j < M.outerSize(); ++j)
    for (SparseMatrix::InnerIterator entry(M, j); entry; ++entry) {
      const Index a = find(entry.row()), b = find(j);
      first[at(std::max(a, b))] = std::min(a, b);
    }
  for (Index i = 0; i < M.rows(); ++i) first[at(i)] = find(i);
  return first;
}

/// M^-1 H, body by body: who solves with the whole of M goes through all bodies for every column of H. Refuses bodies
/// that are singular, also those that H does not touch.
SparseMatrix response(const SparseMatrix& M, const SparseMatrix& H) {
  const auto body = bodies_of(M);
  std::vector<std::vector<Index>> rows(at(M.rows()));  // of each body, by its first row
  for (Index i = 0; i < M.rows(); ++i) rows[at(body[at(i)])].push_back(i);
  const Eigen::SparseMatrix<double, Eigen::RowMajor> H_by_rows = H;
  std::vector<Eigen::Triplet<double>> entries, its_M, its_H;
  std::vector<int> place(at(M.rows())), column(at(H.cols()), -1);  // within a body
  std::vector<int> columns;
  Factor factor;
  for (const auto& its_rows : rows) {
    const auto n = static_cast<int>(its_rows.size());
    for (int r = 0; r < n; ++r) place[at(its_rows[at(r)])] = r;
    its_M.clear();
    its_H.clear();
    columns.clear();
    for (int r = 0; r < n; ++r) {
      const auto i = static_cast<int>(its_rows[at(r)]);
      for (SparseMatrix::InnerIterator entry(M, i); entry; ++entry)
        its_M.emplace_back(place[at(entry.row())], r, entry.value());
      for (decltype(H_by_rows)::InnerIterator entry(H_by_rows, i); entry; ++entry) {
        auto& its = column[at(entry.col())];
        if (its < 0) {
          its = static_cast<int>(columns.size());
          columns.push_back(static_cast<int>(entry.col()));
        }
        its_H.emplace_back(r, its, entry.value());
      }
    }
    for (const int j : columns) column[at(j)] = -1;
    if (n == 0) continue;
    SparseMatrix M_b(n, n), H_b(n, static_cast<int>(columns.size()));
    M_b.setFromTriplets(its_M.begin(), its_M.end());
    H_b.setFromTriplets(its_H.begin(), its_H.end());
    factorize(M_b, factor);
    if (columns.empty()) continue;
    const SparseMatrix its_response = factor.solve(H_b);
    for (int j = 0; j < its_response.outerSize(); ++j)
      for (SparseMatrix::InnerIterator entry(its_response, j); entry; ++entry)
        entries.emplace_back(static_cast<int>(its_rows[at(entry.row())]), columns[at(j)], entry.value());
  }
  SparseMatrix whole(M.rows(), H.cols());
  whole.setFromTriplets(entries.begin(), entries.end());
  return whole;
}

}  // namespace

ContactSet FclibProblem::contacts() const {
  ContactSet set;
  set.clear(0);
  for (Index k = 0; k < num_contacts(); ++k) set.finish_contact(k, Cone::coulomb, dimension, mu[k], 0.0, 0.0);
  return set;
}

FclibProblem local_form(const FclibProblem& problem) {
  auto local = problem;
  if (!problem.global) return local;
  local.global = false;
  local.W.resize(problem.rows(), problem.rows());
  local.q = problem.w;
  if (problem.M.rows() > 0 && problem.rows() > 0) {
    require_masses(problem.M);
    SparseMatrix loads(problem.M.rows(), problem.rows() + 1);  // [H f]: every body is factored once
    loads.leftCols(problem.rows()) = problem.H;
    loads.rightCols(1) = problem.f.sparseView();
    const SparseMatrix Ht = problem.H.transpose(), responses = response(problem.M, loads);
    local.W = (Ht * responses.leftCols(problem.rows())).pruned(0.0, 0.0);
    local.q += Ht * Vector(responses.rightCols(1));
    require_finite(local.q);
    require_finite(Eigen::Map<const Vector>(local.W.valuePtr(), local.W.nonZeros()));
  }
  local.W.makeCompressed();
  local.M = local.H = SparseMatrix();
  local.f = local.w = Vector();
  for (auto& guess : local.guesses) guess.v = Vector();
  if (local.solution) local.solution->v = Vector();
  return local;
}

Vector velocities(const FclibProblem& problem, VecRef r) {
  if (problem.M.rows() == 0) return Vector();
  require_masses(problem.M);
  Factor factor;
  factorize(problem.M, factor);
  const Vector load = problem.H * r + problem.f;
  Vector v = factor.solve(load);
  require_finite(v);
  return v;
}

}  // namespace percuss
