// SPDX-License-Identifier: Apache-2.0
#include "io/xdmf_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace percuss {
namespace xdmf_file_test {

std::string content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

/// The file is whole after each flush, and tells what was appended before it and no more.
TEST(XdmfFile, IsWholeAfterEveryFlush) {
  const auto path = ::testing::TempDir() + "percuss_xdmf.xmf";
  XdmfFile file(path, "result.vtkhdf.part", 7, 18, 4, {{"velocity", 3, "m/s"}}, {{"gap", 1, "m"}});
  for (std::size_t frames = 0; frames < 3; ++frames) {
    file.append(0.25 * static_cast<double>(frames), frames);
    EXPECT_EQ(count(content(path), "<Time"), frames);
    file.flush();
    const auto text = content(path);
    EXPECT_EQ(count(text, "<Time"), frames + 1);
    EXPECT_EQ(count(text, "<Grid "), count(text, "</Grid>"));
    EXPECT_TRUE(text.ends_with("</Domain>\n</Xdmf>\n"));
  }
  EXPECT_NE(content(path).find("result.vtkhdf.part:/"), std::string::npos);
  file.close("result.vtkhdf");
  const auto text = content(path);
  EXPECT_NE(text.find("result.vtkhdf:/bodies/points|14 0:1 1:7 3:21 3<"), std::string::npos);
  EXPECT_NE(text.find("result.vtkhdf:/VTKHDF/contacts/PointData/gap|1:1:2:3<"), std::string::npos);
  EXPECT_EQ(text.find(".part"), std::string::npos);
  EXPECT_EQ(count(text, "<Time"), 3U);
  EXPECT_EQ(count(text, "Polyvertex"), 2U);  // no grid of contacts in a frame that has none
}

TEST(XdmfFile, SaysWhereItCannotWrite) {
  EXPECT_THROW(XdmfFile("/nowhere/at/all.xmf", "result.vtkhdf", 1, 3, 1, {}, {}), std::runtime_error);
}

}  // namespace xdmf_file_test
}  // namespace percuss
