// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "model/disc_contacts.hpp"
#include "model/discs.hpp"
#include "model/load.hpp"
#include "scheme/scheme_registry.hpp"
#include "solvers/contact/contact_solver.hpp"

namespace percuss::benchmarks {

/// A model of `count` discs of 12 to 18 mm radius that have fallen into a box and lie in it, with friction 0.3.
struct SettledDiscs {
  std::unique_ptr<Model> model = std::make_unique<Model>();
  State state;
  double h = 2e-3;  ///< step of the scheme that brought them there [s]

  explicit SettledDiscs(Index count) {
    const double side = 0.05 * std::sqrt(static_cast<double>(count));  // room at the start: discs cover 0.28 of it
    DiscsOptions discs;
    discs.count = count;
    discs.radius = {0.012, 0.018};
    discs.density = 10.0;
    discs.to = {side, side};
    model->add_body("discs", "discs", make_discs(discs));
    add_disc_group(*model, "contact", {"", {0.3, 0.0, 0.0}});
    add_disc_box(*model, "box", {"", {0.0, 0.0}, {side, side}, {0.3, 0.0, 0.0}});
    GravityOptions gravity;
    gravity.acceleration = {0.0, -9.81};
    add_gravity(*model, gravity);
    settle(1.0);
  }

 private:
  /// Coarsely: what counts is where the contacts are in the end.
  void settle(double end) {
    SolverSet solvers;
    solvers.contact.tolerance_absolute = 5e-3;
    const auto scheme = find_scheme("moreau_midpoint")->make(model->system, model->contacts, solvers, {});
    state = model->initial;
    while (state.t < end) {
      model->contacts.prepare(state.t, state.q, state.v, h);
      if (!scheme->step(h, state).ok()) throw std::runtime_error("the discs could not be settled");
    }
  }
};

/// The contact problem of the next step of settled discs: -(G x + c) in N_C(x).
struct DiscProblem {
  ContactSet set;
  BlockFactor factor;
  std::unique_ptr<DelassusOperator> G = make_delassus(DelassusKind::assembled);
  Vector c;

  explicit DiscProblem(const SettledDiscs& discs) : factor(discs.model->system, LinearSolverKind::automatic) {
    const auto& model = discs.model;
    const auto& state = discs.state;
    model->contacts.prepare(state.t, state.q, state.v, discs.h);
    Vector gap(model->contacts.size());
    model->contacts.gaps(state.t, state.q, gap);
    std::vector<Index> closed;
    for (Index k = 0; k < gap.size(); ++k)
      if (gap[k] <= 0.0) closed.push_back(k);
    model->contacts.evaluate(state.t, state.q, model->system.num_v(), closed, set);
    if (!factor.update(state.t, state.q, state.v, {}).ok()) throw std::runtime_error("no factor");
    G->update(factor, set, set);
    Vector v(model->system.num_v());
    model->system.forces(state.t, state.q, state.v, v);
    factor.solve_in_place(v);
    v = state.v + discs.h * v;
    c.resize(set.rows());
    set.W.transpose_multiply(v, c);
  }
};

}  // namespace percuss::benchmarks
