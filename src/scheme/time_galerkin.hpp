// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/parameters.hpp"
#include "core/turning_body.hpp"
#include "scheme/galerkin_tableau.hpp"
#include "scheme/rest_judge.hpp"
#include "scheme/step_state.hpp"

namespace percuss {

struct TimeGalerkinOptions {
  /// Degree M of the velocity in a step, 1 to 4. Order M + 1 in smooth motion (even degrees gain one).
  int order = 1;
  /// At the end of a step without impact, percussions bring the closed contacts to  0 <= gamma_N _|_ Lambda_N >= 0  and
  /// the joints to gamma = 0, so that joints drift less. Not in the papers.
  bool projection = false;
  enum class Impact {
    struck,  ///< a closed contact that ends a step approaching is stopped, and reacts without restitution
    all      ///< [TDG] only a gap that closes is an impact, restitution acts on all closed contacts
  };
  Impact impact = Impact::struck;
  /// Limit of sweeps over the stages; D- of order 1 needs one.
  int max_iterations = 100;
  /// Sweeps end when no stage's velocity increment changes by more than this times the largest velocity [1], or when
  /// changes below 1e-9 shrink no more.
  double tolerance = 1e-13;

  static const ParameterTable<TimeGalerkinOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// What the time-discontinuous Galerkin schemes D+ and D- share  [TDG Problems 3.1, 3.2]; see `DgPlus`, `DgMinus`.
///
/// Stages l = 0 .. M at the Clenshaw-Curtis nodes (`GalerkinTableau`): q_l, v_l and the velocity increment of the
/// step's size  b_l = h M_l^-1 (f_l + W_l lambda_l).  The contact law of a stage is on acceleration level:
///   joints: gamma' = 0;  contacts: 0 <= gamma_N' _|_ lambda_N >= 0,   gamma' = W' v' + W'dot v
/// Contacts with a force: those with g <= 0 at the start of the step that approach or rest there, I2(q, v) (and with
/// `impact: all` those at the forecast of the stage, I2(q_l, v_l) with a constant acceleration). Where a gap closes in
/// the step (g > 0 at its start, g <= 0 at its end), or a closed contact ends it approaching, Newton's law acts at its
/// end on every closed contact and joint; the contact that closes has no force in that step, the others keep theirs and
/// react, without restitution. ([HETS Fig. 4] drops the forces of all contacts in such a step; for the one ball of
/// [TDG] both are the same.) With `impact: all` only a gap that closes is an impact, as in the papers: a contact that
/// is closed and still approaches (a ball after its last bounce) then sinks at its speed of order h, unless
/// `projection` is on.
///
/// Forces and percussions come out apart. Acceleration level: joints drift by the error of the scheme, and so do the
/// gaps of contacts whose gamma the error leaves opening. A contact rests when it opens no faster than round-off
/// (RestJudge). Friction is refused: on acceleration level it would need the transitions between stick and slip.
///
/// The stages are found by sweeps (a fixed point, Gauss-Seidel from the first to the last); a step whose sweeps do not
/// settle fails with `not_converged`. Conditionally stable, sweeps and all: h omega <= 2, 2.83, 3.07, 4.41 for M = 1 ..
/// 4 without damping. D- of order 3 and 4 is an exception: it lets undamped oscillations grow at any step, by a factor
/// of about 1 + 3.5e-5 (h omega)^6 and 1 + 1.8e-7 (h omega)^8 a step.
///
/// Where q' = Y(q) v with a Y that depends on q (bodies that turn in space), the polynomial of degree M + 1 inside a
/// step is that of the displacement x, q(s) = q (+) x(s), whose rate TurningBody gives, and the order stays. For M = 1
/// the displacement of a step is one flow. Contacts whose W depends on q and that leave `ContactModel::velocity_bias`
/// to its default limit the accuracy to about 1e-10, by its differences.
class TimeGalerkin : public Scheme {
 public:
  StepReport step(double h, State& state) final;
  void restart() final;
  void walk_memory(MemoryWalk& walk) final;
  std::span<const ContactRecord> contacts() const final { return s_.records; }
  std::span<const ContactImpact> impacts() const final { return s_.impacts.all(); }
  VecView velocity_before() const final { return s_.velocity_before(); }
  long factorisations() const final { return s_.factor.factorisations(); }

  /// The solution inside the last step, which must have been a good one, at s in [0, 1]: q (nq) of degree M + 1, v (nv)
  /// of degree M. v(0) and v(1) are the limits inside the step: D- jumps at its end, D+ at its start.
  void sample(double s, VecOut q, VecOut v) const;
  /// Momentum that row `row` of contact k has passed on by its force from the start of the last step to s [N s], of
  /// degree M + 1 in s. The percussion at the end of the step, in the contact's record, comes on top.
  double momentum(double s, Index k, Index row) const;

 protected:
  /// Throws InputError for options out of range and for contacts with friction.
  TimeGalerkin(GalerkinTableau::Jump jump, const MechanicalSystem& system, const ContactModel& contacts,
               const SolverSet& solvers, const TimeGalerkinOptions& options);

 private:
  struct Stage {
    Stage(const ContactModel& contacts, const SolverSet& solvers, Index num_v)
        : contact(contacts, solvers), increment(Vector::Zero(num_v)) {
      closed.reserve(static_cast<std::size_t>(contacts.size()));
    }
    ContactStage contact;
    std::vector<Index> closed;  // contacts that may have a force here
    Vector increment;           // b_l = h (acceleration)  (nv)
    Vector turn;                // what the rate of the displacement has besides v_l (nv), where bodies turn in space
  };

  bool couples(Index l, Index k) const;
  Report evaluate_start(double h, const State& state);
  void turn_stage(Index l, double h, const State& state);
  void forecast_stages(double h, const State& state);
  Report solve_stages(double h, const State& state);
  void place_stage(Index l, double h, const State& state);
  Report evaluate_stage(Index l, double h, double t, VecRef q, VecRef v);
  Report solve_contact(Stage& stage, double h, double t, VecRef q, VecRef v);
  bool gap_closed(double h, const State& state);
  Report push(Index l, double h, double t, VecRef q, VecRef v);
  void accelerate(double t, VecRef q, VecRef v);
  bool closed_contact_approaches(double h, const State& state);
  bool holds(Index k) const;
  StepReport solve_end(double h, const State& state, bool impact);
  void sum_increments(const State& state);
  bool settled(double change, double last, double h, const State& state) const;
  StepReport finish(double h, State& state, StepReport step);

  TimeGalerkinOptions options_;
  GalerkinTableau tableau_;
  StepState s_;
  std::vector<Stage> stages_;
  ContactStage end_;                  // the impact
  bool velocity_matters_;             // forces or contacts depend on v
  bool one_sweep_ = true;             // no stage looks at itself or a later one
  bool start_moves_ = false;          // D+: v_0 is unknown
  bool impact_moves_stages_ = false;  // D+: the jump of the velocity is spread over the step
  RestJudge judge_;
  std::vector<Index> closed_left_;    // at the start of the step
  std::vector<Index> struck_;         // of those: approach at the very start of the motion
  std::vector<Index> holding_;        // closed at the end, and closed before without being struck
  std::vector<TurningPart> turning_;  // bodies whose displacements do not add up, for orders above 1
  Vector moved_, turn_rate_;          // of one of them
  Vector gap_left_;
  Vector a_;                  // (nv) M^-1 f of the stage evaluated last, which is the next step's start
  Vector b_;                  // (nv) an increment under construction
  Vector q_stage_, v_stage_;  // (nq), (nv)
  Vector jump_;               // (nv) M^-1 W Lambda
  Vector bias_;               // (rows) h W'dot v
  double change_ = 0.0;       // largest change of an increment in a sweep [m/s]
  StepReport judged_;         // certificates of the step's contact problems
  double h_ = 0.0;            // of the last step
  bool has_jump_ = false;     // percussions acted in the last step
  bool continues_ = false;    // a_ holds for the coming step
  bool restored_ = false;     // s_.factor may be that of another state
};

}  // namespace percuss
