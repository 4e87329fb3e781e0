// SPDX-License-Identifier: Apache-2.0
#include "io/output_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/io/faults_of.hpp"

namespace percuss {
namespace output_folder_test {

TEST(OutputFolder, IsMadeWithAllAboveItOrRefused) {
  const auto top = std::filesystem::path(::testing::TempDir()) / "percuss_output_folder_test";
  std::filesystem::remove_all(top);
  const auto folder = (top / "a" / "b").string();
  make_output_folder(folder);
  EXPECT_TRUE(std::filesystem::is_directory(folder));
  make_output_folder(folder);  // it may be there
  std::ofstream(folder + "/file") << "text";
  const auto faults = faults_of([&] { make_output_folder(folder + "/file/below"); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].find("--out: cannot write into `" + folder + "/file/below`"), std::string::npos) << faults[0];
  std::filesystem::remove_all(top);
}

}  // namespace output_folder_test
}  // namespace percuss
