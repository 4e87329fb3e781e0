// SPDX-License-Identifier: Apache-2.0
#include "io/scheme_words.hpp"

#include <gtest/gtest.h>

#include "tests/io/faults_of.hpp"

namespace percuss {

namespace scheme_words_test {

Lines faults_in_words(const std::string& words) {
  std::vector<Fault> faults;
  read_scheme_words(words, "--schemes", faults);
  return texts_of(faults);
}

TEST(SchemeWords, NameASchemeAndSomeOfItsOptions) {
  std::vector<Fault> faults;
  const auto plain = read_scheme_words("moreau_midpoint", "--schemes", faults);
  const auto scheme = read_scheme_words("dg_plus:order=3", "--schemes", faults);
  EXPECT_TRUE(faults.empty());
  ASSERT_NE(plain.type, nullptr);
  EXPECT_EQ(plain.type->name, "moreau_midpoint");
  EXPECT_TRUE(plain.options.empty());
  ASSERT_NE(scheme.type, nullptr);
  EXPECT_EQ(scheme.type->name, "dg_plus");
  EXPECT_EQ(scheme.words, "dg_plus:order=3");
  EXPECT_TRUE(scheme.gives("order"));
  EXPECT_FALSE(scheme.gives("theta"));
  EXPECT_TRUE(scheme.accepts("order"));
  EXPECT_FALSE(scheme.accepts("theta"));
}

TEST(SchemeWords, AreRefusedWithWhatWouldBeRight) {
  const auto near = faults_in_words("moreau_jea:theta=1");
  ASSERT_EQ(near.size(), 1U);
  EXPECT_TRUE(near[0].starts_with("--schemes moreau_jea:theta=1: `moreau_jea` is not a scheme\n")) << near[0];
  EXPECT_NE(near[0].find("did you mean `moreau_jean`?"), std::string::npos) << near[0];
  const auto key = faults_in_words("moreau_jean:thet=1");
  ASSERT_EQ(key.size(), 1U);
  EXPECT_NE(key[0].find("did you mean `theta`?"), std::string::npos) << key[0];
  const auto range = faults_in_words("moreau_jean:theta=1.5");
  ASSERT_EQ(range.size(), 1U);
  EXPECT_NE(range[0].find("1.5 is not in [0, 1]"), std::string::npos) << range[0];
  const auto bare = faults_in_words("moreau_jean:1");
  ASSERT_EQ(bare.size(), 1U);
  EXPECT_NE(bare[0].find("`1` is not KEY=VALUE"), std::string::npos) << bare[0];
  for (const char* twice : {"moreau_jean:theta=1:theta=0.5", "moreau_jean:name=dg_plus"}) {
    const auto told = faults_in_words(twice);
    ASSERT_EQ(told.size(), 1U) << twice;
    EXPECT_NE(told[0].find("is given twice"), std::string::npos) << told[0];
  }
  for (const char* odd :
       {"", ":", "moreau_jean:", "moreau_jean:theta=", "moreau_jean:=1", "moreau_jean:theta=[", "a:b"})
    EXPECT_FALSE(faults_in_words(odd).empty()) << odd;
}

}  // namespace scheme_words_test

}  // namespace percuss
