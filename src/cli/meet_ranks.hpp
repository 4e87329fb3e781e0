// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/logger.h>

#include "cli/running.hpp"

namespace percuss::cli {

/// Waits for the other ranks to have read the same model, and makes `options` fit for them. Who would wonder why ranks
/// make the run no faster is told. Throws InputError where ranks have been given different things, and RankHasLeft.
void meet_ranks(spdlog::logger& log, const ModelFile& file, RunOptions& options, const RunFlags& flags);

}  // namespace percuss::cli
