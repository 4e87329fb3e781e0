// SPDX-License-Identifier: Apache-2.0
#include "cli/log.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/fault.hpp"

namespace percuss::cli {

spdlog::logger make_logger(const std::string& level) {
  static const std::vector<std::string> levels{"off", "warn", "info", "debug"};
  if (std::find(levels.begin(), levels.end(), level) == levels.end())
    throw input_error("--log", fmt::format("there is no level `{}`", level), remedy_for_unknown(level, levels, "--log"),
                      {"command line", 0, 0});
  spdlog::logger logger("percuss", std::make_shared<spdlog::sinks::stderr_sink_st>());
  logger.set_pattern("%l: %v");
  logger.set_level(spdlog::level::from_str(level));
  return logger;
}

}  // namespace percuss::cli
