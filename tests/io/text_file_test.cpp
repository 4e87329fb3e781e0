// SPDX-License-Identifier: Apache-2.0
#include "io/text_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/io/faults_of.hpp"

namespace percuss {
namespace text_file_test {

Lines faults_of_text(const std::string& text) {
  return faults_of([&] { check_text(text, "m.yaml"); });
}

TEST(TextFile, ComesBackByteForByte) {
  const auto path = ::testing::TempDir() + "percuss_text_file_test.txt";
  const std::string text = "length: 1\r\n# \xC2\xB5m\n\tend";
  std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(read_text_file(path), text);
  std::filesystem::remove(path);
}

TEST(TextFile, ReplacesWhatWasThereOrLeavesIt) {
  const auto path = ::testing::TempDir() + "percuss_text_file_written.txt";
  for (const std::string text : {"first\r\n", "second, longer"}) {
    write_text_file(path, text);
    EXPECT_EQ(read_text_file(path), text);
  }
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_THROW(write_text_file(path + "/below_a_file.txt", "third"), std::runtime_error);
  std::filesystem::create_directory(path + ".part");  // in the way
  EXPECT_THROW(write_text_file(path, "fourth"), std::runtime_error);
  EXPECT_EQ(read_text_file(path), "second, longer");
  std::filesystem::remove(path + ".part");
  std::filesystem::remove(path);
}

TEST(TextFile, DevicesAreWrittenTo) {
  EXPECT_NO_THROW(write_text_file("/dev/null", "text"));
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
  EXPECT_THROW(write_text_file("/dev/full", "text"), std::runtime_error);
}

TEST(TextFile, TrimmedEnds) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \na ", " "), "\na");
  EXPECT_EQ(trimmed("  "), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(TextFile, ThatDoesNotExistIsNamedWithTheReason) {
  EXPECT_EQ(faults_of([] { read_text_file("/no/such.yaml"); }),
            Lines{"/no/such.yaml: cannot be read: No such file or directory\n  check the path and its permissions"});
}

TEST(TextFile, DirectoryIsNotAFile) {
  EXPECT_EQ(faults_of([] { read_text_file("/tmp"); }),
            Lines{"/tmp: is a directory, not a file\n  name the model file inside it"});
}

TEST(TextFile, EndlessDeviceEndsInAMessage) {
  EXPECT_EQ(faults_of([] { read_text_file("/dev/zero"); }),
            Lines{"/dev/zero: is larger than 256 MiB\n  a model file holds parameters, not data"});
}

TEST(TextFile, OfAllLengthsOfUtf8IsText) {
  // 2, 3 and 4 bytes, and the first and last code points on either side of the surrogates.
  EXPECT_EQ(faults_of_text("\xC2\xB5 \xE2\x82\xAC \xF0\x9F\x98\x80 \xED\x9F\xBF \xEE\x80\x80 \xF4\x8F\xBF\xBF"),
            Lines{});
}

TEST(TextFile, BrokenUtf8IsToldWithItsPlaceInCharacters) {
  EXPECT_EQ(faults_of_text("a: 1\n\xC2\xB5: \xFF"),
            Lines{"m.yaml:2:4: byte 0xff is not UTF-8\n  save the file as UTF-8 text with ordinary line ends"});
  for (const std::string broken : {"\x80", "\xC0\x80", "\xC2", "\xC2 ", "\xE0\x80\x80", "\xE2\x82", "\xED\xA0\x80",
                                   "\xF0\x80\x80\x80", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"})
    EXPECT_EQ(faults_of_text(broken).size(), 1U) << broken;
}

TEST(TextFile, ControlCharactersMakeABinaryFile) {
  EXPECT_EQ(faults_of_text(std::string("a\0b", 3)),
            Lines{"m.yaml:1:2: control character 0x00: this is not a text file\n"
                  "  save the file as UTF-8 text with ordinary line ends"});
  EXPECT_EQ(faults_of_text("a\x04").size(), 1U);  // the YAML parser's mark for the end of the file
  EXPECT_EQ(faults_of_text("a\x7F").size(), 1U);
}

TEST(TextFile, CarriageReturnMustNotStandAlone) {
  EXPECT_EQ(faults_of_text("a: 1\r\nb: 2\r\n"), Lines{});
  EXPECT_EQ(faults_of_text("a: 1\rb: 2\r"), Lines{"m.yaml:1:5: carriage return without a line feed\n"
                                                  "  save the file as UTF-8 text with ordinary line ends"});
}

}  // namespace text_file_test
}  // namespace percuss
