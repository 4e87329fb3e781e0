// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "report/motion.hpp"

namespace percuss {

/// The motion in a result.vtkhdf (`outputs.geometry`), nothing where it has no frame or no point. Parts of a body that
/// move by themselves are bodies of their own; scenery that stands still is ground. Where frames and points are more
/// than a page bears, every second, third, ... frame is taken, and the last. Throws InputError where the file is
/// damaged.
std::optional<Motion> motion_of(const std::string& path);

}  // namespace percuss
