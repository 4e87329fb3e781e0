// SPDX-License-Identifier: Apache-2.0
#include "report/html_page.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/fault.hpp"

namespace percuss::html_page_test {

namespace fs = std::filesystem;

TEST(HtmlPage, HoldsTheDescriptionWithoutTags) {
  const auto page = html_page({{"runs", Blob::Json::array()}, {"text", "</script> @data@"}}, {});
  EXPECT_NE(page.find(R"("text":"\u003c/script> @data@")"), std::string::npos);
  EXPECT_NE(page.find(R"("format":1)"), std::string::npos);
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
}

TEST(HtmlPage, IsWrittenWholeOrNotAtAll) {
  const auto folder = fs::path(testing::TempDir()) / "percuss_html_page";
  fs::remove_all(folder);
  fs::create_directories(folder / "a.html" / "b");
  const auto path = (folder / "b.html").string();
  write_html_page(path, "text");
  EXPECT_EQ(fs::file_size(path), 4U);
  EXPECT_FALSE(fs::exists(path + ".part"));
  EXPECT_THROW(write_html_page((folder / "none" / "b.html").string(), "text"), InputError);
  EXPECT_THROW(write_html_page((folder / "a.html").string(), "text"), InputError);
  EXPECT_FALSE(fs::exists(folder / "a.html.part"));
  EXPECT_THROW(check_html_path((folder / "a.html").string()), InputError);
  EXPECT_THROW(check_html_path("c.pdf"), InputError);
  EXPECT_NO_THROW(check_html_path("c.htm"));
  fs::remove_all(folder);
}

}  // namespace percuss::html_page_test
