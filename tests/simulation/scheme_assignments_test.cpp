// SPDX-License-Identifier: Apache-2.0
#include "simulation/scheme_assignments.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace scheme_assignments_test {

std::vector<std::string> keys_of(const std::string& scheme) {
  std::vector<std::string> keys;
  for (const auto& [assignment, words] : scheme_assignments(scheme, "--schemes x")) {
    EXPECT_EQ(words, "--schemes x");
    keys.push_back(assignment);
  }
  return keys;
}

TEST(SchemeAssignments, TakeThePlaceOfTheModelsScheme) {
  EXPECT_EQ(keys_of("moreau_jean:theta=0"),
            (std::vector<std::string>{"simulation.scheme={}", "simulation.scheme.name=moreau_jean",
                                      "simulation.scheme.theta=0"}));
}

TEST(SchemeAssignments, HoldTheStepControl) {
  EXPECT_EQ(keys_of("moreau_jean:control=error:control.tolerance=1e-4"),
            (std::vector<std::string>{"simulation.scheme={}", "simulation.scheme.name=moreau_jean",
                                      "simulation.control={name: error}", "simulation.control.tolerance=1e-4"}));
}

TEST(SchemeAssignments, RefuseWordsWithoutAValueOrTwice) {
  for (const auto* scheme : {"moreau_jean:theta", "moreau_jean:theta=0:theta=1", "moreau_jean:name=dg_plus"})
    EXPECT_THROW(scheme_assignments(scheme, "--schemes"), InputError) << scheme;
}

TEST(SchemeAssignments, FaultsAreThoseOfTheWords) {
  const auto assignments = scheme_assignments("dg", "--schemes dg");
  const auto faults = with_places({{{"--set simulation.scheme.name=dg", 0, 0}, "", "no such scheme", ""},
                                   {{"model.yaml", 3, 1}, "", "another", ""}},
                                  assignments);
  EXPECT_EQ(faults[0].place.file, "--schemes dg");
  EXPECT_EQ(faults[1].place.file, "model.yaml");
}

}  // namespace scheme_assignments_test
}  // namespace percuss
