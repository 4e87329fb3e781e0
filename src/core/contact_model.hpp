// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/contact_set.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

class MemoryWalk;

/// Where a contact is, for pictures: its point [m], and the unit directions of its rows in absolute axes (z = 0 in the
/// plane), so that the force on the contact's body is  sum_i lambda_i direction[i];  zero where it has no such row. Of
/// a pair the body is the later one: the other has the opposite force.
struct ContactPlace {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  std::array<Eigen::Vector3d, 3> direction{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
};

/// All contacts and joints that a model can have: their gap functions and their W. Contacts are numbered 0 .. size()-1
/// for life; a scheme asks for the gaps, decides which are closed, and has W built for those. A search for what may
/// meet in a step (`prepare`) is the one thing that changes it: a model serves one run at a time.
///
/// A contact model of one's own writes the seven pure functions; the second derivatives (`velocity_bias`, `curvature`),
/// which only schemes on acceleration level and the Gear-Gupta-Leimkuhler schemes ask for, then come from differences.
///
/// A model that is part of a list (core/contact_list.hpp) has its contacts numbered from `first` on: where a function
/// is given `closed` and `first`, its own contact is closed[i] - first.
class ContactModel {
 public:
  virtual ~ContactModel() = default;
  virtual Index size() const = 0;
  /// Rows of contact k: 1 (normal), 2 or 3 (normal first, then tangential); of a joint: what it holds.
  virtual Index num_rows(Index k) const = 0;
  virtual const std::string& name(Index k) const = 0;
  /// Contact k is a joint: closed always, its rows are free in sign.
  virtual bool is_joint(Index) const { return false; }
  /// The model with these contacts as they are: of one that changes rows of another, that other.
  virtual const ContactModel& whole() const { return *this; }
  /// Contact k is no joint and has tangential rows.
  bool has_friction(Index k) const { return !is_joint(k) && num_rows(k) > 1; }
  /// Law of a row of joint k. The rows of a joint are all rigid or all give way. A model with joints that give way must
  /// know its `row_gaps`.
  virtual JointLaw law(Index /*k*/, Index /*row*/) const { return {}; }
  /// Joint k is a spring or a damper in all its rows.
  bool gives_way(Index k) const { return !law(k, 0).is_rigid(); }
  /// Joint k moves its one row as time prescribes:  gamma = W' v - drive_rate(k, t) = 0.  `row_gaps` and
  /// `velocity_bias` know of it.
  virtual bool is_driven(Index /*k*/) const { return false; }
  virtual double drive_rate(Index /*k*/, double /*t*/) const { return 0.0; }  ///< [m/s, rad/s]
  /// Some row of joint k has a damper.
  bool is_damped(Index k) const;
  /// The largest coordinate or length that gaps at q are computed from [m]: their round-off is a few eps of it.
  double extent(VecRef q) const { return std::max(q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0.0, own_extent(q)); }
  /// What of that does not stand in q: reference positions, walls, radii.
  virtual double own_extent(VecRef /*q*/) const { return 0.0; }
  /// W does not depend on q: it and what follows from it is computed once per closed set.
  virtual bool has_constant_jacobian() const = 0;
  /// Called before every step of size h from (t, q, v), by the time loop or by who steps by hand: a broad phase looks
  /// for the pairs that may meet in the step and keeps them until the next call.
  virtual void prepare(double /*t*/, VecRef /*q*/, VecRef /*v*/, double /*h*/) {}
  /// Of the step that `prepare` looked for: throws std::runtime_error where pairs that it found would go through each
  /// other at the velocities of its start, which is a step too large for them.
  virtual void check_forecast() const {}
  /// Whether on the way of that step to q things may have gone through each other, unseen by the scheme: forces or
  /// impacts made them faster than `check_forecast` knew.
  virtual bool may_have_passed(VecRef /*q*/) const { return false; }
  /// A motion begins: nothing has been found yet.
  virtual void restart() {}
  /// What `prepare` has found and goes on from.
  virtual void walk_memory(MemoryWalk& /*walk*/) {}
  /// gap[k] = g_N,k(q) [m]; 0 for a joint, which is always closed.
  virtual void gaps(double t, VecRef q, VecOut gap) const = 0;
  /// rate[k] = gamma_N,k = W_N,k' v [m/s]; 0 for a joint, whose forecast gap must stay 0: it is always closed.
  virtual void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const = 0;
  /// Appends the contacts `closed` (ascending) at q to `set`: W, cones and laws, without allocating once the capacity
  /// is there.
  virtual void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const = 0;
  /// Where contact k is at q; nothing for a joint, and for contacts that cannot tell, which are not drawn.
  virtual std::optional<ContactPlace> place(double /*t*/, VecRef /*q*/, Index /*k*/) const { return std::nullopt; }
  /// Energy stored in joints that give way:  sum of stiffness g^2 / 2  [J].
  double elastic_energy(double t, VecRef q) const;
  /// What the dampers of the joints `damped` take on the way from q to q_next, in a time h, at their mean rate:
  ///   sum of damping way^2 / h  [J], `way` as in `row_ways`.
  double damping_work(double t, double h, VecRef q, VecRef q_next, std::span<const Index> damped) const;
  /// Replaces `set` by the contacts `closed`. `nv` is the number of velocities of the whole system.
  void evaluate(double t, VecRef q, Index nv, std::span<const Index> closed, ContactSet& set) const {
    set.clear(nv);
    append(t, q, closed, 0, set);
  }

  /// value[row] of the contacts `closed`, rows one after the other: the gap in the normal row of a contact, 0 in its
  /// tangential rows, the value g(q) of each row of a joint [m, rad], by which it has drifted off. The default knows no
  /// drift of joints: 0.
  virtual void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const;
  /// way[row] of the joints `closed` from (t, q) to (t_next, q_next) [m, rad]: the time integral of gamma, by default
  /// the difference of their values. Joints with rows that are the rate of no function of q say more.
  virtual void row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed, Index first,
                        VecOut way) const;
  /// bias[row] = W'dot v of the contacts `closed` [m/s^2]: gamma' = W' v' + bias. The default differentiates W along
  /// the flow of q' = Y(q) v by central differences, relative error about 1e-10 for a mechanism of some metres, 1e-6
  /// for one of millimetres; 0 where W is constant.
  virtual void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v,
                             std::span<const Index> closed, Index first, VecOut bias) const;
  /// Adds entries of  d(W lambda)/ds  (nv x nv): column j is the derivative along the motion with velocity e_j.
  /// `lambda` holds the rows of `closed`. The default takes central differences; it adds
  /// nothing where W is constant.
  virtual void curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed, Index first,
                         VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const;
};

}  // namespace percuss
