// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/response.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Entries below this share of the largest one cannot change any velocity that is not itself at the edge of underflow.
constexpr double negligible_share = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

}  // namespace

std::pair<Index, Index> extent_above_underflow(VecRef x) {
  const double floor = negligible_share * x.cwiseAbs().maxCoeff();
  Index first = 0, last = x.size();
  while (first < last && std::abs(x[first]) <= floor) ++first;
  while (last > first && std::abs(x[last - 1]) <= floor) --last;  // NaN stays
  return {first, last - first};
}

void Response::update(const BlockFactor& factor, const SparseColumns& W) {
  first_piece_.resize(1);
  pieces_.clear();
  data_.clear();
  for (Index j = 0; j < W.cols(); ++j) {
    add_column(factor, W, j);
    first_piece_.push_back(static_cast<Index>(pieces_.size()));
  }
}

void Response::add_column(const BlockFactor& factor, const SparseColumns& W, Index j) {
  const auto& system = factor.system();
  touched_.clear();
  if (system.num_bodies() == 1 && W.begin(j) < W.end(j)) touched_.push_back(0);
  for (Index k = W.begin(j); k < W.end(j) && system.num_bodies() > 1; ++k) {
    const Index body = system.body_of_row(W.row(k));
    if (std::find(touched_.begin(), touched_.end(), body) == touched_.end()) touched_.push_back(body);
  }
  for (const Index body : touched_) {
    const Index offset = system.v_offset(body), n = system.body(body).num_v();
    auto x = workspace(work_, n);
    x.setZero();
    for (Index k = W.begin(j); k < W.end(j); ++k)
      if (W.row(k) >= offset && W.row(k) < offset + n) x[W.row(k) - offset] += W.value(k);
    factor.solve_in_place(body, x);
    const auto [first, length] = extent_above_underflow(x);
    pieces_.push_back({offset + first, length, static_cast<Index>(data_.size())});
    data_.insert(data_.end(), x.data() + first, x.data() + first + length);
  }
}

void Response::add(VecRef x, VecOut v) const {
  for (Index j = 0; j < cols(); ++j) {
    if (x[j] == 0.0) continue;
    for (Index p = first_piece_[static_cast<std::size_t>(j)]; p < first_piece_[static_cast<std::size_t>(j) + 1]; ++p) {
      const auto& piece = pieces_[static_cast<std::size_t>(p)];
      v.segment(piece.row, piece.length) += x[j] * Eigen::Map<const Vector>(data_.data() + piece.offset, piece.length);
    }
  }
}

double Response::dot(const SparseColumns& columns, Index i, Index j) const {
  double sum = 0.0;
  for (Index p = first_piece_[static_cast<std::size_t>(j)]; p < first_piece_[static_cast<std::size_t>(j) + 1]; ++p) {
    const auto& piece = pieces_[static_cast<std::size_t>(p)];
    for (Index k = columns.begin(i); k < columns.end(i); ++k) {
      const Index local = columns.row(k) - piece.row;
      if (local >= 0 && local < piece.length)
        sum += columns.value(k) * data_[static_cast<std::size_t>(piece.offset + local)];
    }
  }
  return sum;
}

}  // namespace percuss
