// SPDX-License-Identifier: Apache-2.0
#include "model/bar.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/memory.hpp"
#include "fem/assembly.hpp"
#include "fem/bar_element.hpp"

namespace percuss {

namespace {

constexpr double most_elements = 5e8;  // entries of a tridiagonal matrix are counted in 32 bits

/// One number for all nodes, or one per node.
Vector spread(const std::vector<double>& values, Index nodes) {
  if (values.size() == 1) return Vector::Constant(nodes, values[0]);
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void check_count(const char* key, const std::vector<double>& values, Index nodes, std::vector<Fault>& faults) {
  if (values.size() != 1 && static_cast<Index>(values.size()) != nodes)
    faults.push_back({{},
                      key,
                      fmt::format("{} numbers for {} nodes", values.size(), nodes),
                      fmt::format("give one number for the whole bar, or {} numbers", nodes)});
}

/// Each option is sound by itself; together they may overflow, and then no message further down would tell why.
void check_magnitudes(const fem::BarElement& element, const BarOptions& options) {
  const double mass = fem::consistent_mass(element)(0, 0), stiffness = fem::stiffness(element)(0, 0);
  const double frequency = fem::highest_frequency(element, options.lumped());
  const double damping = options.damping.mass * mass + options.damping.stiffness * stiffness;
  const bool elastic = std::isnormal(mass) && std::isnormal(stiffness) && std::isnormal(frequency * frequency);
  if (elastic && std::isfinite(damping)) return;
  throw input_error("",
                    elastic ? fmt::format("the damping of an element is {} N s/m", damping)
                            : fmt::format("an element has a mass of {:.3g} kg, a stiffness of {:.3g} N/m and an "
                                          "oscillation of {:.3g} rad/s: beyond double precision",
                                          3.0 * mass, stiffness, frequency),
                    elastic ? "check `damping`: mass is in 1/s, stiffness in s"
                            : "check length, elements, area, youngs_modulus and density: they are in SI units");
}

}  // namespace

const ParameterTable<BarOptions>& BarOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BarOptions> t;
    t.number(
         "length", [](auto& o) -> auto& { return o.length; }, "m", "length of the bar", positive)
        .required();
    t.integer(
         "elements", [](auto& o) -> auto& { return o.elements; }, "number of elements; the bar has one more node",
         Range{1, most_elements, false, false})
        .required();
    t.number(
         "area", [](auto& o) -> auto& { return o.area; }, "m^2", "area of the cross-section", positive)
        .required();
    declare_bar_material(t);
    t.numbers(
        "position", [](auto& o) -> auto& { return o.position; }, "m",
        "initial displacement along x: one number for all nodes, or one per node");
    t.numbers(
        "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
        "initial velocity along x: one number for all nodes, or one per node");
    return t;
  }();
  return table;
}

std::vector<Fault> BarOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (elements >= 1) {
    check_count("position", position, elements + 1, faults);
    check_count("velocity", velocity, elements + 1, faults);
  }
  return faults;
}

BuiltBody make_bar(const BarOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const Index n = options.elements, nodes = n + 1;
  const fem::BarElement element{options.length / static_cast<double>(n), options.area, options.youngs_modulus,
                                options.density};
  check_magnitudes(element, options);
  constexpr double bytes_per_element = 220.0;  // of lists of entries, which need more than what follows: measured
  require_memory_for(n, bytes_per_element);
  const auto assemble = [&](const Eigen::Matrix2d& matrix) {
    fem::Assembler assembler(nodes, 4 * n);
    for (Index e = 0; e < n; ++e) assembler.add<2>({e, e + 1}, matrix);
    return assembler.finish();
  };
  const SparseMatrix M = assemble(options.lumped() ? fem::lumped_mass(element) : fem::consistent_mass(element));
  const SparseMatrix K = assemble(fem::stiffness(element));
  const ModeBound bound{fem::highest_frequency(element, options.lumped()), options.damping.mass,
                        options.damping.stiffness};

  BuiltBody built(
      std::make_unique<LinearBody>(SymmetricMatrix(M), options.damping.matrix(M, K), SymmetricMatrix(K), bound),
      {nodes, 1, [length = element.length](Index i) {
         return std::array<double, 3>{static_cast<double>(i) * length, 0.0, 0.0};
       }});
  built.sections = [axial = options.youngs_modulus * options.area](Index) { return SectionStiffness{axial}; };
  built.q = spread(options.position, nodes);
  built.v = spread(options.velocity, nodes);
  return built;
}

}  // namespace percuss
