// SPDX-License-Identifier: Apache-2.0
#include "io/child_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace percuss {

bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

pid_t start_program(const std::string& program, const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> argv;
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = getpid(), child = fork();
  if (child < 0) throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // handlers of this process go with exec
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), in = open("/dev/null", O_RDONLY);
  if (out < 0 || in < 0 || getppid() != parent) _exit(127);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execvp(program.c_str(), argv.data());
  _exit(127);
}

std::optional<std::string> signal_of(int status) {
  if (!WIFSIGNALED(status)) return std::nullopt;
  return fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

std::string first_line_of(const std::string& log) {
  std::ifstream file(log);
  for (std::string line; std::getline(file, line);)
    if (line.find_first_not_of("-=*_ \t") != std::string::npos) return line;
  return "";
}

std::string why_it_ended(int status, const std::string& log) {
  if (const auto signal = signal_of(status)) return *signal;
  if (WEXITSTATUS(status) == 0) return "ended without results";
  const auto line = first_line_of(log);
  return line.empty() ? fmt::format("exit code {}", WEXITSTATUS(status)) : line;
}

}  // namespace percuss
