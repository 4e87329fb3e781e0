// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/contact_stage.hpp"
#include "scheme/contraction.hpp"
#include "scheme/inertia.hpp"
#include "scheme/stage_motion.hpp"

namespace percuss {

struct ImplicitStageOptions {
  enum class Iteration { automatic, fixed_point, newton };
  Iteration iteration = Iteration::automatic;
  double tolerance = 1e-10;  ///< on the change of v' between iterations, relative to v', > 0
  int max_iterations = 50;   ///< >= 1
};

/// Adds the keys of a struct whose ImplicitStageOptions `stage(options)` gives.
template <class Options, class Stage>
ParameterTable<Options>& add_stage_keys(ParameterTable<Options>& table, Stage stage) {
  using Iteration = ImplicitStageOptions::Iteration;
  return table
      .choice(
          "iteration", [stage](auto& o) -> auto& { return stage(o).iteration; },
          std::vector<std::pair<std::string, Iteration>>{
              {"auto", Iteration::automatic}, {"fixed_point", Iteration::fixed_point}, {"newton", Iteration::newton}},
          "iteration for nonlinear systems: fixed point with M only; Newton with the full tangent; auto: Newton where "
          "a body has stiffness or damping, otherwise fixed point until it stops contracting")
      .number(
          "tolerance", [stage](auto& o) -> auto& { return stage(o).tolerance; }, "",
          "tolerance of the iteration, relative to the velocity", positive)
      .integer(
          "max_iterations", [stage](auto& o) -> auto& { return stage(o).max_iterations; },
          "maximum number of iterations per stage; a step that needs more fails", Range{1.0, 100000.0});
}

/// The implicit stage that generalized-alpha, HHT, Newmark and Bathe share [MIX (20), (56), (57)]: find a and lambda
/// with
///
///   M(q') a = f(t, q', v') + W(q') lambda,   contact law on  W(q')' v',   contacts as given
///
/// for v' and q' of the motion. Where f is affine (bodies of constant tangent, no force elements), (M + w_v C + w_q K)
/// a = f(a = 0) + W lambda is solved at once; W(q'), where it depends on q', by fixed point. Else, with `iteration`
///
///   fixed_point   a <- M(q')^-1 (f(t, q', v') + W lambda)                           cheapest per iteration; contracts
///                 when w_v |df/dv| and w_q |df/dq| are small beside M: mechanisms, not meshes
///   newton        a <- a + A^-1 (f(t, q', v') - M(q') a + W lambda),  A = M + w_v C + w_q K at the iterate
///   auto          newton when some body has a C or K, else fixed point, which goes over to newton
///                 within the step when it does not contract, and stays there
///
/// Converged when the error of v' that the observed contraction lets expect (contraction.hpp) is below the tolerance.
class ImplicitStage {
 public:
  ImplicitStage(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                ImplicitStageOptions options);

  /// On entry `a` is the guess, which the stage corrects by the error of the guess before; on return the solution, with
  /// v' in `v_next`, q' in `q_next` and y' where the motion wants it. Contact forces stay in `contact` as percussions x
  /// = w_v lambda.
  Report solve(const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next, Vector& q_next);
  /// The motion does not go on from the stage before: what was wrong with its guess says nothing.
  void start_anew() { guess_.start_anew(); }
  /// The guess counts: the stage is iterated.
  bool iterates(std::span<const Index> closed) const;
  long factorisations() const { return factor_.factorisations(); }
  void restart();
  void walk_memory(MemoryWalk& walk) {
    walk("contact", contact);
    walk("newton", newton_);
    walk("round_off", round_off_);
    walk("guess", guess_);
    walk("contraction", contraction_);
  }

  ContactStage contact;

 private:
  using Iteration = ImplicitStageOptions::Iteration;

  Report solve_at_once(const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next,
                       Vector& q_next);
  Report iterate(bool newton, const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next,
                 Vector& q_next);
  /// a_ <- the acceleration without contact forces that the iterate (a, v, q) leads to.
  Report free_acceleration(bool newton, const StageMotion& motion, const Vector& a, const Vector& v, const Vector& q);
  /// Where f is affine: a <- A^-1 f(a = 0), q <- q' with a = 0; v: work, and v' with a = 0 where f depends on it.
  Report affine_free_acceleration(const StageMotion& motion, Vector& v, Vector& q, Vector& a);
  /// By how much v' changes when every position at the start and, in Newton's method, every acceleration changes by one
  /// rounding: no iteration comes closer. Counts for fine meshes, whose forces are small differences of large ones.
  double round_off_of_forces(bool newton, const StageMotion& motion, const Vector& a);
  /// Contacts about the iterate (v, q).
  void assemble_contacts(const StageMotion& motion, std::span<const Index> closed, const Vector& v, const Vector& q);
  /// The contact forces on a and its v'. `again`: from the second iterate on.
  Report add_contacts(const StageMotion& motion, bool again, Vector& a, Vector& v_next);

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  ImplicitStageOptions options_;
  BlockFactor factor_;
  const bool affine_, begins_with_newton_;
  double round_off_ = 0.0;                    // of v' by `round_off_of_forces`, where it has been asked for
  Vector moved_, moved_a_;                    // (nq), (nv) of it
  bool newton_ = false;                       // what the iteration has come to by now
  Vector a_, v_, free_, v_base_, increment_;  // (nv) of an iteration
  GuessCorrection guess_;
  Contraction contraction_;
  Inertia inertia_{system_};
};

}  // namespace percuss
