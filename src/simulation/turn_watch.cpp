// SPDX-License-Identifier: Apache-2.0
#include "simulation/turn_watch.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/joint_model.hpp"

namespace percuss {

TurnWatch::TurnWatch(const ContactModel& contacts) : contacts_(contacts) {
  Index first = 0;  // row of the joint
  for (Index k = 0; k < contacts.size(); ++k) {
    const auto part = find_joint(contacts, k);
    if (part.model == nullptr) continue;
    const auto rows_before = rows_.size();
    for (Index row = 0; row < contacts.num_rows(k); ++row) {
      if (!part.model->has_end(part.k, row) || contacts.law(k, row).stiffness == 0.0) continue;
      rows_.push_back(first + row);
      joint_of_.push_back(k);
    }
    if (rows_.size() == rows_before) continue;
    joints_.push_back(k);
    first += contacts.num_rows(k);
  }
  before_.resize(first);
  now_.resize(first);
}

void TurnWatch::start(const State& state) {
  if (!joints_.empty()) contacts_.row_gaps(state.t, state.q, joints_, 0, before_);
}

bool TurnWatch::look(const State& state, std::string& message) {
  if (joints_.empty()) return true;
  contacts_.row_gaps(state.t, state.q, joints_, 0, now_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (std::abs(now_[rows_[i]] - before_[rows_[i]]) <= std::numbers::pi) continue;
    const auto& name = contacts_.name(joint_of_[i]);  // NAME.2 are the moments of joint NAME
    message = fmt::format(
        "the rotational springs of `{}` were turned past their end: a whole turn, or half a turn of the tilt of an "
        "axis",
        name.substr(0, name.find('.')));
    return false;
  }
  before_.swap(now_);
  return true;
}

}  // namespace percuss
