// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "scheme/contact_event.hpp"

namespace percuss {

/// The contacts that were struck in a step. One that is struck again, in a sequence of strikes or in a later part of
/// the step, is one impact: from the velocities before the first strike to those behind the last, with all percussions
/// and losses.
class ImpactList {
 public:
  explicit ImpactList(Index contacts) : place_(static_cast<std::size_t>(contacts), 0) {
    impacts_.reserve(place_.size());
  }
  void add(const ContactImpact& impact);
  void clear();
  std::span<const ContactImpact> all() const { return impacts_; }

 private:
  std::vector<ContactImpact> impacts_;
  std::vector<std::size_t> place_;  // by contact number: of its impact, from 1 on; 0: none
};

}  // namespace percuss
