// SPDX-License-Identifier: Apache-2.0
#include "model/frame_conditions.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/decompositions.hpp"

namespace percuss {

FrameConditions::FrameConditions(Index mesh_unknowns, const std::vector<Index>& held, const Matrix& conditions,
                                 const std::vector<Index>& eliminated) {
  place_.assign(static_cast<std::size_t>(mesh_unknowns), -1);
  for (Index i = 0; i < mesh_unknowns; ++i) {
    if (std::binary_search(held.begin(), held.end(), i)) continue;
    place_[static_cast<std::size_t>(i)] = num_all();
    if (std::binary_search(eliminated.begin(), eliminated.end(), i))
      eliminated_.push_back(num_all());
    else
      kept_.push_back(num_all());
    mesh_of_.push_back(i);
  }
  const auto count = static_cast<Index>(eliminated_.size());
  if (conditions.cols() != count || (count > 0 && conditions.rows() != mesh_unknowns))
    throw std::invalid_argument("FrameConditions: as many unknowns are eliminated as there are conditions");
  Z_.resize(num_all(), count);
  for (Index i = 0; i < num_all(); ++i)
    if (count > 0) Z_.row(i) = conditions.row(mesh_of_[static_cast<std::size_t>(i)]);
  if (count == 0) return;
  Matrix Z_eliminated(count, count), Z_kept(num_kept(), count);
  for (Index k = 0; k < count; ++k) Z_eliminated.row(k) = Z_.row(eliminated_[static_cast<std::size_t>(k)]);
  for (Index k = 0; k < num_kept(); ++k) Z_kept.row(k) = Z_.row(kept_[static_cast<std::size_t>(k)]);
  B_ = -Eigen::PartialPivLU<Matrix>(Z_eliminated.transpose()).solve(Z_kept.transpose());
  if (!B_.allFinite())
    throw std::invalid_argument("FrameConditions: the eliminated unknowns do not follow from the conditions");
}

Vector FrameConditions::select(VecRef mesh) const {
  Vector all(num_all());
  for (Index i = 0; i < num_all(); ++i) all[i] = mesh[mesh_of_[static_cast<std::size_t>(i)]];
  return all;
}

SparseMatrix FrameConditions::select(const SparseMatrix& mesh) const {
  std::vector<Eigen::Triplet<double, int>> entries;
  entries.reserve(static_cast<std::size_t>(mesh.nonZeros()));
  for (Index j = 0; j < mesh.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(mesh, j); it; ++it)
      if (place(it.row()) >= 0 && place(j) >= 0)
        entries.emplace_back(static_cast<int>(place(it.row())), static_cast<int>(place(j)), it.value());
  SparseMatrix all(num_all(), num_all());
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

std::vector<std::pair<Index, double>> FrameConditions::over_kept(Index mesh_unknown) const {
  const Index at = place(mesh_unknown);
  if (at < 0) return {};
  const auto gone = std::lower_bound(eliminated_.begin(), eliminated_.end(), at);
  if (gone == eliminated_.end() || *gone != at) return {{at - (gone - eliminated_.begin()), 1.0}};
  std::vector<std::pair<Index, double>> sum;
  for (Index k = 0; k < num_kept(); ++k)
    if (const double b = B_(gone - eliminated_.begin(), k); b != 0.0) sum.emplace_back(k, b);
  return sum;
}

void FrameConditions::expand(VecRef kept, VecOut all) const {
  for (Index k = 0; k < num_kept(); ++k) all[kept_[static_cast<std::size_t>(k)]] = kept[k];
  for (std::size_t k = 0; k < eliminated_.size(); ++k) all[eliminated_[k]] = B_.row(static_cast<Index>(k)).dot(kept);
}

void FrameConditions::reduce(VecRef all, VecOut kept) const {
  for (Index k = 0; k < num_kept(); ++k) kept[k] = all[kept_[static_cast<std::size_t>(k)]];
  for (std::size_t k = 0; k < eliminated_.size(); ++k)
    kept += all[eliminated_[k]] * B_.row(static_cast<Index>(k)).transpose();
}

Vector FrameConditions::mesh(VecRef kept) const {
  Vector all(num_all());
  expand(kept, all);
  return mesh_of_all(all);
}

Vector FrameConditions::mesh_of_all(VecRef all) const {
  Vector mesh = Vector::Zero(static_cast<Index>(place_.size()));
  for (Index i = 0; i < num_all(); ++i) mesh[mesh_of_[static_cast<std::size_t>(i)]] = all[i];
  return mesh;
}

bool FrameConditions::take(VecRef mesh, VecOut kept) const {
  for (Index k = 0; k < num_kept(); ++k)
    kept[k] = mesh[mesh_of_[static_cast<std::size_t>(kept_[static_cast<std::size_t>(k)])]];
  return (mesh - this->mesh(kept)).lpNorm<Eigen::Infinity>() <= 1e-9 * mesh.lpNorm<Eigen::Infinity>();
}

}  // namespace percuss
