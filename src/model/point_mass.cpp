// SPDX-License-Identifier: Apache-2.0
#include "model/point_mass.hpp"

#include <fmt/format.h>

namespace percuss {

namespace {

SymmetricMatrix multiple_of_identity(double a, Index n) {
  SparseMatrix A(n, n);
  A.setIdentity();
  A *= a;
  return SymmetricMatrix(A);
}

}  // namespace

const ParameterTable<PointMassOptions>& PointMassOptions::parameters() {
  static const auto table = [] {
    ParameterTable<PointMassOptions> t;
    t.number(
         "mass", [](auto& o) -> auto& { return o.mass; }, "kg", "mass", positive)
        .required();
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "initial position in 1, 2 or 3 coordinates; their number is the dimension of the motion");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocity, as many components; at rest by default");
    t.number(
        "damping.mass", [](auto& o) -> auto& { return o.damping.mass; }, "1/s",
        "viscous damping C = mass M: share of M", non_negative);
    return t;
  }();
  return table;
}

std::vector<Fault> PointMassOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (position.empty() || position.size() > 3)
    faults.push_back({{}, "position", fmt::format("{} coordinates", position.size()), "give 1, 2 or 3 coordinates"});
  if (!velocity.empty() && velocity.size() != position.size())
    faults.push_back({{},
                      "velocity",
                      fmt::format("{} components for {} coordinates", velocity.size(), position.size()),
                      "give one velocity component per coordinate of `position`"});
  return faults;
}

BuiltBody make_point_mass(const PointMassOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto n = static_cast<Index>(options.position.size());
  BuiltBody built(std::make_unique<LinearBody>(multiple_of_identity(options.mass, n),
                                               multiple_of_identity(options.damping.mass * options.mass, n),
                                               SymmetricMatrix(n), ModeBound{0.0, options.damping.mass, 0.0}),
                  {1, n, [](Index) { return std::array<double, 3>{}; }});
  built.q = Eigen::Map<const Vector>(options.position.data(), n);
  built.v = Vector::Zero(n);
  if (!options.velocity.empty()) built.v = Eigen::Map<const Vector>(options.velocity.data(), n);
  return built;
}

}  // namespace percuss
