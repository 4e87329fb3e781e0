// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contact_model.hpp"

namespace percuss {

/// The contacts of a model by their normal rows alone, its joints as they are: what positions are held by. No friction,
/// no restitution; the numbers of the contacts stay. `together`: the normals of contacts point the other way, and their
/// forces pull.
class NormalContacts final : public ContactModel {
 public:
  enum class Push : signed char { apart, together };
  /// Keeps a reference to `model`.
  explicit NormalContacts(const ContactModel& model, Push push = Push::apart)
      : model_(model), sign_(push == Push::apart ? 1.0 : -1.0) {}
  Index size() const override { return model_.size(); }
  Index num_rows(Index k) const override { return is_joint(k) ? model_.num_rows(k) : 1; }
  const std::string& name(Index k) const override { return model_.name(k); }
  bool is_joint(Index k) const override { return model_.is_joint(k); }
  bool has_constant_jacobian() const override { return model_.has_constant_jacobian(); }
  void gaps(double t, VecRef q, VecOut gap) const override {
    model_.gaps(t, q, gap);
    gap *= sign_;
  }
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override {
    model_.normal_velocities(t, q, v, rate);
    rate *= sign_;
  }
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;

 private:
  const ContactModel& model_;
  double sign_;  // of normals, gaps and their rates
  mutable ContactSet all_rows_;
};

}  // namespace percuss
