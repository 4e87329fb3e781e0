// SPDX-License-Identifier: Apache-2.0
#include "scheme/explicit_springs.hpp"

#include <algorithm>
#include <cmath>

#include "core/decompositions.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

namespace {

/// Dense matrices of this size cost nothing worth telling.
constexpr Index most_springs = 400;

/// M^-1 W, column by column.
Matrix responses(const SparseColumns& W, const BlockFactor& mass) {
  Matrix all = Matrix::Zero(W.rows(), W.cols());
  Vector column(W.rows());
  for (Index j = 0; j < W.cols(); ++j) {
    column.setZero();
    W.add_column(j, 1.0, column);
    mass.solve_in_place(column);
    all.col(j) = column;
  }
  return all;
}

Matrix products(const SparseColumns& W, const Matrix& Y) {
  Matrix all(W.cols(), Y.cols());
  for (Index j = 0; j < Y.cols(); ++j)
    for (Index i = 0; i < W.cols(); ++i) all(i, j) = W.column_dot(i, Y.col(j));
  return all;
}

struct Springs {
  SparseColumns W;
  std::vector<JointLaw> laws;
  Vector k, d;
};

Springs springs_of(const MechanicalSystem& system, VecRef q) {
  Springs s;
  s.W.clear(system.num_v());
  for (const auto& element : system.force_elements()) element->push_springs(q, s.W, s.laws);
  s.k.resize(s.W.cols());
  s.d.resize(s.W.cols());
  for (Index i = 0; i < s.W.cols(); ++i) {
    s.k[i] = s.laws[static_cast<std::size_t>(i)].stiffness;
    s.d[i] = s.laws[static_cast<std::size_t>(i)].damping;
  }
  return s;
}

std::vector<Index> rigid_joints(const ContactModel& contacts) {
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints.push_back(k);
  return joints;
}

/// The largest eigenvalue of s^1/2 P s^1/2 and its vector.
std::pair<double, Vector> largest(const Matrix& P, const Vector& strength) {
  const Vector root = strength.cwiseSqrt();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(root.asDiagonal() * P * root.asDiagonal());
  const Index last = strength.size() - 1;
  return {std::max(0.0, solver.eigenvalues()[last]), solver.eigenvectors().col(last)};
}

}  // namespace

std::vector<ModeBound> explicit_spring_modes(const MechanicalSystem& system, const ContactModel& contacts,
                                             const State& state) {
  if (!system.has_force_elements()) return {};
  const auto springs = springs_of(system, state.q);
  const auto joints = rigid_joints(contacts);
  ContactSet held;
  contacts.evaluate(state.t, state.q, system.num_v(), joints, held);
  if (springs.W.cols() == 0 || springs.W.cols() > most_springs || held.rows() > most_springs) return {};
  BlockFactor mass(system, LinearSolverKind::automatic);
  if (!mass.update(state.t, state.q, state.v, {}).ok()) return {};
  Matrix P = products(springs.W, responses(springs.W, mass));
  if (held.rows() > 0) {
    const Matrix Y = responses(held.W, mass), coupling = products(springs.W, Y);
    P -= coupling * Eigen::CompleteOrthogonalDecomposition<Matrix>(products(held.W, Y)).solve(coupling.transpose());
  }
  P = (0.5 * (P + P.transpose())).eval();
  std::vector<ModeBound> modes;
  if (const auto [square, y] = largest(P, springs.k); square > 0.0) {
    const Vector rate = P * springs.k.cwiseSqrt().cwiseProduct(y);
    const double damping = rate.dot(springs.d.cwiseProduct(rate)) / square;
    modes.push_back({std::sqrt(square), 0.0, damping / square});
  }
  if (const double rate = largest(P, springs.d).first; rate > 0.0) modes.push_back({0.0, rate, 0.0});
  return modes;
}

}  // namespace percuss
