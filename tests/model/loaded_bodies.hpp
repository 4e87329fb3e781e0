// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/rigid_body.hpp"
#include "model/rigid_body_planar.hpp"
#include "model/woodpecker.hpp"
#include "scheme/oscillator.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {

/// One body of every kind: `bar` (5 nodes: rows 0 to 4 of q and v), `stone` (a particle in space: 5 to 7), `plate`
/// (planar: 8 to 10), `brick` (spatial: 11 to 17 of q, 11 to 16 of v), `toy` (a woodpecker without nodes).
inline std::unique_ptr<Model> one_of_every_kind() {
  auto model = std::make_unique<Model>();
  BarOptions bar;  // soft: what steps of 4e-3 s add to its energy is less than what loads do
  bar.length = 2.0;
  bar.elements = 4;
  bar.area = 1e-2;
  bar.youngs_modulus = 100.0;
  bar.density = 200.0;
  model->add_body("bar", "bar", make_bar(bar));
  model->add_body("stone", "point_mass", mass_at({3.0, 4.0, 5.0}));
  RigidBodyPlanarOptions plate;
  plate.mass = 2.0;
  plate.inertia = 0.5;
  plate.position = {1.0, 2.0};
  model->add_body("plate", "rigid_body_planar", make_rigid_body_planar(plate));
  RigidBodyOptions brick;
  brick.mass = 2.0;
  brick.inertia = {1.0, 2.0, 2.5};
  brick.position = {-1.0, 1.0, -2.0};
  model->add_body("brick", "rigid_body", make_rigid_body(brick));
  model->add_body("toy", "woodpecker", make_woodpecker({}));
  return model;
}

/// A random state of such a model, near its start.
inline State random_state(const Model& model, unsigned seed) {
  std::mt19937 random(seed);
  State state = model.initial;
  state.q += 0.3 * random_vector(state.q.size(), random);
  state.q.segment<4>(14).normalize();
  state.v = random_vector(state.v.size(), random);
  return state;
}

/// f of the loads alone.
inline Vector load_forces(const Model& model, const State& state) {
  const auto bare = one_of_every_kind();
  return forces_of(model.system, state.q, state.v, state.t) - forces_of(bare->system, state.q, state.v, state.t);
}

/// Potential energy of the loads alone.
inline double load_potential(const Model& model, const Vector& q, const Vector& v) {
  return model.system.energy(0.0, q, v).potential - one_of_every_kind()->system.energy(0.0, q, v).potential;
}

/// The largest energy that the ledger of half-explicit steps over [0, 1] leaves to the scheme:
/// |E - E_0 - applied + damping|.
inline double energy_error(const Model& model, State state, double h) {
  const NoContacts none;
  const auto scheme = find_scheme("half_explicit_velocity")->make(model.system, none, {}, {});
  const double start = model.system.energy(0.0, state.q, state.v).total();
  double balance = 0.0, worst = 0.0;
  for (int i = 0; i < std::lround(1.0 / h); ++i) {
    const auto report = scheme->step(h, state);
    EXPECT_TRUE(report.ok());
    balance += report.work.applied - report.work.damping;
    const double error = model.system.energy(state.t, state.q, state.v).total() - start - balance;
    worst = std::max(worst, std::abs(error));
  }
  return worst;
}

/// The ledger must close at order 2: a work that is wrong anywhere leaves an error that does not shrink with h, one
/// taken at the start of the step shrinks with h alone.
inline void expect_ledger_closes_at_order_two(const Model& model, const State& start) {
  const double coarse = energy_error(model, start, 4e-3), fine = energy_error(model, start, 1e-3);
  EXPECT_LT(fine, coarse / 10.0);  // 16 in the limit, 4 for order 1
  EXPECT_LT(fine, 1e-4 * (1.0 + std::abs(model.system.energy(0.0, start.q, start.v).total())));
}

}  // namespace percuss
