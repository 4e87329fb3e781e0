// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace percuss {

/// The SI unit of a quantity of the history by its name, e.g. "m/s" for bar.nodes.last.velocity; "" when the name does
/// not tell.
std::string unit_of(std::string_view quantity);

/// Of the integral over time of what has this unit: "N s" for "N", "m" for "m/s", "s" for "".
std::string unit_of_integral(const std::string& unit);

}  // namespace percuss
