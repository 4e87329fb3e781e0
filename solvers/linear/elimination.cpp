// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/elimination.hpp"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <utility>

#include "core/at.hpp"

namespace percuss {

namespace {

/// The pattern of A + A'.
BlockPattern symmetric(const BlockPattern& A) {
  const Index n = A.size();
  std::vector<std::int32_t> count(at(n), 0);
  for (Index i = 0; i < n; ++i)
    for (auto e = A.start[at(i)]; e < A.start[at(i) + 1]; ++e) {
      ++count[at(i)];
      ++count[at(A.col[at(e)])];
    }
  BlockPattern both;
  both.start.resize(at(n) + 1);
  for (Index i = 0; i < n; ++i) both.start[at(i) + 1] = both.start[at(i)] + count[at(i)];
  both.col.resize(at(both.start.back()));
  std::vector<std::int32_t> next(both.start.begin(), both.start.end() - 1);
  for (Index i = 0; i < n; ++i)
    for (auto e = A.start[at(i)]; e < A.start[at(i) + 1]; ++e) {
      const auto j = A.col[at(e)];
      both.col[at(next[at(i)]++)] = j;
      both.col[at(next[at(j)]++)] = static_cast<std::int32_t>(i);
    }
  std::int32_t end = 0;
  for (Index i = 0; i < n; ++i) {
    const auto from = both.col.begin() + both.start[at(i)], to = both.col.begin() + both.start[at(i) + 1];
    std::sort(from, to);
    both.start[at(i)] = end;
    end = static_cast<std::int32_t>(std::copy(from, std::unique(from, to), both.col.begin() + end) - both.col.begin());
  }
  both.start.back() = end;
  both.col.resize(at(end));
  return both;
}

/// Eigen puts rows without a diagonal entry last.
void order_by_minimum_degree(const BlockPattern& both, std::vector<std::int32_t>& order) {
  using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;
  const std::vector<double> ones(both.col.size(), 1.0);
  const Eigen::Map<const Pattern> view(both.size(), both.size(), static_cast<Index>(both.col.size()), both.start.data(),
                                       both.col.data(), ones.data());
  Pattern copy = view;  // the ordering works on it
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, std::int32_t> permutation;
  Eigen::internal::minimum_degree_ordering(copy, permutation);
  order.assign(permutation.indices().data(), permutation.indices().data() + both.size());
}

}  // namespace

bool Elimination::find(const BlockPattern& pattern, Index most_blocks) {
  const auto both = symmetric(pattern);
  order_by_minimum_degree(both, order);
  bool fits = fill(both, most_blocks);
#ifdef PERCUSS_HAVE_CHOLMOD
  constexpr double many_products = 2e6;
  if (!fits || products >= many_products) {  // it costs as much as some 3e5 of them for each thousand rows
    Elimination other;
    if (backends::dissect(both, other.order) && other.fill(both, most_blocks) && (!fits || other.products < products)) {
      *this = std::move(other);
      fits = true;
    }
  }
#endif
  return fits;
}

void Elimination::take_postorder() {
  const auto n = static_cast<std::int32_t>(order.size());
  std::vector<std::int32_t> first_child(at(n), -1), next_child(at(n), -1), roots, sorted, open;
  for (std::int32_t p = n; p-- > 0;)
    if (start[at(p)] == start[at(p) + 1])
      roots.push_back(p);
    else
      next_child[at(p)] = std::exchange(first_child[at(col[at(start[at(p)])])], p);
  for (; !roots.empty(); roots.pop_back()) {
    open.push_back(roots.back());
    while (!open.empty()) {
      const auto p = open.back();
      if (const auto child = first_child[at(p)]; child >= 0) {
        first_child[at(p)] = next_child[at(child)];
        open.push_back(child);
      } else {
        sorted.push_back(p);
        open.pop_back();
      }
    }
  }
  std::vector<std::int32_t> new_place(at(n)), new_order(at(n)), new_start(1, 0), new_col;
  for (std::int32_t p = 0; p < n; ++p) {
    new_place[at(sorted[at(p)])] = p;
    new_order[at(p)] = order[at(sorted[at(p)])];
    place[at(new_order[at(p)])] = p;
  }
  new_col.reserve(col.size());
  for (const auto p : sorted) {
    const auto begin = new_col.size();
    for (auto e = start[at(p)]; e < start[at(p) + 1]; ++e) new_col.push_back(new_place[at(col[at(e)])]);
    std::sort(new_col.begin() + static_cast<std::ptrdiff_t>(begin), new_col.end());
    new_start.push_back(static_cast<std::int32_t>(new_col.size()));
  }
  order = std::move(new_order);
  start = std::move(new_start);
  col = std::move(new_col);
}

/// Eliminated, a row leaves its neighbours coupled: the one of them that comes first inherits the others.
bool Elimination::fill(const BlockPattern& both, Index most_blocks) {
  const Index n = both.size();
  place.resize(at(n));
  for (Index p = 0; p < n; ++p) place[at(order[at(p)])] = static_cast<std::int32_t>(p);
  std::vector<std::int32_t> seen(at(n), -1), first_heir(at(n), -1), next_heir(at(n), -1);  // lists of who left what
  start.assign(1, 0);
  col.clear();
  products = 0.0;
  for (Index p = 0; p < n; ++p) {
    const auto here = static_cast<std::int32_t>(p);
    seen[at(p)] = here;
    const auto begin = static_cast<std::ptrdiff_t>(col.size());
    const auto see = [&](std::int32_t j) {
      if (j < here || seen[at(j)] == here) return;
      seen[at(j)] = here;
      col.push_back(j);
    };
    const Index row = order[at(p)];
    for (auto e = both.start[at(row)]; e < both.start[at(row) + 1]; ++e) see(place[at(both.col[at(e)])]);
    for (auto child = first_heir[at(p)]; child >= 0; child = next_heir[at(child)])
      for (auto e = start[at(child)]; e < start[at(child) + 1]; ++e) see(col[at(e)]);
    if (static_cast<Index>(col.size()) > most_blocks) return false;
    std::sort(col.begin() + begin, col.end());
    const auto size = static_cast<double>(col.size()) - static_cast<double>(begin);
    products += size * (size + 1.0);
    start.push_back(static_cast<std::int32_t>(col.size()));
    if (size == 0.0) continue;
    const auto heir = at(col[at(begin)]);
    next_heir[at(p)] = std::exchange(first_heir[heir], here);
  }
  return true;
}

}  // namespace percuss
