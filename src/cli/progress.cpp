// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace percuss::cli {

namespace {

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long>(seconds);
  return whole < 3600 ? fmt::format("{} min {:02} s", whole / 60, whole % 60)
                      : fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

void Progress::show(Index done, Index of_how_many) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  constexpr double window = 10.0;  // [s]
  if (seconds - latest_.seconds >= window) before_ = std::exchange(latest_, {seconds, done});
  if (!terminal_ && seconds < next_line_) return;
  next_line_ = window * (std::floor(seconds / window) + 1.0);
  const double share = static_cast<double>(done) / static_cast<double>(std::max<Index>(of_how_many, 1));
  const double rate = static_cast<double>(done - before_.steps) / std::max(seconds - before_.seconds, 1e-9);
  const double left = static_cast<double>(of_how_many - done) / std::max(rate, 1e-9);
  const auto text = fmt::format("{:3.0f} %  step {} of {}  {:.4g} steps/s  {} left", 100.0 * share, done, of_how_many,
                                rate, duration(left));
  if (!terminal_) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  constexpr int width = 30;
  const int filled = static_cast<int>(share * width);
  fmt::print(stderr, "\r[{}{}] {}\x1b[K", std::string(static_cast<std::size_t>(filled), '='),
             std::string(static_cast<std::size_t>(width - filled), ' '), text);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::finish() {
  if (terminal_ && drawn_) std::fputs("\r\x1b[K", stderr);  // never throws: the destructor comes here too
  drawn_ = false;
}

}  // namespace percuss::cli
