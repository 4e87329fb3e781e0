// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace percuss {

/// Whether a program of this name can be run: a path, or one of the folders in PATH has it.
bool is_program(const std::string& name);

/// Starts `program`, found as `is_program` finds it, with these words (the first is its name) and an empty terminal;
/// what it says goes into the file `log`. It gets SIGTERM when this process ends. Exit code 127: it could not be
/// started. Throws std::runtime_error when the system gives no process.
pid_t start_program(const std::string& program, const std::vector<std::string>& words, const std::string& log);

/// Why a program has not ended with an exit code, of what waitpid tells: the signal that ended it.
std::optional<std::string> signal_of(int status);

/// The first line of what it said that is more than a rule.
std::string first_line_of(const std::string& log);

/// Why a program that has left no results has ended: its signal, the first line of what it said, or its exit
/// code; that it left none is all there is to say of exit code 0.
std::string why_it_ended(int status, const std::string& log);

}  // namespace percuss
