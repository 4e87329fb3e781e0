// SPDX-License-Identifier: Apache-2.0
#include "model/beam_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/memory.hpp"

namespace percuss {

namespace {

void check_nodes(const BeamLineOptions& o, std::vector<Fault>& faults) {
  const auto& x = o.node_positions;
  if (!o.parts.elements.empty() && (o.elements > 0 || !x.empty()))
    faults.push_back({{},
                      "parts.elements",
                      fmt::format("the mesh is given twice, by `parts.elements` and by `{}`",
                                  o.elements > 0 ? "elements" : "node_positions"),
                      "leave one of them out"});
  if (x.empty() && o.elements < 1 && o.parts.elements.empty())
    faults.push_back(
        {{}, "elements", "the beam has no mesh", "give `elements`, `parts.elements`, or the `node_positions`"});
  if (!x.empty() && o.elements > 0)
    faults.push_back({{},
                      "node_positions",
                      "the mesh is given twice, by `elements` and by `node_positions`",
                      "leave one of them out"});
  if (x.empty()) return;
  const bool ascending = std::adjacent_find(x.begin(), x.end(), [](double a, double b) { return !(a < b); }) == x.end();
  if (x.size() < 2 || !ascending || x.front() != 0.0 || x.back() != o.length)
    faults.push_back({{},
                      "node_positions",
                      "they do not ascend from 0 to `length`",
                      fmt::format("give numbers in ascending order, the first 0 and the last {}", o.length)});
}

void check_attachments(const BeamLineOptions& o, std::vector<Fault>& faults) {
  const auto& [nodes, mass, inertia] = o.attach;
  const auto complain = [&](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  for (const double node : nodes)
    if (node != std::floor(node) || node < 0.0 || node >= static_cast<double>(o.num_nodes()))
      complain("attach.nodes", fmt::format("the beam has no node {}", node),
               fmt::format("its nodes are 0 to {}", o.num_nodes() - 1));
  if (mass.size() != nodes.size())
    complain("attach.mass", fmt::format("masses: {}, nodes: {}", mass.size(), nodes.size()),
             "give one mass per node of `attach.nodes`");
  if (!inertia.empty() && inertia.size() != nodes.size())
    complain("attach.inertia", fmt::format("moments of inertia: {}, nodes: {}", inertia.size(), nodes.size()),
             "give one per node of `attach.nodes`, or leave it out");
}

void check_length_of(const char* key, const std::vector<double>& numbers, Index nodes, Index count,
                     const char* per_node, std::vector<Fault>& faults) {
  if (numbers.empty() || static_cast<Index>(numbers.size()) == count * nodes) return;
  faults.push_back({{},
                    key,
                    fmt::format("{} numbers for {} nodes", numbers.size(), nodes),
                    fmt::format("give {} numbers: {} of each node", count * nodes, per_node)});
}

}  // namespace

Index BeamLineOptions::num_nodes() const {
  if (!node_positions.empty()) return static_cast<Index>(node_positions.size());
  double sum = static_cast<double>(elements);
  for (const double of_part : parts.elements) sum += of_part;
  return static_cast<Index>(sum) + 1;
}

void BeamLineOptions::check_material(std::vector<Fault>& faults) const {
  const auto check = [&](const char* key, double constant, const std::vector<double>& list) {
    if (constant <= 0.0 && list.empty())
      faults.push_back({{}, key, fmt::format("missing key `{}`", key), fmt::format("give it, or `parts.{}`", key)});
  };
  check("youngs_modulus", youngs_modulus, parts.youngs_modulus);
  check("density", density, parts.density);
  check_given_once({{"youngs_modulus", youngs_modulus, "parts.youngs_modulus", parts.youngs_modulus},
                    {"density", density, "parts.density", parts.density}},
                   faults);
}

void BeamLineOptions::check_line(Index count, const char* per_node, std::vector<Fault>& faults) const {
  modes.check(length, count * num_nodes(), faults);
  const auto before = faults.size();
  check_nodes(*this, faults);
  if (free_span > length)
    faults.push_back({{},
                      "free_span",
                      fmt::format("{} m in a beam of {} m", free_span, length),
                      "give the longest part that nothing holds, at most `length`"});
  parts.check(length, faults);
  if (faults.size() == before) parts.check_boundaries(nodes(), faults);
  check_attachments(*this, faults);
  check_length_of("displacement", displacement, num_nodes(), count, per_node, faults);
  check_length_of("displacement_rate", rate, num_nodes(), count, per_node, faults);
}

std::vector<double> BeamLineOptions::nodes() const {
  const Index n = num_nodes() - 1;
  constexpr double bytes_per_element = 4000.0;  // of lists of entries, matrices and their factor
  require_memory_for(n, bytes_per_element);
  if (!node_positions.empty()) return node_positions;
  if (!parts.elements.empty()) return parts.nodes();
  std::vector<double> x;
  for (Index i = 0; i <= n; ++i) x.push_back(length * static_cast<double>(i) / static_cast<double>(n));
  return x;
}

void check_element(double mass, double axial_stiffness, double bending_stiffness, double frequency) {
  if (std::isnormal(mass) && std::isnormal(bending_stiffness) && std::isnormal(axial_stiffness) &&
      std::isnormal(frequency * frequency))
    return;
  throw input_error("",
                    fmt::format("an element has a mass of {:.3g} kg, EA = {:.3g} N, EI = {:.3g} N m^2 and an "
                                "oscillation of {:.3g} rad/s: beyond double precision",
                                mass, axial_stiffness, bending_stiffness, frequency),
                    "check length, elements, section, youngs_modulus and density: they are in SI units");
}

/// Stiffnesses of bending go with l^-3: measured, in the sag of a cantilever, round-off takes eps (L/l)^4/50 of it at
/// 300 to 10^4 elements.
void check_fineness(const BeamLineOptions& beam, double shortest) {
  constexpr double most = 1e-3, eps = std::numeric_limits<double>::epsilon();
  const double span = beam.free_span > 0.0 ? beam.free_span : beam.length;
  if (span < shortest)
    throw input_error("free_span", fmt::format("{:.3g} m, less than an element of {:.3g} m", span, shortest),
                      "give the longest part of the beam that nothing holds");
  const double error = eps * std::pow(span / shortest, 4) / 50.0;
  if (error <= most) return;
  throw input_error(
      "elements",
      fmt::format("elements of {:.3g} m in a beam of {} m{}: round-off alone would be {:.2g} of its "
                  "deflection",
                  shortest, span, beam.free_span > 0.0 ? " between what holds it" : "", error),
      fmt::format("choose a coarser mesh, no element shorter than {:.3g} m{}", span / std::pow(50.0 * most / eps, 0.25),
                  beam.free_span > 0.0 ? ""
                                       : ", or, where supports or contacts hold the beam, give the "
                                         "longest distance between them as `free_span`"));
}

Fault no_stiffening_of_modes() {
  return {{},
          "stiffening",
          "a beam that bends shortens, and a body reduced to modes has no shapes for that: `mean_strain` would lock it",
          "choose none, or leave `modes` out"};
}

Index element_of(const std::vector<double>& nodes, double x) {
  const auto above = std::upper_bound(nodes.begin(), nodes.end(), x);
  return std::clamp<Index>(above - nodes.begin() - 1, 0, static_cast<Index>(nodes.size()) - 2);
}

double slow_frequency(double length, double mass, double axial_stiffness, double bending_stiffness) {
  return std::sqrt(std::min(bending_stiffness / (length * length), axial_stiffness) / (mass * length));
}

Vector initial_unknowns(const char* key, const std::vector<double>& numbers, const FrameConditions& conditions,
                        const char* fault, const char* remedy, std::vector<Fault>& faults) {
  Vector kept = Vector::Zero(conditions.num_kept());
  if (numbers.empty()) return kept;
  if (!conditions.take(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())), kept))
    faults.push_back({{}, key, fault, remedy});
  return kept;
}

}  // namespace percuss
