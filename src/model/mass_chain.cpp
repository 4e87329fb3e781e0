// SPDX-License-Identifier: Apache-2.0
#include "model/mass_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/fastest_mode.hpp"

namespace percuss {

namespace {

constexpr std::size_t most_masses_of_an_eigenvalue_problem = 400;

/// Tridiagonal matrix of n + 1 couplings between ground, the n masses and ground.
SymmetricMatrix coupling_matrix(const std::vector<double>& k, Index n) {
  if (k.empty()) return SymmetricMatrix(n);
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i) {
    const auto row = static_cast<int>(i);
    const double left = k[static_cast<std::size_t>(i)], right = k[static_cast<std::size_t>(i) + 1];
    if (left + right != 0.0) entries.emplace_back(row, row, left + right);
    if (i + 1 == n || right == 0.0) continue;
    entries.emplace_back(row, row + 1, -right);
    entries.emplace_back(row + 1, row, -right);
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return SymmetricMatrix(A);
}

/// Gershgorin's bound on the eigenvalues of  A x = lambda M x  for a coupling matrix.
double gershgorin(const std::vector<double>& k, const std::vector<double>& masses) {
  double largest = 0.0;
  for (std::size_t i = 0; i < masses.size() && !k.empty(); ++i) {
    const double neighbours = (i > 0 ? k[i] : 0.0) + (i + 1 < masses.size() ? k[i + 1] : 0.0);
    largest = std::max(largest, (k[i] + k[i + 1] + neighbours) / masses[i]);
  }
  return largest;
}

/// d = b k for all couplings, with the b that is returned.
std::optional<double> common_ratio(const std::vector<double>& d, const std::vector<double>& k) {
  const auto stiffest = std::max_element(k.begin(), k.end()) - k.begin();
  const double b = d[static_cast<std::size_t>(stiffest)] / k[static_cast<std::size_t>(stiffest)];
  if (!std::isfinite(b)) return std::nullopt;
  for (std::size_t i = 0; i < d.size(); ++i)
    if (std::abs(d[i] - b * k[i]) > 1e-12 * d[i]) return std::nullopt;
  return b;
}

/// Of a chain too long for an eigenvalue problem, by Gershgorin's circles. Their left ends are the dampers to ground,
/// which most masses have not: 0.
ModeBound bound_of_long_chain(const MassChainOptions& o) {
  ModeBound bound{std::sqrt(gershgorin(o.stiffness, o.masses))};
  if (std::all_of(o.damping.begin(), o.damping.end(), [](double d) { return d == 0.0; })) return bound;
  if (const auto b = common_ratio(o.damping, o.stiffness)) {
    bound.stiffness_damping = *b;
  } else {
    bound.mass_damping = gershgorin(o.damping, o.masses);
    bound.least_damping = 0.0;
  }
  return bound;
}

void check_length(const char* key, const std::vector<double>& x, std::size_t count, const std::string& of_what,
                  bool may_be_absent, std::vector<Fault>& faults) {
  if (x.size() == count || (may_be_absent && x.empty())) return;
  faults.push_back(
      {{}, key, fmt::format("{} numbers for {}", x.size(), of_what), fmt::format("give {} numbers", count)});
}

Vector vector_or_zeros(const std::vector<double>& x, Index n) {
  if (x.empty()) return Vector::Zero(n);
  return Eigen::Map<const Vector>(x.data(), n);
}

}  // namespace

const ParameterTable<MassChainOptions>& MassChainOptions::parameters() {
  static const auto table = [] {
    ParameterTable<MassChainOptions> t;
    t.numbers(
         "masses", [](auto& o) -> auto& { return o.masses; }, "kg", "the masses, one after the other", positive)
        .required();
    t.numbers(
         "stiffness", [](auto& o) -> auto& { return o.stiffness; }, "N/m",
         "spring stiffnesses, one more than there are masses: ground to the first mass, first to second, ..., last to "
         "ground; 0: no spring",
         non_negative)
        .required();
    t.numbers(
        "damping", [](auto& o) -> auto& { return o.damping; }, "N s/m",
        "dampers parallel to the springs, one for each; none by default", non_negative);
    t.numbers(
        "unstressed", [](auto& o) -> auto& { return o.unstressed; }, "m",
        "positions of the masses at which no spring is stressed; all 0 by default");
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "initial positions of the masses; default: `unstressed`");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocities of the masses; at rest by default");
    return t;
  }();
  return table;
}

std::vector<Fault> MassChainOptions::validate() const {
  auto faults = parameters().validate(*this);
  const auto n = masses.size();
  if (n == 0) {
    faults.push_back({{}, "masses", "there is no mass", "give at least one"});
    return faults;
  }
  const auto each = fmt::format("{} mass{}", n, n == 1 ? "" : "es");
  const auto between = fmt::format("the {} places between ground, {} and ground", n + 1, each);
  check_length("stiffness", stiffness, n + 1, between, false, faults);
  check_length("damping", damping, n + 1, between, true, faults);
  check_length("unstressed", unstressed, n, each, true, faults);
  check_length("position", position, n, each, true, faults);
  check_length("velocity", velocity, n, each, true, faults);
  return faults;
}

BuiltBody make_mass_chain(const MassChainOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto n = static_cast<Index>(options.masses.size());
  SparseMatrix M(n, n);
  for (Index i = 0; i < n; ++i) M.insert(i, i) = options.masses[static_cast<std::size_t>(i)];
  auto C = coupling_matrix(options.damping, n), K = coupling_matrix(options.stiffness, n);
  const auto bound = options.masses.size() <= most_masses_of_an_eigenvalue_problem
                         ? fastest_mode(Matrix(M), Matrix(C.to_sparse()), Matrix(K.to_sparse()))
                         : bound_of_long_chain(options);
  const Vector unstressed = vector_or_zeros(options.unstressed, n);
  BuiltBody built(std::make_unique<LinearBody>(SymmetricMatrix(M), std::move(C), std::move(K), bound),
                  {n, 1, [unstressed](Index i) {
                     return std::array<double, 3>{unstressed[i], 0.0, 0.0};
                   }});
  built.shape = [unstressed](Index q, Index v) {
    std::vector<Marker> masses;
    for (Index i = 0; i < unstressed.size(); ++i)
      masses.push_back(Marker::translation(1, q + i, v + i, Vector3(unstressed[i], 0.0, 0.0)));
    DrawnShape shape;
    if (masses.size() > 1) shape.add(DrawnShape::Kind::line, masses);
    if (masses.size() == 1) shape.points = masses;
    for (Index i = 0; i < unstressed.size(); ++i) shape.cells.push_back({DrawnShape::Kind::vertex, {i}});
    return shape;
  };
  built.q =
      options.position.empty() ? Vector(Vector::Zero(n)) : Vector(vector_or_zeros(options.position, n) - unstressed);
  built.v = vector_or_zeros(options.velocity, n);
  return built;
}

}  // namespace percuss
