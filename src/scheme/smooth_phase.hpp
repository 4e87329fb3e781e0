// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "scheme/scheme.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// What a contact does throughout a smooth phase.
struct PhaseMode {
  ContactMode mode = ContactMode::apart;
  /// Of its slip against friction, gamma_T/|gamma_T|, with one tangential row (+-1, 0); else 0. With two it turns with
  /// the slip, and this is what it was.
  std::array<double, 2> direction{};
  bool begins = false;  ///< the slip, and has this direction whatever gamma_T says

  bool slips() const { return direction != std::array<double, 2>{}; }

  bool operator==(const PhaseMode&) const = default;
  void walk_memory(MemoryWalk& walk) {
    walk("mode", mode);
    walk("direction", direction);
  }
};

/// The motion while no contact changes its mode, a differential-algebraic system of index 1:
///
///   M a = f + W lambda,   W_N' a + W_N'dot v = 0 where closed,   W_T' a + W_T'dot v = 0 where it sticks,
///   lambda_T = -mu gamma_T/|gamma_T| lambda_N where it slides,   rows of rigid joints hold
///
/// Compliant joints are the springs they stand for. Dense in the rows that hold.
class SmoothPhase {
 public:
  /// Keeps references to both.
  SmoothPhase(const MechanicalSystem& system, const ContactModel& contacts, const LinearSolverOptions& linear);

  /// By contact number; those of joints count for nothing.
  void set_modes(std::span<const PhaseMode> modes);
  bool is_open(Index contact) const {
    return !contacts_.is_joint(contact) && modes_[static_cast<std::size_t>(contact)].mode == ContactMode::apart;
  }
  /// Finds acceleration and forces at an instant, to which what follows belongs.
  Report accelerate(double t, VecRef q, VecRef v);
  const Vector& acceleration() const { return a_; }
  /// lambda of a row [N]; 0 where the contact is open.
  double force(Index contact, Index row) const;
  /// Work of all that is not conservative, per time [W].
  struct Power {
    double applied = 0.0, damping = 0.0, friction = 0.0;
  };
  /// `span`: a time within which loads do not change [s].
  Power power(double t, VecRef q, VecRef v, double span) const;

  /// What has to stay above 0 for the modes to hold, two numbers for each contact: the gap of an open one; of a closed
  /// one lambda_N, and the speed of its slip or what is left to its limit of friction, forces as the accelerations that
  /// they make by themselves. Infinite where there is no such condition. `noise`: what may be round-off.
  void conditions(double t, VecRef q, VecRef v, Vector& value, Vector& noise);

  /// What the rows of joints, and gaps below 0, are at the start of a motion stays so: a model may begin a little
  /// beside its constraints.
  void hold_from(double t, VecRef q);
  /// A contact has opened: from now on its gap is held at 0.
  void release(Index contact) { held_at_[static_cast<std::size_t>(contact)] = {}; }
  void walk_memory(MemoryWalk& walk) { walk("held_at", held_at_); }

  /// Takes off what gaps of closed contacts, joints, and velocities of rows that hold have drifted by: the least change
  /// in the norm of M, velocities with the friction of contacts that slide.
  Report project(double t, Vector& q, Vector& v);

  const BlockFactor& factor() const { return factor_; }

 private:
  /// The rows of set_ that hold: of position, or of velocity.
  void list_rows(bool of_positions);
  bool sticks(Index k) const;
  /// Of the slip of contact k of set_; 0 where it has none.
  std::array<double, 2> direction_of(Index k, VecRef v) const;
  bool is_joint_of_set(Index k) const { return set_.cone[static_cast<std::size_t>(k)] == Cone::bilateral; }
  const PhaseMode& mode_of(Index k) const;  // k: number in set_
  /// change_ <- M^-1 W y  with  W' change_ = rhs_  on the rows listed; with the friction of those that slide
  /// at the velocity `sliding`, unless that is null.
  Report respond(const Vector* sliding);
  bool share_friction(const Vector& scale);
  void add_springs(double t, VecRef q, VecRef v, VecOut f);

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  BlockFactor factor_;
  std::vector<PhaseMode> modes_;
  std::vector<std::array<double, 3>> held_at_;  // by contact: values of the rows of position [m, rad]
  std::vector<Index> held_, soft_;              // rigid joints and closed contacts; joints that give way
  ContactSet set_, springs_;
  std::vector<Index> first_column_;  // by contact of set_: where its rows begin in rows_
  std::vector<Index> rows_;          // of set_
  std::vector<Index> place_;         // by contact: its first row in lambda_, or -1
  Vector lambda_, spring_force_;     // (rows of set_), (rows of springs_)
  Vector a_, v_, bias_, gap_, q_, change_;
  Vector rhs_, y_, share_;
  Matrix U_, G_;
  double free_acceleration_ = 0.0;  // the largest |W' a + W'dot v| of rows that hold, without their forces [m/s^2]
};

}  // namespace percuss
