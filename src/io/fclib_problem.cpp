// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_problem.hpp"

#include <fmt/format.h>

#include "core/decompositions.hpp"
#include "core/fault.hpp"

namespace percuss {

namespace {

using Factor = Eigen::SparseLU<SparseMatrix>;

constexpr const char* one_solution = "M v = H r + f must have one solution";

/// Of M, which may be unsymmetric. Eigen's SparseLU does not end on some matrices of deficient structure; those of
/// masses have a diagonal.
void factorize(const SparseMatrix& M, Factor& factor) {
  for (Index i = 0; i < M.rows(); ++i)
    if (M.coeff(i, i) == 0.0)
      throw input_error("fclib_global/M", fmt::format("row {} has no mass on the diagonal", i), one_solution);
  factor.compute(M);
  if (factor.info() != Eigen::Success) throw input_error("fclib_global/M", "the matrix is singular", one_solution);
}

/// Throws when something overflows or M is so nearly singular that it might as well be.
void require_finite(const Vector& x) {
  if (!x.allFinite()) throw input_error("fclib_global/M", "M^-1 H is not finite", one_solution);
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
    Factor factor;
    factorize(problem.M, factor);
    const SparseMatrix Ht = problem.H.transpose();
    const SparseMatrix response = factor.solve(problem.H);
    local.W = (Ht * response).pruned(0.0, 0.0);
    const Vector free = factor.solve(problem.f);
    local.q += Ht * free;
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
  Factor factor;
  factorize(problem.M, factor);
  const Vector load = problem.H * r + problem.f;
  Vector v = factor.solve(load);
  require_finite(v);
  return v;
}

}  // namespace percuss
