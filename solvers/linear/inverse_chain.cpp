// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/inverse_chain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

/// Entries below this share of their diagonals cannot change any velocity that is not itself at the edge of underflow.
constexpr double negligible_entry = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

}  // namespace

void InverseChain::resize(Index width, Index size) {
  width_ = width;
  size_ = size;
  const auto entries = static_cast<std::size_t>(width * width * size);
  transfer_.resize(entries);
  window_.resize(entries);
  begin_.resize(static_cast<std::size_t>(size));
  end_.resize(static_cast<std::size_t>(size));
}

/// First q > p with |cov(p, .)| <= negligible_entry, by the bound |e_1' T_p ... T_q-1 Z_q e_1| <= sum_k |f_k| sqrt(Z_kk
/// Z_11).
Index InverseChain::reach_of(Index p, std::vector<double>& f, std::vector<double>& next) const {
  const auto b = static_cast<std::size_t>(width_);
  const auto start = [b](Index q) { return static_cast<std::size_t>(q) * b * b; };
  f.assign(b, 0.0);
  next.resize(b);
  f[0] = 1.0;
  const double floor = negligible_entry * std::sqrt(window_[start(p)]);
  for (Index q = p + 1; q < size_; ++q) {
    const double* const T = transfer_.data() + start(q - 1);
    const double* const Z = window_.data() + start(q);
    double bound = 0.0;
    for (std::size_t k = 0; k < b; ++k) {
      next[k] = 0.0;
      for (std::size_t l = 0; l < b; ++l) next[k] += f[l] * T[l * b + k];
      bound += std::abs(next[k]) * std::sqrt(std::max(Z[k * b + k], 0.0));
    }
    if (bound <= floor) return q;
    std::swap(f, next);
  }
  return size_;
}

void InverseChain::close() {
  whole_ = size_ == 0 || reach_of(0, f_, next_) == size_;
  if (whole_) {
    std::fill(begin_.begin(), begin_.end(), Index{0});
    std::fill(end_.begin(), end_.end(), size_);
    return;
  }
  Index before = 0;
  for (Index p = 0; p < size_; ++p)
    before = end_[static_cast<std::size_t>(p)] = std::max(before, reach_of(p, f_, next_));
  Index p = 0;
  for (Index q = 0; q < size_; ++q) {
    while (end_[static_cast<std::size_t>(p)] <= q) ++p;
    begin_[static_cast<std::size_t>(q)] = p;
  }
}

template <int b>
void InverseChain::multiply(const double* w, Index first, Index last, Index from, Index to, double* t) const {
  constexpr Index square = b * b;
  std::array<double, b> s{}, f{}, next{};
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  for (Index p = last; p >= from; --p) {  // what stands at p or below it, carried up
    const double *const T = transfer_.data() + p * square, *const Z = window_.data() + p * square;
    if (p < last) {
      for (int k = 0; k < b; ++k) {
        double sum = 0.0;
        for (int l = b - 1; l >= 0; --l) sum += T[k * b + l] * s[at(l)];
        next[at(k)] = sum;
      }
      s = next;
    }
    if (p >= first)
      for (int k = 0; k < b; ++k) s[at(k)] += Z[k * b] * w[p];
    t[p] = s[0];
  }
  f[0] = w[first];
  for (Index p = first + 1; p < to; ++p) {  // what stands above p
    const double *const T = transfer_.data() + (p - 1) * square, *const Z = window_.data() + p * square;
    double sum = 0.0;
    for (int k = 0; k < b; ++k) {
      next[at(k)] = 0.0;
      for (int l = b - 1; l >= 0; --l) next[at(k)] += f[at(l)] * T[l * b + k];
      sum += next[at(k)] * Z[k * b];
    }
    f = next;
    if (p <= last) {
      t[p] += sum;
      f[0] += w[p];
    } else {
      t[p] = sum;
    }
  }
}

void InverseChain::multiply(const double* w, Index first, Index last, Index from, Index to, double* t) const {
  using Multiply = void (InverseChain::*)(const double*, Index, Index, Index, Index, double*) const;
  static constexpr std::array<Multiply, widest> multiplies{
      &InverseChain::multiply<1>, &InverseChain::multiply<2>, &InverseChain::multiply<3>, &InverseChain::multiply<4>,
      &InverseChain::multiply<5>, &InverseChain::multiply<6>, &InverseChain::multiply<7>, &InverseChain::multiply<8>};
  (this->*multiplies[static_cast<std::size_t>(width_ - 1)])(w, first, last, from, to, t);
}

}  // namespace percuss
