// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/body_way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace percuss {

BodyWay BodyCosts::best() const {
  if (chain < solves && chain <= halves) return BodyWay::chain;
  return halves < solves ? BodyWay::halves : BodyWay::solves;
}

BodyCosts body_costs(const LinearSolver& solver, Index n, Index columns, Index touched) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const auto rows = static_cast<double>(n), count = static_cast<double>(columns);
  // A solve uses every number of the factor twice at most. Where U is not kept, every step pays one for its response;
  // so many steps are taken to pass until the contacts change.
  constexpr double steps = 16.0;
  const double solve = 2.0 * static_cast<double>(solver.bytes()) / sizeof(double);
  BodyCosts costs{count * (solve + rows), never, never};
  if (n <= most_small_rows) return costs;
  if (const auto b = static_cast<double>(solver.chain_width()); b > 0.0) {
    const double pass = 2.0 * b * b + b;
    costs.chain = rows * pass + count * static_cast<double>(std::min(touched, n)) * pass + steps * solve;
  }
  // Half of the solve, and of that the way from a few rows to the root: taken as half again.
  if (solver.has_view()) costs.halves = (2.0 + 0.25 * count + steps) * solve;
  return costs;
}

std::string text_of(BodyWay way, const BodyCosts& costs) {
  const char* const name = way == BodyWay::solves ? "solves" : way == BodyWay::chain ? "chain" : "halves";
  return fmt::format("{} (solves {:.2g}, chain {:.2g}, halves {:.2g} multiplications)", name, costs.solves, costs.chain,
                     costs.halves);
}

}  // namespace percuss
