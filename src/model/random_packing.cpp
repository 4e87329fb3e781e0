// SPDX-License-Identifier: Apache-2.0
#include "model/random_packing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace percuss {

namespace {

/// Discs in square cells as wide as the largest of them: one that overlaps a disc is in the same cell or a neighbour.
class Cells {
 public:
  Cells(const Eigen::Vector2d& low, const Eigen::Vector2d& high, double widest, std::size_t discs) : low_(low) {
    // Far more cells than discs would only cost memory.
    const double most = std::sqrt(4.0 * static_cast<double>(discs) + 16.0);
    for (int axis = 0; axis < 2; ++axis) {
      const double length = high[axis] - low[axis];
      count_[axis] = static_cast<Index>(std::clamp(std::floor(length / widest), 1.0, most));
      width_[axis] = length / static_cast<double>(count_[axis]);
    }
    discs_.resize(static_cast<std::size_t>(count_[0] * count_[1]));
  }
  void add(const Eigen::Vector2d& x, std::size_t disc) { at(cell(0, x), cell(1, x)).push_back(disc); }
  /// Whether some disc in the cells around x is one of which `test` is true.
  template <class Test>
  bool any_around(const Eigen::Vector2d& x, Test&& test) {
    const Index i = cell(0, x), j = cell(1, x);
    for (Index a = std::max<Index>(i - 1, 0); a <= std::min(i + 1, count_[0] - 1); ++a)
      for (Index b = std::max<Index>(j - 1, 0); b <= std::min(j + 1, count_[1] - 1); ++b)
        if (std::any_of(at(a, b).begin(), at(a, b).end(), test)) return true;
    return false;
  }

 private:
  Index cell(int axis, const Eigen::Vector2d& x) const {
    return std::clamp<Index>(static_cast<Index>((x[axis] - low_[axis]) / width_[axis]), 0, count_[axis] - 1);
  }
  std::vector<std::size_t>& at(Index i, Index j) { return discs_[static_cast<std::size_t>(i * count_[1] + j)]; }

  Eigen::Vector2d low_, width_{0.0, 0.0};
  std::array<Index, 2> count_{};
  std::vector<std::vector<std::size_t>> discs_;
};

}  // namespace

std::vector<Eigen::Vector2d> pack_at_random(const std::vector<double>& radius, const Eigen::Vector2d& low,
                                            const Eigen::Vector2d& high, RandomNumbers& random, int tries_per_disc) {
  std::vector<std::size_t> order(radius.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return radius[a] > radius[b]; });
  std::vector<Eigen::Vector2d> centre(radius.size(), Eigen::Vector2d::Zero());
  if (radius.empty()) return centre;
  Cells cells(low, high, 2.0 * radius[order.front()], radius.size());
  for (std::size_t placed = 0; placed < order.size(); ++placed) {
    const std::size_t i = order[placed];
    const double r = radius[i];
    Eigen::Vector2d x;
    const auto overlaps = [&](std::size_t j) {
      return (x - centre[j]).squaredNorm() < (r + radius[j]) * (r + radius[j]);
    };
    int tries = 0;
    do {
      if (tries++ == tries_per_disc || (high - low).minCoeff() < 2.0 * r) return std::vector<Eigen::Vector2d>(placed);
      x[0] = random.between(low[0] + r, high[0] - r);
      x[1] = random.between(low[1] + r, high[1] - r);
    } while (cells.any_around(x, overlaps));
    centre[i] = x;
    cells.add(x, i);
  }
  return centre;
}

}  // namespace percuss
