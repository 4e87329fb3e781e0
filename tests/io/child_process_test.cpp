// SPDX-License-Identifier: Apache-2.0
#include "io/child_process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>

#include "core/sanitizer.hpp"

namespace percuss {
namespace child_process_test {

using End = ChildResult::End;

TEST(ChildProcess, HandsBackTextOfAnyLength) {
  const std::string long_text(3 * 1000 * 1000, 'x');  // more than a pipe holds
  for (const auto& text : {std::string(), std::string("a\0b", 3), long_text}) {
    const auto result = run_in_child([&] { return text; }, {});
    EXPECT_EQ(result.end, End::done);
    EXPECT_EQ(result.output, text);
  }
}

TEST(ChildProcess, ACrashOfTheWorkIsToldAndHarmsNobody) {
  EXPECT_EQ(run_in_child(
                []() -> std::string {
                  std::raise(SIGKILL);
                  return "never";
                },
                {})
                .end,
            End::crashed);
  EXPECT_EQ(run_in_child([]() -> std::string { _exit(7); }, {}).end, End::crashed);
  EXPECT_EQ(run_in_child([]() -> std::string { throw std::runtime_error("no"); }, {}).end, End::crashed);
}

TEST(ChildProcess, WorkThatFindsNoMemorySaysSo) {
  const auto result = run_in_child([]() -> std::string { throw std::bad_alloc(); }, {});
  EXPECT_EQ(result.end, End::out_of_memory);
}

TEST(ChildProcess, WorkThatHangsIsEndedWhenItsTimeIsOver) {
  const auto result = run_in_child(
      []() -> std::string {
        while (true) pause();
      },
      {.seconds = 0.05, .gigabytes = 0.0});
  EXPECT_EQ(result.end, End::timed_out);
}

TEST(ChildProcess, WhatTheWorkChangesIsLost) {
  int number = 1;
  run_in_child(
      [&] {
        number = 2;
        return std::string();
      },
      {});
  EXPECT_EQ(number, 1);
}

#ifdef __GLIBC__
// A gigabyte, which no other test leaves free, from the heap, whose end stays where it is when it is freed; else it is
// a mapping of its own. Nothing is written to it.
TEST(ChildProcess, KeepsItsMemoryWhereAskedTo) {
  if (PERCUSS_UNDER_SANITIZER) GTEST_SKIP() << "the sanitizer has an allocator of its own";
  const auto work = [] {
    std::unique_ptr<char[]> buffer(new char[1'000'000'000]);
    const char* const end = static_cast<const char*>(sbrk(0));
    const bool on_heap = std::less<const char*>()(buffer.get(), end);
    buffer.reset();
    return std::string(on_heap && sbrk(0) == end ? "kept" : "given back");
  };
  EXPECT_EQ(run_in_child(work, {.keeps_memory = true}).output, "kept");
  EXPECT_EQ(run_in_child(work, {}).output, "given back");
}
#endif

}  // namespace child_process_test
}  // namespace percuss
