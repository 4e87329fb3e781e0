// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/body.hpp"
#include "core/force_element.hpp"
#include "core/shares.hpp"
#include "core/step_profile.hpp"

namespace percuss {

/// The bodies of a model side by side: q and v are the bodies' coordinates one after the other, A is block diagonal.
/// Owns its bodies; every method loops over them on their own rows. Forces that reach across bodies come from its
/// force elements.
class MechanicalSystem {
 public:
  /// Takes the body over and returns its number.
  Index add(std::unique_ptr<Body> body);
  /// Takes the force element over.
  void add(std::unique_ptr<ForceElement> element) { elements_.push_back(std::move(element)); }

  Index num_bodies() const { return static_cast<Index>(bodies_.size()); }
  const Body& body(Index i) const { return *bodies_[static_cast<std::size_t>(i)]; }
  Index q_offset(Index i) const { return q_offset_[static_cast<std::size_t>(i)]; }
  Index v_offset(Index i) const { return v_offset_[static_cast<std::size_t>(i)]; }
  Index num_q() const { return q_offset_.back(); }
  Index num_v() const { return v_offset_.back(); }
  /// The body that owns row `row` of v.
  Index body_of_row(Index row) const;

  bool has_constant_tangent() const;
  /// Some body has stiffness or damping; some body has dampers.
  bool is_stiff() const;
  bool is_damped() const;
  bool advances_by_addition() const { return advances_by_addition_; }
  /// Some forces are in no body's tangent.
  bool has_force_elements() const { return !elements_.empty(); }
  const std::vector<std::unique_ptr<ForceElement>>& force_elements() const { return elements_; }
  bool forces_depend_on_velocity() const;
  bool forces_depend_on_time() const;
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const;
  void forces(double t, VecRef q, VecRef v, VecOut f) const;
  /// The same by this rank alone, where the others do not ask for it.
  void forces_alone(double t, VecRef q, VecRef v, VecOut f) const;
  Energy energy(double t, VecRef q, VecRef v) const;
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const;

  /// Where the times of forces, factors and contact problems are told; null: nowhere. Must outlive the steps.
  void tell_times(StepProfile* profile) { profile_ = profile; }
  StepProfile* profile() const { return profile_; }
  /// Ranks that have this system in common, and share its forces and solves from now on, body by body; null: none. Must
  /// outlive the steps. To be called when all bodies are there.
  void share_among(RankLink* link);
  RankLink* link() const { return link_; }
  /// The bodies dealt out by their unknowns.
  Shares deal_bodies(RankLink* link) const;
  /// Where the rows of the bodies begin, and the end of the last.
  const std::vector<Index>& v_offsets() const { return v_offset_; }

 private:
  void forces_by(const Shares& shares, double t, VecRef q, VecRef v, VecOut f) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<ForceElement>> elements_;
  std::vector<Index> q_offset_{0}, v_offset_{0};
  bool advances_by_addition_ = true;
  StepProfile* profile_ = nullptr;
  RankLink* link_ = nullptr;
  Shares shares_;  // of forces
};

}  // namespace percuss
