// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/contact_model.hpp"
#include "scheme/scheme.hpp"
#include "scheme/spring_rows.hpp"

namespace percuss {

/// I1(q) = {k : g_N,k(q) <= slack}, ascending; `slack` for gaps that a projection leaves at 0 to round-off [m].
void find_closed(VecRef gap, std::vector<Index>& closed, double slack = 0.0);
/// Some contact was open (> 0) before and is closed (<= 0) now: the paper's sign of an impact.
bool some_gap_closed(VecRef before, VecRef now);

/// Contact k of the set is a joint that does not give way and that time does not move.
bool is_rigid_and_undriven(const ContactModel& model, const ContactSet& set, Index k);

/// rigid <- those of `closed` that are no springs, in their order.
void find_rigid(const ContactModel& model, std::span<const Index> closed, std::vector<Index>& rigid);

/// Rows of all contacts of a model together.
Index total_rows(const ContactModel& model);
/// `expected` <- those that buffers are sized for before the first step, so that later ones allocate nothing: all of a
/// model, where there are up to 64 rows, and their columns of A^-1 W, `num_v` numbers each, have up to 4e6 together;
/// else none, and buffers grow as contacts close.
void find_expected(const ContactModel& model, Index num_v, std::vector<Index>& expected);
/// Some contact (no joint) has tangential rows.
bool has_friction(const ContactModel& model);
/// Some joint is a motor.
bool has_motors(const ContactModel& model);

/// Energy taken out by contact rows, and put in by rows of motors [J]; of forces, per time [W].
struct ContactLoss {
  double normal = 0.0, tangential = 0.0, driven = 0.0;
  void walk_memory(MemoryWalk& walk) {
    walk("normal", normal);
    walk("tangential", tangential);
    walk("driven", driven);
  }
};

/// One contact problem of a step: the closed contacts, their Delassus operator, the solver and its warm start. Every
/// scheme solves for percussions x [N s] with  gamma = What' (v_free + A^-1 W x),  whatever it then calls them. The
/// impulsive correction of all schemes is this class's `solve_impact`.
class ContactStage {
 public:
  /// Keeps a reference to `model`. Throws InputError when the contact solver cannot work with the Delassus operator.
  ContactStage(const ContactModel& model, const SolverSet& solvers);
  /// With an operator of the scheme's own.
  ContactStage(const ContactModel& model, const SolverSet& solvers, std::unique_ptr<DelassusOperator> delassus);

  /// Contacts `closed` at (t, q), with the law on W(q_law) when it differs from W(q). Recomputes only what changed; the
  /// first call sizes all buffers.
  /// The velocities that are solved for are those `ahead` later than t, which motors ask for [s].
  void assemble(double t, VecRef q, std::span<const Index> closed, const BlockFactor& factor, double ahead = 0.0);
  void assemble(double t, VecRef q, VecRef q_law, std::span<const Index> closed, const BlockFactor& factor,
                double ahead = 0.0);

  /// How the springs of compliant joints are taken. Call before `assemble`.
  void set_springs(const SpringLaw& law) { spring_law_ = law; }
  /// A share of the gamma_0 of their law: that of v. Call after `assemble`, for all shares.
  void start_springs(double share, VecRef v) {
    if (compliant_ && !empty()) springs_.start_from(share, v, force_);
  }
  /// Makes the springs' law hold about the iterate v of an implicit stage, q of `assemble` being its configuration:
  ///   gamma - W' v  stands for gamma.   Call after `assemble`.
  void linearise_springs_about(VecRef v) {
    if (compliant_ && !empty()) springs_.linearise_about(v, force_);
  }
  /// The set alone: W and laws for `gap_velocity`, nothing to solve with.
  void evaluate(double t, VecRef q, std::span<const Index> closed, const BlockFactor& factor);

  /// Forgets the warm starts.
  void restart();
  void walk_memory(MemoryWalk& walk) { walk("warm_start", warm_start_); }
  /// For a problem that is solved and still to act: its percussions. After a walk that has restored it is assembled
  /// once more, and takes them up.
  void walk_percussion(MemoryWalk& walk);
  void take_up_percussion();

  bool empty() const { return force_.empty(); }
  bool has_springs() const { return compliant_; }
  const ContactSet& set() const { return force_; }
  /// Contact law on  gamma+ = What' v_free + G x.
  Report solve_contact(VecRef v_free);
  /// The same of another iterate of an implicit stage, with the contacts of the last call: a solution that is still
  /// good stays. Else a solver whose tolerance is coarser than the iteration's would let it wander for ever.
  Report solve_contact_again(VecRef v_free);
  /// Contact law on accelerations:  h (W' a_free + bias) + G x >= 0  with  bias = W'dot v  [m/s^2] (rows of the set)
  /// and x = h lambda.
  Report solve_contact(double h, VecRef a_free, VecRef bias);
  /// Newton's impact law:  gamma+ + eps gamma-  instead of gamma+, with gamma- = `before` (rows of the set). With
  /// friction it may have no solution where contacts wedge each other; without restitution there is one, which is taken
  /// then: `plastic` of the report.
  Report solve_impact(VecRef v_free, VecRef before);
  /// The law on  gamma+ + shift  (rows of the set; [m/s]).
  Report solve_shifted(VecRef v_free, VecRef shift);
  /// The last problem with `share` times what the joints' rows had of `before`: percussions for a look, which nobody
  /// adds to velocities. To be called before another problem is solved.
  Report solve_turning(double share, VecRef before);
  /// v += A^-1 W x
  void add_response(VecOut v);
  /// v += share A^-1 W x, A being that of `assemble`, also when the factor has moved on since `add_response(v)`.
  void add_response(double share, VecOut v);
  /// What its own normal percussion has changed the gap velocity of contact k of the set by [m/s].
  double push(Index k) { return delassus_->diagonal()[force_.first_row(k)] * x_[force_.first_row(k)]; }
  /// What the laws of contact k of the set did in the last problem  [SAE, Sec. 4], which `find_modes` looks at right
  /// behind one of the `solve` functions.
  void find_modes();
  /// The same by gap velocities `gamma` (rows of the set), behind the percussions of the last problem.
  void find_modes(VecRef gamma);
  ContactMode mode(Index k) const { return modes_[static_cast<std::size_t>(k)]; }
  VecView percussion() const { return {x_.data(), force_.rows()}; }
  /// What the solver may have left open in the last problem [m/s].
  double tolerance() const { return force_.empty() ? 0.0 : tolerance_; }
  /// gamma = W' v  (rows of the set), valid until the next call.
  VecView gap_velocity(VecRef v);
  /// -x . (gamma_a + gamma_b)/2 over the contacts, normal and tangential rows apart, and +x (gamma_a + gamma_b)/2 over
  /// motors. Other joints take no energy.
  ContactLoss loss(double share, VecRef gamma_a, VecRef gamma_b) const;
  /// Of contact k of the set alone, all rows [J].
  double loss_of(Index k, VecRef gamma_a, VecRef gamma_b) const;
  /// Writes scale * x of each contact through `write(contact number, row within the contact, value)`.
  template <class Write>
  void for_each_row(double scale, Write&& write) const {
    for (Index k = 0; k < force_.size(); ++k)
      for (Index i = 0; i < force_.num_rows(k); ++i)
        write(force_.id[static_cast<std::size_t>(k)], static_cast<std::size_t>(i), scale * x_[force_.first_row(k) + i]);
  }

 private:
  /// Runs an empty problem over the expected contacts, so that buffers have their final size.
  void warm_up(double t, VecRef q, const BlockFactor& factor);
  /// c = What' v_free, with the deflections of springs and the rates of motors; valid until the next call.
  VecOut free_velocity(VecRef v_free);
  Report solve(VecRef c);
  /// Of the last solution, with another G and c.
  Report judge(VecRef c);
  /// G x + c, valid until the next call.
  VecView law_velocity(VecRef c);
  /// max |x_N gamma_N|  [J]
  double complementarity(VecRef gamma) const;
  /// The contact or joint whose law the solver's x misses most, for a message.
  const std::string& name_of_worst(VecRef c);
  /// G for the contacts of `force_`, with the law on `law`.
  void update_operator(const BlockFactor& factor, const ContactSet& law);
  /// Tells the operator's ways if they are others than those told last.
  void tell_ways();

  const ContactModel& model_;
  std::unique_ptr<DelassusOperator> delassus_;
  std::unique_ptr<ContactSolver> solver_;
  std::function<void(const std::string&)> tell_;
  std::string told_;  // the ways without their figures
  StepProfile* profile_ = nullptr;
  ContactSet force_, law_;
  bool law_differs_ = false, warm_ = false, compliant_ = false, driven_ = false;
  double velocity_time_ = 0.0;  // [s]
  bool has_response_ = false;   // response_ holds A^-1 W x, for operators that do not keep it
  ContactSolverOptions options_;
  double tolerance_ = 0.0;
  SpringLaw spring_law_;
  SpringRows springs_;
  Vector response_;
  Vector x_, c_, gamma_, share_;
  std::vector<ContactMode> modes_;                 // (contacts of the set)
  std::vector<std::array<double, 3>> warm_start_;  // by contact number
  std::vector<double> walked_;                     // percussions, while a walk is on
};

}  // namespace percuss
