// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/multifrontal_lu.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/at.hpp"
#include "core/parallel_tasks.hpp"
#include "solvers/linear/block_inverse.hpp"

namespace percuss {

MultifrontalLU::Shape MultifrontalLU::shape(const FrontTree::Front& front) const {
  return {front.size * width_, front.pivots * width_, (front.size - front.pivots) * width_};
}

ConstDenseRows MultifrontalLU::pivot_rows(std::size_t f, Index size) const {
  return {numbers_.data() + factor_[f], size};
}

ConstDenseRows MultifrontalLU::rows_below(std::size_t f, Index size, Index pivots) const {
  return {numbers_.data() + factor_[f] + pivots * size, pivots};
}

void MultifrontalLU::analyse(const BlockPattern& pattern, Index width, const Elimination& elimination) {
  width_ = width;
  tree_.find(pattern, elimination);
  factor_.assign(1, 0);
  sums_at_.assign(1, 0);
  for (const auto& front : tree_.fronts()) {
    const auto its = shape(front);
    factor_.push_back(factor_.back() + its.pivots * (its.size + its.rest));
    sums_at_.push_back(sums_at_.back() + its.rest);
  }
}

/// Only who factorises needs room for numbers: others ask what it would cost.
void MultifrontalLU::make_room() {
  const auto& fronts = tree_.fronts();
  const auto numbers = [&](std::int64_t blocks) { return static_cast<Index>(blocks * width_ * width_); };
  const auto square = [&](std::int64_t places) { return numbers(places * places); };
  workspace(numbers_, static_cast<Index>(factor_.back()));
  workspace(sums_, static_cast<Index>(sums_at_.back()));
  workspace(inverse_, fronts.empty() ? 0 : numbers(fronts.back().first + fronts.back().pivots));
  workspace(left_, numbers(tree_.kept_blocks()));
  pivot_.resize(fronts.size());
  signs_.resize(fronts.size());
  if (!tree_.above().empty()) workspace(space_, square(tree_.largest()));
  if (spaces_.size() < at(task_threads())) spaces_.resize(at(task_threads()));
  for (auto& space : spaces_) workspace(space, square(tree_.largest_in_subtrees()));
}

double MultifrontalLU::factorise(const double* values) {
  make_room();
  if (width_ == 1) return factorise_fronts<1>(values);
  return width_ == 2 ? factorise_fronts<2>(values) : factorise_fronts<3>(values);
}

template <Index width>
double MultifrontalLU::factorise_fronts(const double* values) {
  const auto& subtrees = tree_.subtrees();
  double work = 0.0;
  for (const auto root : subtrees) work += tree_.fronts()[at(root)].work * width * width * width;
  std::fill(pivot_.begin(), pivot_.end(), 0.0);
  parallel_tasks(static_cast<Index>(subtrees.size()), work, [&](Index i, Index thread) {
    const auto root = subtrees[at(i)];
    for (auto f = at(tree_.begin_of(root)); f <= at(root); ++f) {
      factorise_front<width>(f, values, spaces_[at(thread)].data());
      if (!(pivot_[f] > 0.0)) return;
    }
  });
  for (const auto root : subtrees)
    if (!(pivot_[at(root)] > 0.0)) return 0.0;
  for (const auto f : tree_.above()) {
    factorise_front<width>(at(f), values, space_.data());
    if (!(pivot_[at(f)] > 0.0)) return 0.0;
  }
  sign_ = 1;
  for (const auto sign : signs_) sign_ *= sign;
  return pivot_.empty() ? std::numeric_limits<double>::infinity() : *std::min_element(pivot_.begin(), pivot_.end());
}

/// Keeps the rows of the pivots, what is below them, and the Schur complement.
template <Index width>
void MultifrontalLU::factorise_front(std::size_t f, const double* values, double* space) {
  const auto& front = tree_.fronts()[f];
  const auto [size, pivots, rest] = shape(front);
  const DenseRows F{space, size};
  put_together<width>(f, values, F);
  signs_[f] = 1;
  pivot_[f] = eliminate<width>(F, size, pivots, inverse_.data() + front.first * width * width, signs_[f]);
  double* below = std::copy_n(space, pivots * size, numbers_.data() + factor_[f]);
  double* left = left_.data() + front.left * width * width;
  for (Index i = pivots; i < size; ++i) {
    below = std::copy_n(F.row(i), pivots, below);
    left = std::copy_n(F.row(i) + pivots, rest, left);
  }
}

/// What the matrix puts in, and what the children have left.
template <Index width>
void MultifrontalLU::put_together(std::size_t f, const double* values, DenseRows F) const {
  std::fill_n(F.data, F.stride * F.stride, 0.0);
  for (const auto& entry : tree_.entries(f)) {
    const double* const block = values + static_cast<Index>(entry.number) * block_stride(width);
    for (Index i = 0; i < width; ++i)
      for (Index j = 0; j < width; ++j)
        F.row(entry.row * width + i)[entry.col * width + j] = block[i * block_row_stride(width) + j];
  }
  for (const auto child : tree_.children(f)) {
    const double* from = left_.data() + tree_.fronts()[at(child)].left * width * width;
    const auto places = tree_.places_in_parent(at(child));
    for (const auto p : places)
      for (Index i = 0; i < width; ++i) {
        double* const row = F.row(p * width + i);
        for (const auto q : places)
          for (Index j = 0; j < width; ++j) row[q * width + j] += *from++;
      }
  }
}

void MultifrontalLU::solve(double* x) const {
  if (width_ == 1) return solve_fronts<1>(x);
  width_ == 2 ? solve_fronts<2>(x) : solve_fronts<3>(x);
}

template <Index width>
void MultifrontalLU::solve_fronts(double* x) const {
  const auto &subtrees = tree_.subtrees(), &above = tree_.above();
  const auto many = static_cast<Index>(subtrees.size());
  const auto work = static_cast<double>(factor_.back());
  parallel_tasks(many, work, [&](Index i, Index) {
    const auto root = subtrees[at(i)];
    for (auto f = at(tree_.begin_of(root)); f <= at(root); ++f) solve_lower<width>(f, x);
  });
  for (const auto f : above) solve_lower<width>(at(f), x);
  for (std::size_t i = above.size(); i-- > 0;) solve_upper<width>(at(above[i]), x);
  parallel_tasks(many, work, [&](Index i, Index) {
    const auto root = subtrees[at(i)];
    for (auto f = at(root) + 1; f-- > at(tree_.begin_of(root));) solve_upper<width>(f, x);
  });
}

/// Takes what the children pass on, solves for the pivots, and passes on what the rest gets of all.
template <Index width>
void MultifrontalLU::solve_lower(std::size_t f, double* x) const {
  const auto& front = tree_.fronts()[f];
  const auto [size, pivots, rest] = shape(front);
  double *const own = x + front.first * width, *const sums = sums_.data() + sums_at_[f];
  std::fill_n(sums, rest, 0.0);
  for (const auto child : tree_.children(f)) {
    const double* from = sums_.data() + sums_at_[at(child)];
    for (const auto p : tree_.places_in_parent(at(child)))
      for (Index i = p * width; i < (p + 1) * width; ++i) (i < pivots ? own[i] : sums[i - pivots]) += *from++;
  }
  const auto rows = pivot_rows(f, size), below = rows_below(f, size, pivots);
  const double* inverse = inverse_.data() + front.first * width * width;
  for (Index j = 0; j < pivots; j += width, inverse += width * width) {
    subtract_product(own + j, rows.from(j, 0), own, width, j);
    std::array<double, static_cast<std::size_t>(width)> b;
    std::copy_n(own + j, width, b.data());
    multiply<width>(inverse, width, b.data(), own + j);
  }
  subtract_product(sums, below, own, rest, pivots);
}

template <Index width>
void MultifrontalLU::solve_upper(std::size_t f, double* x) const {
  const auto& front = tree_.fronts()[f];
  const auto [size, pivots, rest] = shape(front);
  double *const own = x + front.first * width, *const later = sums_.data() + sums_at_[f];
  double* to = later;
  for (const auto p : tree_.rest(front)) to = std::copy_n(x + p * width, width, to);
  const auto rows = pivot_rows(f, size);
  subtract_product(own, rows.from(0, pivots), later, pivots, rest);
  for (Index j = pivots - 2 * width; j >= 0; j -= width)  // blocks on the diagonal are the identity
    subtract_product(own + j, rows.from(j, j + width), own + j + width, width, pivots - j - width);
}

}  // namespace percuss
