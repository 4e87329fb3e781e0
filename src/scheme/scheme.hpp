// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/contact_model.hpp"
#include "core/mechanical_system.hpp"
#include "core/memory_walk.hpp"
#include "core/report.hpp"
#include "core/state.hpp"
#include "scheme/contact_event.hpp"
#include "solvers/contact/contact_solver.hpp"
#include "solvers/delassus/delassus_operator.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace percuss {

/// Which solvers a scheme works with.
struct SolverSet {
  LinearSolverOptions linear;
  DelassusKind delassus = DelassusKind::automatic;
  ContactSolverOptions contact;
  /// What the outside makes of the contact solver (to watch its problems, say); empty: left as it is.
  std::function<std::unique_ptr<ContactSolver>(std::unique_ptr<ContactSolver>)> decorate;
  /// Where a scheme tells which ways its Delassus operators go, at first and whenever they change; may be empty.
  std::function<void(const std::string&)> tell = {};

  /// The contact solver of a scheme, decorated. Throws InputError when an option is out of range.
  std::unique_ptr<ContactSolver> contact_solver() const {
    auto solver = make_contact_solver(contact);
    return decorate ? decorate(std::move(solver)) : std::move(solver);
  }
};

/// What happened at one contact in the last step; rows normal first, then tangential.
struct ContactRecord {
  double gap = 0.0;                       ///< at the end of the step [m]
  bool closed = false;                    ///< took part in the contact problem at the end of the step
  ContactMode mode = ContactMode::apart;  ///< what its laws did, by the contact problem at the end of the step
  std::array<double, 3> force{};          ///< lambda at the end of the step [N]; for impulse schemes the mean, Lambda/h
  std::array<double, 3> percussion{};     ///< Lambda [N s]; for impulse schemes it holds the smooth force's impulse too

  void walk_memory(MemoryWalk& walk) {
    walk("gap", gap);
    walk("closed", closed);
    walk("mode", mode);
    walk("force", force);
    walk("percussion", percussion);
  }
};

struct StepReport {
  Report report;                 ///< of the solver that failed, or of the last contact problem
  bool impact = false;           ///< a closed contact was struck in this step
  bool loose = false;            ///< a contact problem was given up near its tolerance and counts as solved
  bool plastic = false;          ///< an impact took place without its restitution
  double residual = 0.0;         ///< worst natural residual of the step's contact problems [m/s]
  double complementarity = 0.0;  ///< their worst |Lambda_N (gamma_N+ + eps gamma_N-)| [J]
  Work work;                     ///< of loads and motors, and of dampers [J]
  double friction = 0.0;         ///< energy lost to friction [J]
  double impact_loss = 0.0;      ///< energy lost to normal percussions [J]

  /// Another contact problem of the step has been solved: keeps the worst of its certificates.
  void certify(const Report& solved) {
    residual = std::max(residual, solved.residual);
    complementarity = std::max(complementarity, solved.complementarity);
    loose = loose || solved.loose;
    plastic = plastic || solved.plastic;
  }
  /// The same of a part of the step.
  void certify(const StepReport& part) {
    residual = std::max(residual, part.residual);
    complementarity = std::max(complementarity, part.complementarity);
    loose = loose || part.loose;
    plastic = plastic || part.plastic;
  }
  /// A part of the step has been done: its certificates, impact, work and losses. `report` is left as it is.
  void add(const StepReport& part) {
    certify(part);
    impact = impact || part.impact;
    add(part.work);
    friction += part.friction;
    impact_loss += part.impact_loss;
  }
  void add(const Work& part) {
    work.applied += part.applied;
    work.damping += part.damping;
  }
  bool ok() const { return report.ok(); }
};

/// How impulse schemes take contacts where steps are small and exact.
struct ImpulseLaw {
  /// Those that had a force in the last step are closed up to this gap [m]: on a curved way gaps drift.
  double drift = 0.0;
  /// Newton's law is for gap velocities at the ends of a step, not for both by W in its middle, whose turning would
  /// have restitution: on a curved way contacts would let go that do not.
  bool at_ends = false;
  /// Then those that had a force in the last step have no restitution: they are not struck.
  bool plastic = false;
};

/// Where a kink of a motor's rate, or of a load, is.
enum class Kink {
  ahead,  ///< within what would have been the next step
  here,   ///< at the end of the last step
  jump    ///< likewise, and that step, much shorter than those to come, was a jump of the rate
};

/// A time-stepping scheme. Owns its factor, workspace and warm start; two schemes never share them. Keeps references to
/// the system and the contact model, which must outlive it. A step that fails leaves `state` as it was. Who steps by
/// hand calls `ContactModel::prepare` before each step, and over a large mesh holds a `FlushDenormals`
/// (core/denormals.hpp) meanwhile, as `Simulation::run` does.
class Scheme {
 public:
  virtual ~Scheme() = default;
  /// Advances `state` by h [s]. The scheme carries accelerations and closed contacts over from the step before: call
  /// `restart()` first when somebody else has changed the state in between.
  virtual StepReport step(double h, State& state) = 0;
  virtual void restart() = 0;
  /// A step has failed and is to be repeated from the same state with another h. As `restart`, but contacts that were
  /// closed stay closed, whatever their gaps have drifted by.
  virtual void repeat() { restart(); }
  /// How contacts are taken that had a force in the last step. Of schemes that can be extrapolated.
  virtual void set_impulse_law(const ImpulseLaw& /*law*/) {}
  /// The rate of a motor, or a load, has a kink, at which forces may jump: accelerations are found anew behind it, and
  /// records tell the forces before it. Who steps by hand ends a step at each kink and calls this, as `Simulation`
  /// does; schemes that tell no forces need neither.
  virtual void break_off(Kink /*kink*/) {}
  /// What the next step goes on from besides the state. A walk that restores makes the scheme go on as the one did
  /// whose memory it was, from the state that belongs to it, to the last bit.
  virtual void walk_memory(MemoryWalk& walk) = 0;
  /// One record per contact of the model, of the last step.
  virtual std::span<const ContactRecord> contacts() const = 0;
  /// The contacts that were struck in the last step: those that approached and were not closed in the step before.
  virtual std::span<const ContactImpact> impacts() const = 0;
  /// v at the start of the last step, or of its last part (nv) [m/s].
  virtual VecView velocity_before() const = 0;
  /// All that happened at the contacts in the last step, of schemes that find it within their steps; otherwise it
  /// follows from impacts and records.
  virtual std::optional<std::span<const ContactEvent>> events() const { return std::nullopt; }
  /// Numerical factorisations so far.
  virtual long factorisations() const = 0;
  /// What a run has to say of the scheme's work, in a sentence; empty where there is nothing.
  virtual std::string remark() const { return ""; }
};

/// The accelerations (nv each) [m/s^2] that the motion of the next step depends on besides q and v, valid after the
/// first step; none when a step follows from (q, v) alone. What is written into them counts in the next step, unless
/// `restart` comes first: `amplification` gets the whole matrix of a scheme in this way.
inline std::vector<Vector*> carried_accelerations(Scheme& scheme) {
  std::vector<Vector*> found;
  auto walk = MemoryWalk::collecting(found);
  scheme.walk_memory(walk);
  return found;
}

}  // namespace percuss
