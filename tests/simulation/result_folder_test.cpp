// SPDX-License-Identifier: Apache-2.0
#include "simulation/result_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/fault.hpp"

namespace percuss {
namespace result_folder_test {

namespace fs = std::filesystem;

/// A folder of its own, and a model beside it.
class ResultFolders : public testing::Test {
 protected:
  ResultFolders() {
    fs::remove_all(home);
    fs::create_directories(home);
    write(model, "percuss: 1\n");
  }
  ~ResultFolders() override { fs::remove_all(home); }
  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string read(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string of_model(const std::string& path) const { return R"({"model": ")" + identity_of_model(path) + "\"}"; }

  // Tests run side by side, each a process.
  fs::path home = fs::path(testing::TempDir()) / ("result_folder_" + std::to_string(getpid())), out = home / "out",
           model = home / "m.yaml";
};

TEST_F(ResultFolders, FilesGetTheirNamesWhenTheRunHasEnded) {
  const ResultFolder folder(out.string(), model.string(), false);
  EXPECT_FALSE(folder.held_results());
  write(folder.part("history.csv"), "new");
  write(folder.part("summary.json"), of_model(model.string()));
  fs::create_directories(out / "problems");
  write(out / "problems" / "problem_000001.hdf5", "old");
  const std::vector<std::string> names{"history.csv", "summary.json"};
  folder.publish(names);
  EXPECT_EQ(read(out / "history.csv"), "new");
  EXPECT_FALSE(fs::exists(folder.part("history.csv")));
  EXPECT_FALSE(fs::exists(out / "problems"));
  EXPECT_TRUE(ResultFolder(out.string(), model.string(), false).held_results());  // a rerun of the same model
}

TEST_F(ResultFolders, ThoseOfOthersAreRefused) {
  fs::create_directories(out);
  write(out / "history.csv", "t\n");
  EXPECT_THROW(ResultFolder(out.string(), model.string(), false), InputError);
  write(out / "summary.json", of_model((home / "other.yaml").string()));
  EXPECT_THROW(ResultFolder(out.string(), model.string(), false), InputError);
  EXPECT_NO_THROW(ResultFolder(out.string(), model.string(), true));
  write(out / "summary.json", of_model(model.string()));
  EXPECT_NO_THROW(ResultFolder(out.string(), (home / "." / "m.yaml").string(), false));
}

TEST_F(ResultFolders, ThatARunOfAnotherModelHasBegunAreRefused) {
  fs::create_directories(out);
  write(out / "summary.json.part", of_model((home / "other.yaml").string()));
  EXPECT_THROW(ResultFolder(out.string(), model.string(), false), InputError);
  write(out / "summary.json.part", "");  // killed before it could say which
  EXPECT_NO_THROW(ResultFolder(out.string(), model.string(), false));
}

}  // namespace result_folder_test
}  // namespace percuss
