// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contact_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/contact/auto.hpp"
#include "solvers/contact/gauss_seidel.hpp"
#include "solvers/contact/jacobi.hpp"
#include "solvers/contact/newton.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

double natural_residual(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x) {
  double worst = 0.0;
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), n = contacts.num_rows(k);
    double scale = diagonal[first];
    for (Index i = first + 1; i < first + n; ++i) scale = std::max(scale, diagonal[i]);
    if (!(scale > 0.0)) scale = 1.0;  // a contact that moves nothing
    std::array<double, 3> moved{};
    for (Index i = 0; i < n; ++i) moved[static_cast<std::size_t>(i)] = x[first + i] - gamma[first + i] / scale;
    prox_cone(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)],
              std::span(moved).first(static_cast<std::size_t>(n)));
    for (Index i = 0; i < n; ++i) {
      const double residual = std::abs(x[first + i] - moved[static_cast<std::size_t>(i)]) * scale;
      if (residual > worst || std::isnan(residual)) worst = residual;  // and a NaN stays
    }
  }
  return worst;
}

const ParameterTable<ContactSolverOptions>& ContactSolverOptions::parameters() {
  static const auto table = [] {
    ParameterTable<ContactSolverOptions> t;
    t.choice(
        "name", [](auto& o) -> auto& { return o.name; },
        std::vector<std::pair<std::string, Name>>{{"auto", Name::automatic},
                                                  {"newton", Name::newton},
                                                  {"gauss_seidel", Name::gauss_seidel},
                                                  {"jacobi", Name::jacobi}},
        "contact solver");
    t.number(
        "tolerance_absolute", [](auto& o) -> auto& { return o.tolerance_absolute; }, "m/s",
        "converged when residual <= tolerance_absolute + tolerance_relative |c|_inf", non_negative);
    t.number(
        "tolerance_relative", [](auto& o) -> auto& { return o.tolerance_relative; }, "", "see tolerance_absolute",
        non_negative);
    t.integer(
        "max_iterations", [](auto& o) -> auto& { return o.max_iterations; }, "sweeps and Newton steps before giving up",
        Range{1, 1e9, false, false});
    return t;
  }();
  return table;
}

const std::vector<ContactSolverType>& contact_solver_types() {
  static const std::vector<ContactSolverType> types{
      {"auto",
       "warm start, Gauss-Seidel sweeps and Newton steps in turn, whichever leads on; needs the assembled operator"},
      {"newton", "semi-smooth Newton on the natural map, dense; for some hundred rows; needs the assembled operator"},
      {"gauss_seidel", "projected Gauss-Seidel, one contact after the other; needs the assembled Delassus operator"},
      {"jacobi", "projected Jacobi with adapted relaxation; needs products with the operator only"}};
  return types;
}

std::unique_ptr<ContactSolver> make_contact_solver(const ContactSolverOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  switch (options.name) {
    case ContactSolverOptions::Name::newton:
      return std::make_unique<Newton>(options);
    case ContactSolverOptions::Name::gauss_seidel:
      return std::make_unique<GaussSeidel>(options);
    case ContactSolverOptions::Name::jacobi:
      return std::make_unique<Jacobi>(options);
    case ContactSolverOptions::Name::automatic:
      break;
  }
  return std::make_unique<Auto>(options);
}

}  // namespace percuss
