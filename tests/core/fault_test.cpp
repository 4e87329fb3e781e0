// SPDX-License-Identifier: Apache-2.0
#include "core/fault.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace fault_test {

using Names = std::vector<std::string>;

TEST(Fault, ReadsFileLineColumnKeyMessageRemedy) {
  EXPECT_EQ(to_string(Fault{{"bar.yaml", 14, 5}, "bodies.bar.elemnts", "unknown key", "did you mean `elements`?"}),
            "bar.yaml:14:5: bodies.bar.elemnts: unknown key\n  did you mean `elements`?");
}

TEST(Fault, LeavesOutWhatItDoesNotKnow) {
  EXPECT_EQ(to_string(Fault{{}, "", "no bodies", ""}), "no bodies");
  EXPECT_EQ(to_string(Fault{{}, "bodies", "empty", ""}), "bodies: empty");
  EXPECT_EQ(to_string(Fault{{"m.yaml", 0, 0}, "", "cannot be read", ""}), "m.yaml: cannot be read");
  EXPECT_EQ(to_string(Fault{{"--set a=1", 0, 0}, "a", "unknown key", ""}), "--set a=1: a: unknown key");
}

TEST(InputError, CarriesEveryFaultAndCountsThem) {
  const InputError error({{{"m.yaml", 1, 2}, "a", "bad", ""}, {{"m.yaml", 3, 4}, "b", "worse", "be good"}});
  ASSERT_EQ(error.faults().size(), 2U);
  EXPECT_EQ(error.faults()[1].key, "b");
  EXPECT_STREQ(error.what(), "m.yaml:1:2: a: bad\nm.yaml:3:4: b: worse\n  be good\n2 faults");
}

TEST(InputError, OfOneFaultIsThatFault) {
  EXPECT_STREQ(input_error("a.b", "bad").what(), "a.b: bad");
  const auto error = input_error("a.b", "bad", "be good", {"m.yaml", 7, 1});
  ASSERT_EQ(error.faults().size(), 1U);
  EXPECT_EQ(error.faults()[0].place.line, 7);
  EXPECT_STREQ(error.what(), "m.yaml:7:1: a.b: bad\n  be good");
}

TEST(InputError, OfNoFaultSaysNothing) { EXPECT_STREQ(InputError({}).what(), ""); }

TEST(NearestName, FindsWhatATypistMeant) {
  const Names names{"elements", "length", "area", "density"};
  EXPECT_EQ(nearest_name("elemnts", names), "elements");   // a letter left out
  EXPECT_EQ(nearest_name("lenght", names), "length");      // two neighbours swapped
  EXPECT_EQ(nearest_name("densityy", names), "density");   // a letter twice
  EXPECT_EQ(nearest_name("arae", names), "area");          // a swap counts one even in a short word
  EXPECT_EQ(nearest_name("elements", names), "elements");  // itself
}

TEST(NearestName, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("restitution", Names{"elements", "area"}), "");
  EXPECT_EQ(nearest_name("ab", Names{"cd"}), "");
  EXPECT_EQ(nearest_name("x", Names{}), "");
  EXPECT_EQ(nearest_name("", Names{"area"}), "");
}

TEST(NearestName, AllowsOneEditInThreeLetters) {
  EXPECT_EQ(nearest_name("abcdef", Names{"xycdef"}), "xycdef");  // 2 of 6
  EXPECT_EQ(nearest_name("abcdef", Names{"xyzdef"}), "");        // 3 of 6
}

TEST(NearestName, IsTheNameOfWhichOnlyTheLastPartsWereGiven) {
  EXPECT_EQ(nearest_name("hht", Names{"moreau_jean", "mixed_hht"}), "mixed_hht");
  EXPECT_EQ(nearest_name("generalized_alpha", Names{"mixed_generalized_alpha"}), "mixed_generalized_alpha");
  EXPECT_EQ(nearest_name("stiffness", Names{"damping.mass", "damping.stiffness"}), "damping.stiffness");
  EXPECT_EQ(nearest_name("athe", Names{"mixed_bathe"}), "");  // half a part says nothing
  EXPECT_EQ(nearest_name("mixed_hht", Names{"mixed_hht"}), "mixed_hht");
}

TEST(NearestName, TakesTheFirstOfTwoEquallyNear) { EXPECT_EQ(nearest_name("bat", Names{"cat", "hat"}), "cat"); }

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join(Names{}), "");
  EXPECT_EQ(join(Names{"a"}), "a");
  EXPECT_EQ(join(Names{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join(Names{"a", "b"}, "|"), "a|b");
}

TEST(RemedyForUnknown, NamesTheNearestAndListsAll) {
  EXPECT_EQ(remedy_for_unknown("elemnts", Names{"elements", "area"}, "a bar"),
            "did you mean `elements`?  a bar accepts: elements, area");
  EXPECT_EQ(remedy_for_unknown("zzz", Names{"elements", "area"}, "a bar"), "a bar accepts: elements, area");
  EXPECT_EQ(remedy_for_unknown("zzz", Names{}, "a bar"), "a bar accepts: nothing");
}

}  // namespace fault_test
}  // namespace percuss
