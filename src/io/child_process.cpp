// SPDX-License-Identifier: Apache-2.0
#include "io/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

#include "core/sanitizer.hpp"

namespace percuss {

namespace {

constexpr int no_memory = 2;                              // exit code
constexpr bool limits_memory = !PERCUSS_UNDER_SANITIZER;  // its shadow memory alone would exceed any limit

void limit(int resource, double most) {
  const auto value = static_cast<rlim_t>(most);
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = now.rlim_max == RLIM_INFINITY ? value : std::min(value, now.rlim_max);
  setrlimit(resource, &now);
}

void keep_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

/// Never returns, and runs no destructor of the parent's objects.
[[noreturn]] void be_child(const std::function<std::string()>& work, const ChildLimits& limits, int out) {
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0.0);
  if (limits_memory && limits.gigabytes > 0.0) limit(RLIMIT_AS, limits.gigabytes * 1e9);
  if (limits.keeps_memory) keep_memory();
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  int code = 1;
  try {
    const auto text = work();
    std::size_t sent = 0;
    while (sent < text.size()) {
      const auto more = write(out, text.data() + sent, text.size() - sent);
      if (more < 0 && errno != EINTR) _exit(1);
      sent += static_cast<std::size_t>(std::max<ssize_t>(more, 0));
    }
    code = 0;
  } catch (const std::bad_alloc&) {
    code = no_memory;
  } catch (...) {  // the exit code tells
  }
  _exit(code);
}

/// Reads until the child closes its end; false when the time is over before.
bool read_all(int in, double seconds, std::string& text) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    if (left <= 0.0) return false;
    pollfd watched{in, POLLIN, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::min(1e3 * left + 1.0, 1e6)));
    if (ready <= 0) continue;  // the time is over, or a signal came in between
    const auto got = read(in, buffer.data(), buffer.size());
    if (got == 0) return true;
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

ChildResult::End end_of(int status) {
  using End = ChildResult::End;
  if (!WIFEXITED(status)) return End::crashed;
  const int code = WEXITSTATUS(status);
  return code == 0 ? End::done : code == no_memory ? End::out_of_memory : End::crashed;
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits& limits) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child == 0) be_child(work, limits, ends[1]);
  const int problem = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(problem)));
  }
  ChildResult result;
  if (!read_all(ends[0], limits.seconds, result.output)) {
    result.end = ChildResult::End::timed_out;
    kill(child, SIGKILL);
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (result.end == ChildResult::End::done) result.end = end_of(status);
  return result;
}

}  // namespace percuss
