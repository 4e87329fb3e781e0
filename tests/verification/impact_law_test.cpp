// SPDX-License-Identifier: Apache-2.0
// Newton's impact law and Coulomb's law of friction at every impact of every scheme that splits percussions off, judged
// from outside: the percussions of the records, M and W at the end of the step say what the velocity before was.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/decompositions.hpp"
#include "model/model.hpp"
#include "model/node_wall.hpp"
#include "model/slider_contact.hpp"
#include "model/slider_crank.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/assembled_slider_crank.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss::verification {

namespace impact_law_test {

using test::NamedScheme;
using test::ParticleOverFloor;

/// What gamma- of the law is: that just before the impact, that at the start of the step, or that with which the motion
/// meets the surface somewhere in the step.
enum class Before { impact, step, meeting };

std::vector<std::pair<NamedScheme, Before>> schemes() {
  return {
      {{"GeneralizedAlpha", "mixed_generalized_alpha", {}}, Before::impact},
      {{"GeneralizedAlphaKept", "mixed_generalized_alpha", {{"after_impact", std::string("kept")}}}, Before::impact},
      {{"Hht", "mixed_hht", {}}, Before::impact},
      {{"Newmark", "mixed_newmark", {}}, Before::impact},
      {{"Bathe", "mixed_bathe", {}}, Before::impact},
      {{"EdAlpha", "mixed_ed_alpha", {}}, Before::impact},
      {{"EdAlphaHalf", "mixed_ed_alpha", {{"rho_inf", 0.5}}}, Before::impact},
      {{"HalfExplicit", "half_explicit_velocity", {}}, Before::impact},
      {{"NonsmoothVelocity", "nonsmooth_generalized_alpha", {{"level", std::string("velocity")}, {"tolerance", 1e-13}}},
       Before::step},
      {{"Nonsmooth", "nonsmooth_generalized_alpha", {{"tolerance", 1e-13}}}, Before::meeting}};
}

/// A motion with impacts within `steps` of size h, some of which slide through, others stick.
struct Motion {
  std::string label;
  std::unique_ptr<Model> (*build)(double restitution);
  double h;
  int steps;
  bool some_slide, some_stick;
};
void PrintTo(const Motion& motion, std::ostream* out) { *out << motion.label; }

void add_floor(Model& model, const std::string& body, const std::string& node, double restitution, double friction) {
  NodeWallOptions floor;
  floor.body = body;
  floor.node = node;
  floor.normal = {0.0, 1.0};
  floor.restitution = restitution;
  floor.friction = friction;
  add_node_wall(model, body + "_" + node, floor);
}

std::unique_ptr<Model> particle(double restitution) {
  return ParticleOverFloor{.position = {0.0, 0.0, 0.05},
                           .velocity = {1.0, 0.5, -1.0},
                           .gravity = -9.81,
                           .restitution = restitution,
                           .friction = 0.3,
                           .tangential_restitution = 0.2}
      .build();
}

std::unique_ptr<Model> bar(double restitution) { return bar_at_wall(bar_options(20), restitution); }

/// Two nodes in the plane, 1 apart, with a consistent mass matrix and a spring along either axis: it slides over the
/// floor, falls on one node, then on the other, and swings.
std::unique_ptr<Model> elastic_dumbbell(double restitution) {
  SparseMatrix M(4, 4), K(4, 4);
  for (const Index i : {0, 1}) {
    for (const Index node : {0, 2}) {
      M.insert(node + i, node + i) = 2.0;
      K.insert(node + i, node + i) = i == 0 ? 4e4 : 1e3;
    }
    M.insert(i, 2 + i) = M.insert(2 + i, i) = 1.0;
    K.insert(i, 2 + i) = K.insert(2 + i, i) = i == 0 ? -4e4 : -1e3;
  }
  auto body = std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(4), SymmetricMatrix(K));
  body->add_gravity(Eigen::Vector4d(0.0, -9.81, 0.0, -9.81));
  BuiltBody built(std::move(body), {2, 2, [](Index node) {
                                      return std::array<double, 3>{static_cast<double>(node), 0.0, 0.0};
                                    }});
  built.q = Eigen::Vector4d(0.0, 0.002, 0.0, 0.004);
  built.v = Eigen::Vector4d(0.2, -0.3, 0.1, -0.2);
  auto model = std::make_unique<Model>();
  model->add_body("dumbbell", "linear", std::move(built));
  for (const auto* node : {"0", "1"}) add_floor(*model, "dumbbell", node, restitution, 0.2);
  return model;
}

template <int friction_percent>
std::unique_ptr<Model> crank(double restitution) {
  auto model = std::make_unique<Model>();
  model->add_body("mechanism", "slider_crank", make_slider_crank({}));
  SliderContactOptions notch;
  notch.body = "mechanism";
  notch.restitution = restitution;
  notch.friction = 0.01 * friction_percent;
  add_slider_contact(*model, "slider", notch);
  return model;
}

/// From three bodies: percussions of the hinges with those of the corners.
std::unique_ptr<Model> assembled(double restitution) {
  return assembled_slider_crank(SliderGuide::Kind::notch, restitution, 0.1);
}

Eigen::MatrixXd mass_matrix(const MechanicalSystem& system, const State& state) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(system.num_v(), system.num_v());
  for (Index i = 0; i < system.num_bodies(); ++i) {
    const auto& body = system.body(i);
    SparseMatrix A;
    body.tangent(state.t, state.q.segment(system.q_offset(i), body.num_q()),
                 state.v.segment(system.v_offset(i), body.num_v()), {}, A);
    M.block(system.v_offset(i), system.v_offset(i), body.num_v(), body.num_v()) = A;
  }
  return M;
}

/// Counts of impacts, of those with several strikes, of contacts struck, and of those that slide or stick afterwards.
struct Seen {
  int impacts = 0, sequences = 0, struck = 0, slid = 0, stuck = 0;
};

/// A contact that separates before the impact is struck: only after others have made it approach. Newton's law then
/// holds for each strike, and not from before the first to after the last. What does hold: nothing approaches.
bool is_sequence(const ContactSet& set, VecRef before, VecRef after, VecRef x, double tolerance) {
  bool sequence = false;
  for (Index k = 0; k < set.size(); ++k) {
    const Index row = set.first_row(k);
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral || !(before[row] > tolerance)) continue;
    sequence = sequence || x[row] > 0.0;
    EXPECT_GE(after[row], -tolerance);
  }
  return sequence;
}

/// The law of contact k of the set: gamma- between `before` and `latest`, gamma+ after, `x` its percussion [N s].
void expect_law(const ContactSet& set, Index k, VecRef before, VecRef latest, VecRef after, VecRef x, double tolerance,
                Seen& seen) {
  const auto i = static_cast<std::size_t>(k);
  const Index first = set.first_row(k), rows = set.num_rows(k);
  if (set.cone[i] == Cone::bilateral) {
    EXPECT_LE(after.segment(first, rows).lpNorm<Eigen::Infinity>(), tolerance) << "a joint";
    return;
  }
  const double least = after[first] + set.eps_n[i] * std::min(before[first], latest[first]),
               most = after[first] + set.eps_n[i] * std::max(before[first], latest[first]);
  EXPECT_GE(x[first], 0.0);
  EXPECT_GE(most, -tolerance);
  if (x[first] == 0.0) {
    EXPECT_EQ(x.segment(first, rows).lpNorm<Eigen::Infinity>(), 0.0);
    return;
  }
  ++seen.struck;
  EXPECT_LE(least, tolerance);
  if (rows == 1) return;
  const Vector slip = after.segment(first + 1, rows - 1) + set.eps_t[i] * before.segment(first + 1, rows - 1);
  const Vector friction = x.segment(first + 1, rows - 1);
  const double limit = set.mu[i] * x[first];
  EXPECT_LE(friction.norm(), limit * (1.0 + 1e-12));
  if (slip.norm() <= tolerance) {
    ++seen.stuck;
    return;
  }
  ++seen.slid;
  EXPECT_NEAR((friction / limit + slip / slip.norm()).norm(), 0.0, tolerance / slip.norm());
}

/// Relative velocities W(q)'v of the contacts `closed`.
Vector relative_velocities(const Model& model, const State& state, const std::vector<Index>& closed) {
  ContactSet set;
  model.contacts.evaluate(state.t, state.q, model.system.num_v(), closed, set);
  Vector gamma(set.rows());
  set.W.transpose_multiply(state.v, gamma);
  return gamma;
}

/// The velocities that the motion may meet the surfaces with: between `before` and `latest`, of the start and of the
/// end without percussions, W being of either end. What separates is not struck.
void widen(const Model& model, const State& start, const State& end, const State& ahead, const ContactSet& set,
           Vector& before, Vector& latest) {
  const auto with_velocity = [](State state, const Vector& v) {
    state.v = v;
    return state;
  };
  const Vector seen[] = {before, relative_velocities(model, with_velocity(end, start.v), set.id),
                         relative_velocities(model, with_velocity(start, ahead.v), set.id),
                         relative_velocities(model, ahead, set.id)};
  for (Index k = 0; k < set.size(); ++k) {
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    const Index row = set.first_row(k);
    for (const auto& gamma : seen) {
      before[row] = std::min({before[row], gamma[row], 0.0});
      latest[row] = std::max(latest[row], gamma[row]);
    }
    latest[row] = std::min(latest[row], 0.0);
  }
}

/// The contacts that an impact at the end of the step is about.
std::vector<Index> struck(const Model& model, const Scheme& scheme, const State& state, Before law) {
  Vector gap(model.contacts.size());
  model.contacts.gaps(state.t, state.q, gap);
  std::vector<Index> closed;
  for (Index k = 0; k < gap.size(); ++k)
    if (law == Before::impact ? gap[k] <= 0.0 : scheme.contacts()[static_cast<std::size_t>(k)].closed)
      closed.push_back(k);
  return closed;
}

void expect_laws(const Motion& motion, Model& model, Scheme& scheme, Before law, Seen& seen) {
  State state = model.initial;
  for (int n = 0; n < motion.steps && !testing::Test::HasFailure(); ++n) {
    const State start = state;
    model.contacts.prepare(state.t, state.q, state.v, motion.h);
    auto report = scheme.step(motion.h, state);
    // As a simulation does: the laws must hold in a smaller step, too.
    for (double h = 0.5 * motion.h; !report.ok() && h > 0.05 * motion.h; h *= 0.5) {
      scheme.restart();
      report = scheme.step(h, state);
    }
    EXPECT_TRUE(report.ok()) << report.report.message;
    if (!report.impact) continue;
    ++seen.impacts;
    SCOPED_TRACE(fmt::format("impact {} at t = {} s", seen.impacts, state.t));
    const auto closed = struck(model, scheme, state, law);
    ContactSet set;
    model.contacts.evaluate(state.t, state.q, model.system.num_v(), closed, set);
    Vector x(set.rows()), impulse = Vector::Zero(model.system.num_v());
    for (Index k = 0; k < set.size(); ++k)
      for (Index r = 0; r < set.num_rows(k); ++r) {
        const Index row = set.first_row(k) + r;
        const auto id = static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)]);
        x[row] = scheme.contacts()[id].percussion[static_cast<std::size_t>(r)];
        set.W.add_column(row, x[row], impulse);
      }
    State ahead = state;
    ahead.v -= mass_matrix(model.system, state).llt().solve(impulse);
    Vector before = relative_velocities(model, law == Before::impact ? ahead : start, closed), latest = before;
    const Vector after = relative_velocities(model, state, closed);
    if (law == Before::meeting) widen(model, start, state, ahead, set, before, latest);
    // Asked for: 1e-12, here of the fastest relative velocity of the closed contacts, which the contact solver sees.
    // Between the ends of a step gamma- is known but for the share of joints in it, some h times their accelerations.
    const double share = law == Before::meeting ? 1e-3 : 1e-12;
    const double tolerance = share * std::max(before.lpNorm<Eigen::Infinity>(), after.lpNorm<Eigen::Infinity>());
    if (law == Before::impact && is_sequence(set, before, after, x, tolerance))
      ++seen.sequences;
    else
      for (Index k = 0; k < set.size(); ++k) expect_law(set, k, before, latest, after, x, tolerance, seen);
  }
}

class ImpactLaw : public testing::TestWithParam<std::tuple<Motion, std::pair<NamedScheme, Before>>> {};

INSTANTIATE_TEST_SUITE_P(Schemes, ImpactLaw,
                         testing::Combine(testing::Values(Motion{"Particle", particle, 1e-3, 500, true, true},
                                                          Motion{"Bar", bar, 1e-6, 1500, false, false},
                                                          Motion{"Dumbbell", elastic_dumbbell, 1e-4, 4000, true, true},
                                                          Motion{"Crank", crank<1>, 1e-5, 5000, true, false},
                                                          Motion{"RoughCrank", crank<10>, 1e-5, 5000, true, false},
                                                          Motion{"AssembledCrank", assembled, 2e-5, 1000, true, false}),
                                          testing::ValuesIn(schemes())),
                         [](const testing::TestParamInfo<ImpactLaw::ParamType>& p) {
                           return std::get<0>(p.param).label + std::get<1>(p.param).first.label;
                         });

TEST_P(ImpactLaw, OfNewtonAndCoulombHoldsAtEveryImpact) {
  const auto& [motion, scheme_and_law] = GetParam();
  const auto& [named, law] = scheme_and_law;
  Seen seen;
  for (const double restitution : {0.0, 0.4, 0.9}) {
    SCOPED_TRACE(fmt::format("restitution {}", restitution));
    const auto model = motion.build(restitution);
    const auto scheme = test::make(named, model->system, model->contacts);
    const int before = seen.impacts;
    expect_laws(motion, *model, *scheme, law, seen);
    EXPECT_GT(seen.impacts, before);
    EXPECT_GE(seen.struck, seen.impacts - seen.sequences);
    EXPECT_LT(seen.sequences, 1 + seen.impacts / 10);
  }
  EXPECT_EQ(seen.slid > 0, motion.some_slide);
  EXPECT_EQ(seen.stuck > 0, motion.some_stick);
}

}  // namespace impact_law_test

}  // namespace percuss::verification
