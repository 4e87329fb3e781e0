// SPDX-License-Identifier: Apache-2.0
#include "contact/pair_slots.hpp"

#include <algorithm>
#include <stdexcept>

namespace percuss {

namespace {

template <class A, class B>
bool before(const A& a, const B& b) {
  return a.i < b.i || (a.i == b.i && a.j < b.j);
}

}  // namespace

void PairSlots::assign(std::vector<NearPair>& pairs) {
  if (pairs.size() > slots_.size()) throw std::length_error("PairSlots: more pairs than slots");
  std::sort(pairs.begin(), pairs.end(), before<NearPair, NearPair>);
  taken_.clear();
  for (std::size_t k = 0; k < slots_.size(); ++k)
    if (!slots_[k].is_free()) taken_.push_back(k);
  std::sort(taken_.begin(), taken_.end(),
            [this](std::size_t a, std::size_t b) { return before(slots_[a], slots_[b]); });
  newcomers_.clear();
  auto old = taken_.begin();
  for (const auto& pair : pairs) {
    for (; old != taken_.end() && before(slots_[*old], pair); ++old) slots_[*old] = Slot{};
    if (old != taken_.end() && !before(pair, slots_[*old]))
      ++old;  // the pair is still there
    else
      newcomers_.push_back({pair.i, pair.j});
  }
  for (; old != taken_.end(); ++old) slots_[*old] = Slot{};
  auto next = newcomers_.begin();
  for (auto slot = slots_.begin(); next != newcomers_.end(); ++slot)
    if (slot->is_free()) *slot = *next++;
}

}  // namespace percuss
