// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/twin_contacts.hpp"

#include <algorithm>

#include "core/at.hpp"

namespace percuss {

namespace {

/// A number that looks random, of each column another [splitmix64].
std::uint64_t mixed(Index column) {
  auto x = static_cast<std::uint64_t>(column) + 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

}  // namespace

double TwinContacts::share(const BlockRows& G, const ContactSet& contacts) {
  const Index n = contacts.size();
  if (n == 0) return 0.0;
  pattern_.resize(at(n));
  for (Index k = 0; k < n; ++k) {
    const Index row = contacts.first_row(k);
    pattern_[at(k)] = 0;
    for (Index e = G.start[at(row)]; e < G.start[at(row) + 1]; ++e) pattern_[at(k)] += mixed(G.col[at(e)]);
  }
  std::sort(pattern_.begin(), pattern_.end());
  Index twins = 0;
  for (auto first = pattern_.begin(); first != pattern_.end();) {
    const auto end = std::find_if(first, pattern_.end(), [&](std::uint64_t other) { return other != *first; });
    if (end - first > 1) twins += end - first;
    first = end;
  }
  return static_cast<double>(twins) / static_cast<double>(n);
}

}  // namespace percuss
