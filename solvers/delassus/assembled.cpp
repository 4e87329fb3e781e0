// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/assembled.hpp"

#include <fmt/format.h>

namespace percuss {

double BlockRows::coefficient(Index i, Index j) const {
  for (Index k = start[static_cast<std::size_t>(i)]; k < start[static_cast<std::size_t>(i) + 1]; ++k)
    if (col[static_cast<std::size_t>(k)] == j) return value[static_cast<std::size_t>(k)];
  return 0.0;
}

void AssembledDelassus::update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) {
  const bool same_factor = stamp_.holds_for(factor), same_force = force_ == force.W;
  const bool same_columns = same_force && law_ == law.W && law_start_ == law.start;
  if (same_factor && same_columns && regularisation_ == law.regularisation) return;
  if (!same_force) force_ = force.W;
  if (!same_columns) {
    law_ = law.W;
    law_start_ = law.start;
  }
  if (!same_factor) stamp_.take(factor);
  regularisation_ = law.regularisation;
  global_ = {&factor, &law_, &force_, regularisation_};
  size_ = law.rows();
  const bool was_plain = plain_;
  plain_ = is_plain(factor, force);
  if (plain_) {
    if (!was_plain || !same_factor || !same_force) response_.update(factor, force.W);
    make_rows();
  } else {
    blocks_.update(factor, law, force, was_plain || !same_columns, !was_plain, rows_, workspace(diagonal_, size_));
  }
}

/// One body whose columns are solved one by one: every contact couples with every other, and there is nothing to keep
/// books of.
bool AssembledDelassus::is_plain(const BlockFactor& factor, const ContactSet& force) const {
  if (factor.system().num_bodies() != 1) return factor.system().num_bodies() == 0;
  const Index n = factor.system().num_v();
  return n <= most_small_rows || force.W.cols() == 0 ||
         body_costs(factor.solver(0), n, force.W.cols(), force.W.non_zeros()).best() == BodyWay::solves;
}

void AssembledDelassus::make_rows() {
  rows_.start.resize(1);
  rows_.col.clear();
  rows_.value.clear();
  auto diagonal = workspace(diagonal_, size_);
  for (Index i = 0; i < size_; ++i) {
    for (Index j = 0; j < size_; ++j) {
      double g = response_.dot(law_, i, j);
      if (i == j && !regularisation_.empty()) g += regularisation_[static_cast<std::size_t>(i)];
      rows_.col.push_back(j);
      rows_.value.push_back(g);
      if (i == j) diagonal[i] = g;
    }
    rows_.start.push_back(static_cast<Index>(rows_.col.size()));
  }
}

std::string AssembledDelassus::description() const {
  return plain_ ? fmt::format("one body ({} contact rows): solves", size_) : blocks_.description();
}

void AssembledDelassus::apply(VecRef x, VecOut y) const {
  for (Index i = 0; i < size(); ++i) y[i] = rows_.row_dot(i, x);
}

}  // namespace percuss
