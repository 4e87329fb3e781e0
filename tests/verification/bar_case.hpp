// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fem/bar_element.hpp"
#include "model/bar.hpp"
#include "model/node_wall.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss::verification {

// The impacting elastic bar of [HETS] 7.1.
inline constexpr double area = 3.14159265358979312e-4, youngs_modulus = 2.1e11, density = 7800.0, v0 = 0.1;
inline constexpr double gap0 = 5.0005e-5;  // 5e-5 would be a round-off tie at h = 1e-7: exactly 5000 steps

inline BarOptions bar_options(Index elements) {
  BarOptions options;
  options.length = 1.0;
  options.elements = elements;
  options.area = area;
  options.youngs_modulus = youngs_modulus;
  options.density = density;
  options.position = {gap0};
  options.velocity = {-v0};
  return options;
}

inline fem::BarElement element(Index elements) {
  return {1.0 / static_cast<double>(elements), area, youngs_modulus, density};
}

inline std::unique_ptr<Model> bar_at_wall(const BarOptions& options, double restitution = 0.0) {
  auto model = std::make_unique<Model>();
  model->add_body("bar", "bar", make_bar(options));
  NodeWallOptions wall;
  wall.body = "bar";
  wall.restitution = restitution;
  add_node_wall(*model, "wall", wall);
  return model;
}

inline std::unique_ptr<Scheme> make_scheme(const Model& model, const std::string& name, const Values& options = {},
                                           const SolverSet& solvers = {}) {
  return find_scheme(name)->make(model.system, model.contacts, solvers, options);
}

inline double total_energy(const Model& model, const State& state) {
  return model.system.energy(state.t, state.q, state.v).total();
}

/// 1'M v of the bar.
inline double momentum(const Model& model, const State& state) {
  SparseMatrix M;
  model.system.body(0).tangent(state.t, state.q, state.v, {}, M);
  return (M * state.v).sum();
}

/// What a run to `end` saw of the contact.
struct ContactHistory {
  double first = -1.0, last = -1.0;  ///< ends of the first and last step with a contact force or percussion [s]
  double percussion = 0.0;           ///< of the first impact (half-explicit) [N s]
  double impulse = 0.0;              ///< all percussions and forces summed up [N s]
  double min_gap = 1.0;              ///< [m]
  double largest_growth = 0.0;       ///< largest energy gained in one step [J]
  double impact_loss = 0.0;          ///< [J]
  int closings = 0;                  ///< times the force came back after it had gone
  State state;
};

inline ContactHistory run_bar(const Model& model, Scheme& scheme, double h, double end, bool forces_apart) {
  ContactHistory seen;
  seen.state = model.initial;
  double energy = total_energy(model, seen.state);
  bool touched = false;
  const auto steps = static_cast<Index>(std::lround(end / h));
  for (Index i = 0; i < steps; ++i) {
    const auto report = scheme.step(h, seen.state);
    seen.state.t = static_cast<double>(i + 1) * h;
    const auto& contact = scheme.contacts()[0];
    const double push = contact.percussion[0] + (forces_apart ? h * contact.force[0] : 0.0);
    const bool touches = push > 0.0;
    if (touches && seen.first < 0.0) {
      seen.first = seen.state.t;
      seen.percussion = contact.percussion[0];
    }
    if (touches) seen.last = seen.state.t;
    seen.closings += touches && !touched ? 1 : 0;
    touched = touches;
    seen.impulse += push;
    seen.impact_loss += report.impact_loss;
    seen.min_gap = std::min(seen.min_gap, contact.gap);
    const double now = total_energy(model, seen.state);
    seen.largest_growth = std::max(seen.largest_growth, now - energy);
    energy = now;
  }
  return seen;
}

/// Slope of log(error) over log(h), least squares: the observed order.
inline double observed_order(const std::vector<double>& h, const std::vector<double>& error) {
  const auto n = static_cast<double>(h.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double x = std::log(h[i]), y = std::log(error[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace percuss::verification
