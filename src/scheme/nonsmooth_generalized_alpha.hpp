// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/consistent_acceleration.hpp"
#include "scheme/held_positions.hpp"
#include "scheme/implicit_stage.hpp"
#include "scheme/mixed_generalized_alpha.hpp"
#include "scheme/step_state.hpp"
#include "solvers/delassus/blended.hpp"

namespace percuss {

struct NonsmoothGeneralizedAlphaOptions {
  /// On which level contacts are held: velocity alone [NSA], or position and velocity [PVA].
  enum class Level { velocity, position_and_velocity };
  double rho_inf = 0.8;  ///< spectral radius at infinite frequency, in [0, 1]; 1 damps nothing
  Level level = Level::position_and_velocity;
  ImplicitStageOptions stage;

  static const ParameterTable<NonsmoothGeneralizedAlphaOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// The nonsmooth generalized-alpha method: contacts on velocity level [NSA], or on position and velocity level [PVA].
/// The motion is split into a smooth part, which knows no unilateral contact, and corrections of order 1 by them:
///
///   smooth     M(q') a' = f(t', q', v') + W_B lambda,   joints:  W_B' v~ = 0
///              (1 - alpha_m) A' + alpha_m A = (1 - alpha_f) a' + alpha_f a
///              v~ = v + h ((1 - gamma) A + gamma A'),   u~ = h v + h^2 ((1/2 - beta) A + beta A')
///   position   q' = q (+) (u~ + U)
///     velocity                U = h/2 J
///     position_and_velocity   M U = W_N nu + h/2 W_T Lambda_T [NAF (125)-(127)],   0 <= g(q')  _|_  nu >= 0,
///                             joints:  g(q') = 0
///   velocity   v' = v~ + J,   M J = W Lambda,   Newton's and Coulomb's law on  W(q')' v' + eps W(q)' v,   joints:
///              W_B' v' = 0
///     velocity                on contacts closed at the forecast  q (+) (h/2 v + h^2/8 A)
///     position_and_velocity   on contacts that position holds: nu > 0 or g(q') = 0 to round-off
///
/// gamma- is W(q)' v, and 0 where that opens. Of a contact that was open at q, g(q) > 0, and that position holds, it
/// is the speed with which the smooth motion meets the surface within the step,
///   gamma-^2 = gamma^2 - 2 g(q) W' a,   gamma = W(q)' v,   a: of the smooth part at q,
/// at which the body then leaves the surface: either end of the step would cost or give the work of the forces over a
/// share of it, at every bounce.
///
/// f and M stand at the corrected q', v', so that all parts couple. With  b = a' + U/w_q  the corrected position is
/// that of an implicit stage whose contact forces are M U/w_q,
///
///   M b = f(t', q', v') + W_B lambda + M U/w_q,   q' = q (+) (u + w_q b),   v' = v_base + w_v b + J - (w_v/w_q) U,
///
/// so that the contacts meet A = M + w_v C + w_q K, and one pass does where M, K and W are constant and there are no
/// dampers and no friction; else passes repeat until q' and v' stay. Dampers feel J and U by repetition alone. Without
/// contacts and joints it is `mixed_generalized_alpha`.
///
/// Records are those of an impulse scheme: what a contact gives in a step is a percussion, h lambda when it stays
/// closed. Order 2 in smooth motion and with joints, 1 with contacts. At rho_inf = 1 plastic impacts take energy from a
/// linear system, whatever the step.
class NonsmoothGeneralizedAlpha final : public Scheme {
 public:
  NonsmoothGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                            const NonsmoothGeneralizedAlphaOptions& options = {});
  StepReport step(double h, State& state) override;
  void restart() override;
  void break_off(Kink kink) override { continues_ = continues_ && kink == Kink::ahead; }
  std::span<const ContactRecord> contacts() const override { return s_.records; }
  std::span<const ContactImpact> impacts() const override { return s_.impacts.all(); }
  VecView velocity_before() const override { return s_.velocity_before(); }
  long factorisations() const override { return s_.factor.factorisations() + tangent_.factorisations(); }
  void walk_memory(MemoryWalk& walk) override;

 private:
  using Options = NonsmoothGeneralizedAlphaOptions;

  NonsmoothGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                            const NonsmoothGeneralizedAlphaOptions& options, std::unique_ptr<BlendedDelassus> blend);
  bool holds_positions() const { return options_.level == Options::Level::position_and_velocity; }
  Report begin(double h, const State& state);
  void predict(double h, const State& state);
  Report solve(double h, const State& state);
  Report iterate(double h, const State& state);
  Report pass(bool first, double h, const State& state);
  Report free_acceleration(bool first, double t, const State& state);
  Report hold_joints(double t);
  Report hold_velocities(double t);
  Report correct_positions(bool first, double h, const State& state);
  Report jump(double h, const State& state);
  void move_by_percussions(double h);
  void find_slide(double h);
  void advance(double h, const State& state);
  void blend(double h);
  void find_active(bool first);
  void find_forecast(double h, const State& state);
  VecView velocities_before(double h, const State& state);
  VecView velocities_of_losses();
  bool one_pass_does() const;
  double change_of_pass(double h) const;
  bool rounds(double h);
  StepReport finish(double h, State& state);
  void certify(const Report& report);

  /// The iteration works with A, else with M alone.
  bool takes_tangent() const { return affine_ || newton_; }
  /// Joints are held by two problems that do not wait for each other: positions by the tangent, velocities by the mass.
  bool holds_apart() const { return takes_tangent() && holds_positions() && !held_.joints().empty(); }
  const BlockFactor& tangent() const { return takes_tangent() ? tangent_ : s_.factor; }
  /// M at the iterate, once per pass.
  Report update_mass(double t);
  /// Friction moves positions that are held in the normal rows alone.
  bool moves_by_friction() const { return holds_positions() && has_friction_; }
  /// Percussions act on positions, too: U/w_q = share() J.
  double share(double h) const { return 0.5 * h / w_q_; }

  const Options options_;
  const AlphaCoefficients c_;
  const double kappa_, known_a_, known_A_;  // A' = known_a_ a - known_A_ A + kappa_ a'
  const bool affine_;                       // f is: bodies of constant tangent, no force elements
  const bool has_friction_, begins_with_newton_;
  bool newton_, continues_ = false, has_mass_ = false;
  double w_v_ = 0.0, w_q_ = 0.0;              // of this step
  double tolerance_ = 0.0, round_off_ = 0.0;  // of velocities [m/s], of positions [m]

  StepState s_;          // factor: of M; q_next, v_next: of the iterate; closed: contacts of the velocity problem
  BlockFactor tangent_;  // of A
  Inertia inertia_;
  ConsistentAcceleration start_;
  ContactStage joints_;  // lambda of the smooth part
  HeldPositions held_;
  BlendedDelassus* blend_;           // of `law_`, where percussions move positions at once; may be null
  ContactStage law_;                 // Lambda
  std::vector<char> active_;         // contacts that position has held in this pass, or in this step
  std::vector<char> arrives_;        // those whose way ends at their gap, by the first pass
  bool keeps_active_ = false;        // the latter
  ContactSet left_;                  // of s_.closed at q
  Vector before_, met_, smooth_;     // (rows) gamma-; the same by W(q'); gamma~ in normal rows
  Vector gap_left_;                  // (contacts) at q, where positions are held
  Vector a_, a_next_, A_, A_next_;   // (nv) smooth acceleration and its companion
  Vector b_, b_next_, free_, lift_;  // (nv) b of iterate and pass; without contacts and joints; U/w_q
  Vector slide_, slide_lift_;        // (nv) of b and U/w_q, by the percussions that move positions
  Vector unheld_;                    // (nv) what the contacts of the pass before add to the acceleration of the joints
  Vector v_base_, increment_, v_new_, work_;  // (nv)
  Vector q_new_;                              // (nq)
  StepReport solved_;                         // certificates of the last pass
};

}  // namespace percuss
