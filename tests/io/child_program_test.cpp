// SPDX-License-Identifier: Apache-2.0
#include "io/child_program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>

namespace percuss {
namespace child_program_test {

struct Ended {
  int status = 0;
  std::string line;
};

Ended run(const std::string& program, const std::vector<std::string>& words, bool end_it = false) {
  const auto log = (std::filesystem::temp_directory_path() / ("percuss_child_" + std::to_string(getpid()))).string();
  const auto child = start_program(program, words, log);
  if (end_it) kill(child, SIGTERM);
  Ended ended;
  EXPECT_EQ(waitpid(child, &ended.status, 0), child);
  ended.line = first_line_of(log);
  std::filesystem::remove(log);
  return ended;
}

TEST(ChildProgram, SaysItsWordsIntoTheLog) {
  const auto ended = run("/bin/sh", {"sh", "-c", "echo first >&2; echo second; exit 3"});
  EXPECT_EQ(WEXITSTATUS(ended.status), 3);
  EXPECT_EQ(ended.line, "first");
  EXPECT_FALSE(signal_of(ended.status));
}

TEST(ChildProgram, HasAnEmptyTerminal) {
  EXPECT_EQ(run("/bin/sh", {"sh", "-c", "read word; echo \"<$word>\""}).line, "<>");
}

TEST(ChildProgram, MayBeEndedByASignal) {
  EXPECT_EQ(signal_of(run("/bin/sleep", {"sleep", "60"}, true).status), "ended by signal 15 (Terminated)");
}

TEST(ChildProgram, TellsWhyItEnded) {
  const auto why = [](const std::string& script) {
    const auto log = (std::filesystem::temp_directory_path() / ("percuss_why_" + std::to_string(getpid()))).string();
    int status = 0;
    EXPECT_GT(waitpid(start_program("/bin/sh", {"sh", "-c", script}, log), &status, 0), 0);
    auto text = why_it_ended(status, log);
    std::filesystem::remove(log);
    return text;
  };
  EXPECT_EQ(why("echo no such thing; exit 2"), "no such thing");
  EXPECT_EQ(why("exit 3"), "exit code 3");
  EXPECT_EQ(why("echo; echo ------; echo no room; exit 1"), "no room");
  EXPECT_EQ(why("echo ------; exit 4"), "exit code 4");
  EXPECT_EQ(why("echo going; kill -TERM $$"), "ended by signal 15 (Terminated)");
}

TEST(ChildProgram, IsFoundByItsPathOrByItsName) {
  EXPECT_TRUE(is_program("/bin/sh"));
  EXPECT_TRUE(is_program("sh"));
  EXPECT_FALSE(is_program("/no/such/program"));
  EXPECT_FALSE(is_program("no_such_program"));
  EXPECT_EQ(run("sh", {"sh", "-c", "echo here"}).line, "here");
}

TEST(ChildProgram, ThatIsNotThereHasItsExitCode) {
  EXPECT_EQ(WEXITSTATUS(run("/no/such/program", {"program"}).status), 127);
}

}  // namespace child_program_test
}  // namespace percuss
