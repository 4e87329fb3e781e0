// SPDX-License-Identifier: Apache-2.0
#include "model/shape_round_off.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "model/modal_basis.hpp"

namespace percuss {

namespace {

/// Numbers of unknowns that K, M or the conditions couple, directly or through others, are the same: stretching,
/// bending in each plane and twist of a straight beam.
std::vector<Index> coupled_groups(const ModalProblem& p) {
  std::vector<Index> group(static_cast<std::size_t>(p.K.rows()));
  std::iota(group.begin(), group.end(), Index{0});
  const auto first_of = [&group](Index i) {
    while (group[static_cast<std::size_t>(i)] != i) i = group[static_cast<std::size_t>(i)];
    return i;
  };
  const auto couple = [&](Index i, Index j) {
    const Index a = first_of(i), b = first_of(j);
    group[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  };
  for (const auto* matrix : {&p.K, &p.M})
    for (Index j = 0; j < matrix->outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(*matrix, j); it; ++it)
        if (it.value() != 0.0) couple(it.row(), j);
  const Matrix& Z = p.frame.conditions();
  for (Index k = 0; k < Z.cols(); ++k) {
    Index last = -1;
    for (Index i = 0; i < Z.rows(); ++i) {
      if (Z(i, k) == 0.0) continue;
      if (last >= 0) couple(last, i);
      last = i;
    }
  }
  for (Index i = 0; i < p.K.rows(); ++i) group[static_cast<std::size_t>(i)] = first_of(i);
  return group;
}

}  // namespace

void clear_round_off(const ModalProblem& p, Matrix& shapes) {
  constexpr double of_group = 1e-9, of_unknown = 1e-13;
  const auto group = coupled_groups(p);
  const Vector diagonal = p.M.diagonal();
  Vector energy(shapes.rows());
  for (auto x : shapes.colwise()) {
    const Vector momentum = p.M * x;
    energy.setZero();
    for (Index i = 0; i < x.size(); ++i) energy[group[static_cast<std::size_t>(i)]] += x[i] * momentum[i];
    for (Index i = 0; i < x.size(); ++i)
      if (energy[group[static_cast<std::size_t>(i)]] < of_group * of_group ||
          x[i] * x[i] * diagonal[i] < of_unknown * of_unknown)
        x[i] = 0.0;
  }
}

}  // namespace percuss
