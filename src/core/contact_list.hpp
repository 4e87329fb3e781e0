// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/contact_model.hpp"
#include "core/step_profile.hpp"

namespace percuss {

/// Contact models side by side: the contacts of the first part are numbered first. Owns its parts.
class ContactList final : public ContactModel {
 public:
  /// Takes the part over. Parts that grow afterwards shift the numbers of those behind them: fill them first, or only
  /// the last.
  void add(std::unique_ptr<ContactModel> part) { parts_.push_back(std::move(part)); }
  /// The last part when it is a T, else a new one: contacts of one kind in a row share a part.
  template <class T>
  T& last() {
    auto* part = parts_.empty() ? nullptr : dynamic_cast<T*>(parts_.back().get());
    if (part != nullptr) return *part;
    parts_.push_back(std::make_unique<T>());
    return static_cast<T&>(*parts_.back());
  }
  const std::vector<std::unique_ptr<ContactModel>>& parts() const { return parts_; }
  /// Where the time of their detection is told; null: nowhere. Must outlive the steps.
  void tell_times(StepProfile* profile) { profile_ = profile; }

  Index size() const override;
  Index num_rows(Index k) const override;
  const std::string& name(Index k) const override;
  bool is_joint(Index k) const override;
  JointLaw law(Index k, Index row) const override;
  bool is_driven(Index k) const override;
  double drive_rate(Index k, double t) const override;
  double own_extent(VecRef q) const override;
  bool has_constant_jacobian() const override;
  void prepare(double t, VecRef q, VecRef v, double h) override;
  void check_forecast() const override;
  bool may_have_passed(VecRef q) const override;
  void restart() override;
  void walk_memory(MemoryWalk& walk) override;
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;
  void row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed, Index first,
                VecOut way) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;
  void curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed, Index first,
                 VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const override;

 private:
  struct Own {
    const ContactModel& part;
    Index k;
  };
  Own own(Index k) const;
  /// call(part, its closed contacts, number of its first contact, its rows' offset and number among those of `closed`).
  template <class Call>
  void for_each_part(std::span<const Index> closed, Index first, Call&& call) const;

  std::vector<std::unique_ptr<ContactModel>> parts_;
  StepProfile* profile_ = nullptr;
};

}  // namespace percuss
