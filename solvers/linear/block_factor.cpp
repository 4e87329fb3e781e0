// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/block_factor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "core/at.hpp"
#include "core/fault.hpp"
#include "core/parallel_tasks.hpp"

namespace percuss {

BlockFactor::BlockFactor(const MechanicalSystem& system, const LinearSolverOptions& options)
    : system_(system), options_(options), blocks_(static_cast<std::size_t>(system.num_bodies())) {
  for (Index i = 0; i < system.num_bodies(); ++i)
    has_symmetric_ = has_symmetric_ || system.body(i).has_symmetric_tangent();
}

Report BlockFactor::update(double t, VecRef q, VecRef v, TangentWeights weights) {
  const TimedCost timed(system_.profile(), StepCost::factor);
  find_stale(weights);
  std::exception_ptr wrong_kind;  // which may not leave a thread
  parallel_tasks(static_cast<Index>(stale_.size()), stale_work_, [&](Index k, Index) {
    const Index i = stale_[at(k)];
    try {
      blocks_[at(i)].report = update_block(i, t, q, v, weights);
    } catch (...) {
#pragma omp critical(percuss_block_factor)
      wrong_kind = std::current_exception();
    }
  });
  if (wrong_kind) std::rethrow_exception(wrong_kind);
  if (!stale_.empty()) share_solves();
  Report report;
  for (const Index i : stale_) {
    auto& block = blocks_[at(i)];
    factorisations_ += block.is_factored ? 1 : 0;
    if (!report.ok() || block.report.ok()) continue;
    report = std::move(block.report);
    report.message = fmt::format("body {}: {}", i, report.message);
  }
  return report;
}

/// Bodies whose factor does not hold for the weights. One that has no factor yet is taken to cost nothing: the first
/// update stays on the calling thread.
void BlockFactor::find_stale(TangentWeights weights) {
  constexpr double passes = 8.0;  // over the numbers of a factor, where the band is narrow
  stale_.clear();
  stale_work_ = 0.0;
  for (Index i = 0; i < system_.num_bodies(); ++i) {
    const auto& block = blocks_[at(i)];
    const bool constant =
        weights.mass_only() ? system_.body(i).has_constant_mass() : system_.body(i).has_constant_tangent();
    if (block.solver && constant && block.weights == weights && !block.solver->has_failed()) continue;
    stale_.push_back(i);
    if (block.solver) stale_work_ += passes * static_cast<double>(block.solver->bytes()) / sizeof(double);
  }
}

void BlockFactor::share_solves() {
  constexpr double passes = 2.0, most_of_one = 0.75;
  const auto& type = linear_solver_type(options_.kind);
  if (type.of_petsc) return;
  const auto bytes = [](const Block& block) { return block.solver ? static_cast<double>(block.solver->bytes()) : 1.0; };
  double total = 0.0, largest = 0.0;
  for (const auto& block : blocks_) {
    total += bytes(block);
    largest = std::max(largest, bytes(block));
  }
  solve_work_ = largest <= most_of_one * total ? passes * total / sizeof(double) : 0.0;
  if (system_.link() == nullptr || type.iterative) return;
  std::vector<double> costs;
  for (const auto& block : blocks_) costs.push_back(bytes(block));
  shares_ = Shares(system_.link(), costs, system_.v_offsets());
}

Report BlockFactor::update_block(Index i, double t, VecRef q, VecRef v, TangentWeights weights) {
  auto& block = blocks_[static_cast<std::size_t>(i)];
  const auto& body = system_.body(i);
  if (body.bordered() != nullptr && options_.kind != LinearSolverKind::dense_lu)
    return update_bordered(block, *body.bordered(), q.segment(system_.q_offset(i), body.num_q()), weights);
  body.tangent(t, q.segment(system_.q_offset(i), body.num_q()), v.segment(system_.v_offset(i), body.num_v()), weights,
               block.A);
  choose_solver(block, body, weights);
  auto report = block.solver->factorize(block.A);
  block.is_factored = true;
  ++block.version;
  block.weights = weights;
  if (!report.ok()) block.solver.reset();
  if (body.has_constant_tangent()) block.A = SparseMatrix();
  return report;
}

/// The inner block is factored once per set of weights, whatever the body does; the border follows it.
Report BlockFactor::update_bordered(Block& block, const BorderedBody& body, VecRef q, TangentWeights weights) {
  if (!block.bordered) {
    auto solver = std::make_unique<BorderedSolver>(body, options_);
    block.bordered = solver.get();
    block.solver = std::move(solver);
    block.weights = {0.0, 0.0, 0.0};
  }
  Report report;
  block.is_factored = !(block.weights == weights) || block.solver->has_failed();
  if (block.is_factored) report = block.bordered->factorize_inner(weights);
  if (report.ok()) report = block.bordered->update(q);
  block.weights = weights;
  block.q = q;
  ++block.version;
  if (!report.ok()) {
    block.bordered = nullptr;
    block.solver.reset();
  }
  return report;
}

/// The structure of A follows the weights (lumped mass alone has no off-diagonals), and nothing else: it is looked at
/// when they change.
void BlockFactor::choose_solver(Block& block, const Body& body, TangentWeights weights) {
  if (block.solver && block.weights == weights && block.entries == block.A.nonZeros()) return;
  block.entries = block.A.nonZeros();
  const Index band = half_bandwidth(block.A);
  const bool symmetric = weights.mass_only() || body.has_symmetric_tangent();
  if (block.solver && block.band == band && block.symmetric == symmetric) return;
  auto options = options_;
  if (!symmetric) {
    if (options.kind != LinearSolverKind::automatic && options.kind != LinearSolverKind::dense_lu && !has_symmetric_)
      throw input_error("simulation.linear_solver", "no body's matrix is symmetric, as this linear solver needs it",
                        "linear solvers that work here: auto, dense_lu");
    options.kind = LinearSolverKind::dense_lu;
  }
  auto rigid = linear_solver_type(options.kind).of_petsc ? body.rigid_motions() : RigidMotions{};
  block.solver = make_linear_solver(options, block.A, std::move(rigid));
  block.band = band;
  block.symmetric = symmetric;
}

void BlockFactor::solve_in_place(VecOut x) const {
  const TimedCost timed(system_.profile(), StepCost::solve);
  shares_.work_out(system_.num_bodies(), solve_work_, x,
                   [&](Index i) { solve_in_place(i, x.segment(system_.v_offset(i), system_.body(i).num_v())); });
}

void BlockFactor::solve_in_place(Index body, VecOut x) const {
  blocks_[static_cast<std::size_t>(body)].solver->solve_in_place(x);
}

void BlockFactor::matrix(Index body, SparseMatrix& A) const {
  const auto& block = blocks_[static_cast<std::size_t>(body)];
  const auto& b = system_.body(body);
  if (block.bordered != nullptr) return b.tangent(0.0, block.q, Vector::Zero(b.num_v()), block.weights, A);
  if (!b.has_constant_tangent())
    A = block.A;
  else  // wherever it is evaluated
    b.tangent(0.0, Vector::Zero(b.num_q()), Vector::Zero(b.num_v()), block.weights, A);
}

const char* BlockFactor::solver_name(Index body) const {
  const auto& solver = blocks_[static_cast<std::size_t>(body)].solver;
  return solver ? solver->name() : "none";
}

}  // namespace percuss
