// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contact_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/version.hpp"
#include "solvers/contact/active_set.hpp"
#include "solvers/contact/admm.hpp"
#include "solvers/contact/anderson_history.hpp"
#include "solvers/contact/apgd.hpp"
#include "solvers/contact/auto.hpp"
#include "solvers/contact/enumerate_solver.hpp"
#include "solvers/contact/fischer_burmeister.hpp"
#include "solvers/contact/gauss_seidel.hpp"
#include "solvers/contact/interior_point.hpp"
#include "solvers/contact/jacobi.hpp"
#include "solvers/contact/kokkos_solver.hpp"
#include "solvers/contact/lemke_solver.hpp"
#include "solvers/contact/method_solver.hpp"
#include "solvers/contact/newton.hpp"
#include "solvers/unread_option.hpp"

namespace percuss {

namespace {

template <class Solver>
std::unique_ptr<ContactSolver> make(const ContactSolverOptions& options) {
  return std::make_unique<Solver>(options);
}

template <class Method>
std::unique_ptr<ContactSolver> make_method(const ContactSolverOptions& options) {
  return std::make_unique<MethodSolver>(options, Method::name, std::make_unique<Method>(options));
}

template <KokkosMethod method>
std::unique_ptr<ContactSolver> make_on_device(const ContactSolverOptions& options) {
  return make_kokkos_solver(method, options);
}

bool reads_acceleration(ContactSolverOptions::Name name) {
  using Name = ContactSolverOptions::Name;
  return name == Name::gauss_seidel || name == Name::kokkos_gauss_seidel;
}

bool reads_relaxation(ContactSolverOptions::Name name) {
  using Name = ContactSolverOptions::Name;
  return reads_acceleration(name) || name == Name::jacobi || name == Name::kokkos_jacobi;
}

}  // namespace

const std::vector<ContactSolverType>& contact_solver_types() {
  using Name = ContactSolverOptions::Name;
  static const std::vector<ContactSolverType> types{
      {Name::automatic, "auto",
       "warm start, Gauss-Seidel sweeps and Newton steps in turn, pivoting and path following where these are stuck; "
       "needs "
       "the assembled operator",
       make<Auto>},
      {Name::newton, "newton",
       "semi-smooth Newton on the natural map, few rows dense, many as sparse blocks; needs the assembled operator",
       make<Newton>},
      {Name::gauss_seidel, GaussSeidel::name,
       "projected Gauss-Seidel with exact local solves, by domains in threads when large; needs the assembled operator",
       make_method<GaussSeidel>},
      {Name::jacobi, Jacobi::name, "projected Jacobi with adapted relaxation; needs products with the operator only",
       make_method<Jacobi>},
      {Name::apgd, Apgd::name, "accelerated projected gradient with restarts; needs products with the operator only",
       make_method<Apgd>},
      {Name::admm, Admm::name,
       "alternating directions with a balanced penalty, a factor of G + rho I; needs the assembled operator",
       make_method<Admm>},
      {Name::fischer_burmeister, FischerBurmeister::name,
       "semi-smooth Newton on the Fischer-Burmeister function of cones; needs the assembled operator",
       make_method<FischerBurmeister>},
      {Name::interior_point, InteriorPoint::name,
       "primal-dual interior point with Nesterov-Todd scaling of cones; needs the assembled operator",
       make_method<InteriorPoint>},
      {Name::lemke, "lemke",
       "complementary pivoting; no friction or friction in the plane, some hundred rows; needs the assembled operator",
       make<LemkeSolver>},
      {Name::enumerate, "enumerate",
       "all combinations of modes, up to 10 contacts without friction in space; needs the assembled operator",
       make<EnumerateSolver>},
      {Name::active_set, "active_set",
       "primal-dual active set with the velocities as unknowns, for many contacts on long bodies; needs `delassus: "
       "implicit`, never forms the operator",
       make<ActiveSet>},
      {Name::kokkos_gauss_seidel, "kokkos_gauss_seidel",
       "gauss_seidel by colours as Kokkos kernels, on a GPU where Kokkos has one; needs the assembled operator",
       make_on_device<KokkosMethod::gauss_seidel>, build::with_kokkos},
      {Name::kokkos_jacobi, "kokkos_jacobi", "jacobi as Kokkos kernels; needs the assembled operator",
       make_on_device<KokkosMethod::jacobi>, build::with_kokkos},
      {Name::kokkos_apgd, "kokkos_apgd", "apgd as Kokkos kernels; needs the assembled operator",
       make_on_device<KokkosMethod::apgd>, build::with_kokkos}};
  return types;
}

std::unique_ptr<ContactSolver> make_contact_solver(const ContactSolverOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  for (const auto& type : contact_solver_types())
    if (type.value == options.name) return type.make(options);
  throw std::logic_error("make_contact_solver: a name without an entry in contact_solver_types");
}

std::vector<Fault> ContactSolverOptions::validate() const {
  auto faults = parameters().validate(*this);
  const ContactSolverOptions standard;
  if (relaxation != standard.relaxation && !reads_relaxation(name))
    refuse_unread(faults, "contact solver", "relaxation",
                  "leave it out, or use the contact solver `gauss_seidel` or `jacobi`");
  if (acceleration != standard.acceleration && !reads_acceleration(name))
    refuse_unread(faults, "contact solver", "acceleration",
                  "leave it out, or use the contact solver `gauss_seidel`; `auto` accelerates its sweeps by itself");
  return faults;
}

double ContactSolverOptions::tolerance(VecRef c) const {
  return tolerance_absolute + tolerance_relative * c.lpNorm<Eigen::Infinity>();
}

double ContactSolverOptions::tolerance_in_vain(VecRef c) const {
  constexpr double negligible = 1e-3;
  return std::max(tolerance(c), negligible * tolerance_accepted * velocity_scale);
}

double ContactSolverOptions::accepted(VecRef c) const {
  return tolerance_accepted * std::max(c.lpNorm<Eigen::Infinity>(), velocity_scale);
}

void ContactSolverOptions::accept(VecRef c, Report& report) const {
  if (report.status != Status::not_converged) return;
  if (!(report.residual <= std::max(accepted(c), tolerance_in_vain(c)))) return;
  report.status = Status::ok;
  report.loose = report.residual > tolerance_in_vain(c);
  report.message.clear();
}

const ParameterTable<ContactSolverOptions>& ContactSolverOptions::parameters() {
  static const auto table = [] {
    ParameterTable<ContactSolverOptions> t;
    std::vector<std::pair<std::string, Name>> names;
    for (const auto& type : contact_solver_types()) names.emplace_back(type.name, type.value);
    t.choice(
        "name", [](auto& o) -> auto& { return o.name; }, names, "contact solver");
    t.number(
        "tolerance_absolute", [](auto& o) -> auto& { return o.tolerance_absolute; }, "m/s",
        "converged when residual <= tolerance_absolute + tolerance_relative |c|_inf", non_negative);
    t.number(
        "tolerance_relative", [](auto& o) -> auto& { return o.tolerance_relative; }, "", "see tolerance_absolute",
        non_negative);
    t.number(
        "tolerance_accepted", [](auto& o) -> auto& { return o.tolerance_accepted; }, "",
        "a problem that the solver gives up counts as solved when residual <= tolerance_accepted max(|c|_inf, speed of "
        "the motion), and the run warns of it; 0: the step fails",
        non_negative);
    t.integer(
        "max_iterations", [](auto& o) -> auto& { return o.max_iterations; }, "sweeps and Newton steps before giving up",
        Range{1, 1e9, false, false});
    t.number(
        "relaxation", [](auto& o) -> auto& { return o.relaxation; }, "",
        "relaxation factor of `gauss_seidel` and `jacobi`", Range{0.0, 2.0, true, true});
    t.integer(
        "acceleration", [](auto& o) -> auto& { return o.acceleration; },
        "earlier sweeps that each sweep of `gauss_seidel` is combined with (Anderson); 0: plain sweeps",
        Range{0, AndersonHistory::most_depth, false, false});
    return t;
  }();
  return table;
}

}  // namespace percuss
