// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// An option of a solver that was given, other than its standard, though the solver (`contact solver`, `linear solver`)
/// does not read it.
inline void refuse_unread(std::vector<Fault>& faults, std::string_view solver, const std::string& key,
                          std::string remedy) {
  faults.push_back({{}, key, fmt::format("this {} does not read `{}`", solver, key), std::move(remedy)});
}

}  // namespace percuss
