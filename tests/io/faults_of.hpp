// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// Faults as the user reads them, one string each.
inline std::vector<std::string> texts_of(const std::vector<Fault>& faults) {
  std::vector<std::string> texts;
  for (const auto& fault : faults) texts.push_back(to_string(fault));
  return texts;
}

/// The faults that `action` throws, as the user reads them; empty when it throws no InputError.
template <class Action>
std::vector<std::string> faults_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return texts_of(error.faults());
  }
  return {};
}

using Lines = std::vector<std::string>;

}  // namespace percuss
