// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/logger.h>

#include <string>

namespace percuss::cli {

/// Writes "LEVEL: text" to stderr, from `level` (off, warn, info or debug) on. Throws InputError for another word.
spdlog::logger make_logger(const std::string& level);

}  // namespace percuss::cli
