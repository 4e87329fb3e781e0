// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace percuss {

/// The names in "a, b": between commas, without blanks around.
std::vector<std::string> split_names(const std::string& text);

}  // namespace percuss
