// SPDX-License-Identifier: Apache-2.0
#ifdef PERCUSS_HAVE_CHOLMOD
#include <cholmod.h>

#include "core/at.hpp"
#include "solvers/linear/elimination.hpp"

namespace percuss::backends {

bool dissect([[maybe_unused]] const BlockPattern& both, [[maybe_unused]] std::vector<std::int32_t>& order) {
#ifdef NPARTITION
  return false;
#else
  cholmod_common common;
  cholmod_start(&common);
  common.print = 0;
  const auto n = at(both.size());
  auto* A = cholmod_allocate_sparse(n, n, both.col.size(), 1, 1, 1, CHOLMOD_PATTERN, &common);
  bool done = A != nullptr;
  if (done) {
    auto* const start = static_cast<int*>(A->p);
    auto* const row = static_cast<int*>(A->i);
    int entries = 0;
    for (std::size_t j = 0; j < n; ++j) {
      start[j] = entries;
      for (auto e = both.start[j]; e < both.start[j + 1]; ++e)
        if (at(both.col[at(e)]) <= j) row[entries++] = both.col[at(e)];
    }
    start[n] = entries;
    std::vector<int> found(n), parents(n), members(n);
    done = cholmod_nested_dissection(A, nullptr, 0, found.data(), parents.data(), members.data(), &common) >= 0;
    if (done) order.assign(found.begin(), found.end());
  }
  cholmod_free_sparse(&A, &common);
  cholmod_finish(&common);
  return done;
#endif
}

}  // namespace percuss::backends
#endif
