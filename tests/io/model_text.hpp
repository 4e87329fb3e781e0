// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/model_file.hpp"

namespace percuss::test {

/// The model of a text, read by way of a file, which is gone then.
inline ModelFile read_model_text(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto* running = testing::UnitTest::GetInstance()->current_test_info();
  auto test = fmt::format("{}_{}", running->test_suite_name(), running->name());
  for (char& c : test) c = c == '/' ? '_' : c;
  const auto path = fmt::format("{}percuss_model_{}_{}.yaml", testing::TempDir(), test, getpid());
  std::ofstream(path) << text;
  auto file = read_model(path, overrides);
  std::filesystem::remove(path);
  return file;
}

}  // namespace percuss::test
