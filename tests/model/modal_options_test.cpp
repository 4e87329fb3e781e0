// SPDX-License-Identifier: Apache-2.0
#include "model/modal_options.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace modal_options_test {

/// Of a body of 2 m whose shapes have 6 numbers: "key: message" of each fault.
std::vector<std::string> faults_of(const ModalOptions& options) {
  std::vector<Fault> faults;
  options.check(2.0, 6, faults);
  std::vector<std::string> told;
  for (const auto& fault : faults) told.push_back(fault.key + ": " + fault.message);
  return told;
}
using Told = std::vector<std::string>;

TEST(ModalOptions, ReduceWhenAnyShapeIsAskedFor) {
  EXPECT_FALSE(ModalOptions{}.reduces());
  EXPECT_FALSE(ModalOptions{.damping_ratios = {0.1}}.reduces());
  EXPECT_TRUE(ModalOptions{.count = 1}.reduces());
  EXPECT_TRUE(ModalOptions{.below_frequency = 1.0}.reduces());
  EXPECT_TRUE(ModalOptions{.shapes = {1.0}}.reduces());
  EXPECT_TRUE(ModalOptions{.static_points = {0.0}}.reduces());
  EXPECT_TRUE(ModalOptions{.static_moments = {0.0}}.reduces());
}

TEST(ModalOptions, AreChosenInOneWay) {
  EXPECT_EQ(faults_of({}), Told{});
  EXPECT_EQ(faults_of({.count = 2, .static_points = {0.0, 2.0}, .static_moments = {1.0}, .damping_ratios = {0.1}}),
            Told{});
  const Told two_ways{"modes: the modes are chosen in two ways"};
  EXPECT_EQ(faults_of({.count = 2, .below_frequency = 5.0}), two_ways);
  EXPECT_EQ(faults_of({.below_frequency = 5.0, .shapes = std::vector<double>(12, 1.0)}), two_ways);
}

TEST(ModalOptions, TellAllThatIsWrongAtOnce) {
  EXPECT_EQ(faults_of({.damping_ratios = {0.1}}), Told{"modes.damping_ratios: the body is not reduced to modes"});
  EXPECT_EQ(faults_of({.shapes = std::vector<double>(7, 1.0), .static_points = {2.5}, .static_moments = {1.0, 2.1}}),
            (Told{"modes.shapes: 7 numbers", "modes.static_points: 2.5 m is off the body",
                  "modes.static_moments: 2.1 m is off the body"}));
}

}  // namespace modal_options_test
}  // namespace percuss
