// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/types.hpp"

namespace percuss::cli {

/// "1 impact", "2 impacts".
inline std::string counted(Index n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace percuss::cli
