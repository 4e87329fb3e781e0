// SPDX-License-Identifier: Apache-2.0
#include "model/time_function.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace time_function_test {

TEST(TimeFunction, IsZeroUnlessToldOtherwise) {
  EXPECT_EQ(TimeFunction()(3.0), 0.0);
  EXPECT_TRUE(TimeFunction().is_constant());
}

TEST(TimeFunction, MayBeConstant) {
  const TimeFunction f(2.5);
  EXPECT_TRUE(f.is_constant());
  EXPECT_EQ(f(-1.0), 2.5);
  EXPECT_EQ(f(1e9), 2.5);
}

TEST(TimeFunction, IsLinearBetweenItsEntriesAndHeldOutside) {
  const TimeFunction f(Table{{0.0, 1.0}, {2.0, 5.0}, {3.0, -1.0}});
  EXPECT_FALSE(f.is_constant());
  EXPECT_EQ(f(-7.0), 1.0);
  EXPECT_EQ(f(0.0), 1.0);
  EXPECT_EQ(f(0.5), 2.0);
  EXPECT_EQ(f(2.0), 5.0);
  EXPECT_EQ(f(2.5), 2.0);
  EXPECT_EQ(f(3.0), -1.0);
  EXPECT_EQ(f(99.0), -1.0);
}

TEST(TimeFunction, OfOneEntryIsThatValue) {
  const TimeFunction f(Table{{1.0, 4.0}});
  for (const double t : {0.0, 1.0, 2.0}) EXPECT_EQ(f(t), 4.0);
}

TEST(TimeFunction, IsContinuous) {
  const TimeFunction f(Table{{0.0, 1.0}, {2.0, 5.0}, {3.0, -1.0}});
  for (const double t : {0.0, 2.0, 3.0}) {
    const double step = 1e-9;  // slopes up to 6: a jump would be far larger than 1e-8
    EXPECT_NEAR(f(t - step), f(t + step), 2e-8) << t;
  }
}

TEST(TimeFunction, KnowsItsKinks) {
  // Held before and after; 0.1 and 0.2 lie on one line.
  EXPECT_EQ(TimeFunction(Table{{-1.0, 0.0}, {0.0, 0.0}, {0.1, 0.3}, {0.2, 0.6}, {0.3, 0.9}, {1.0, 0.9}}).kinks(),
            (std::vector<double>{0.0, 0.3}));
  EXPECT_EQ(TimeFunction(Table{{0.0, 1.0}, {2.0, 5.0}}).kinks(), (std::vector<double>{0.0, 2.0}));
  EXPECT_TRUE(TimeFunction::harmonic(1.0, 2.0, 0.0).kinks().empty());
}

TEST(TimeFunction, RefusesTimesThatDoNotIncrease) {
  EXPECT_THROW(TimeFunction(Table{}), std::invalid_argument);
  EXPECT_THROW(TimeFunction(Table{{1.0, 0.0}, {1.0, 1.0}}), std::invalid_argument);
  EXPECT_THROW(TimeFunction(Table{{1.0, 0.0}, {0.5, 1.0}}), std::invalid_argument);
  EXPECT_THROW(TimeFunction(Table{{0.0, 0.0}, {std::nan(""), 1.0}}), std::invalid_argument);
}

TEST(TimeFunction, MayBeAPolynomial) {
  const auto f = TimeFunction::polynomial({1.0, -2.0, 0.5});
  EXPECT_FALSE(f.is_constant());
  EXPECT_EQ(f(0.0), 1.0);
  EXPECT_EQ(f(2.0), 1.0 - 4.0 + 2.0);
}

TEST(TimeFunction, MayBeAHarmonic) {
  const auto f = TimeFunction::harmonic(3.0, 0.25, 0.5);
  EXPECT_FALSE(f.is_constant());
  EXPECT_EQ(f(0.0), 3.0 * std::sin(0.5));
  EXPECT_NEAR(f(1.0), 3.0 * std::cos(0.5), 1e-15);  // a quarter of a period later; 1e-15: rounding of 2 pi f
}

TEST(TimeFunction, ScalesWhateverItIs) {
  for (const auto& f : {TimeFunction(2.0), TimeFunction(Table{{0.0, 1.0}, {2.0, 5.0}}),
                        TimeFunction::polynomial({1.0, 2.0}), TimeFunction::harmonic(3.0, 1.0, 0.1)})
    for (const double t : {0.0, 0.7}) EXPECT_EQ(f.scaled(-2.0)(t), -2.0 * f(t));
}

TEST(LoadValue, IsExactlyOneOfItsFourForms) {
  const auto keys_of = [](const LoadValue& load) {
    std::vector<Fault> faults;
    load.check("force", faults);
    std::vector<std::string> keys;
    for (const auto& fault : faults) keys.push_back(fault.key);
    return keys;
  };
  using Keys = std::vector<std::string>;
  LoadValue load;
  EXPECT_EQ(keys_of(load), Keys{"value"});
  load.harmonic = {1.0};
  EXPECT_EQ(keys_of(load), Keys{"harmonic"});
  load.harmonic = {2.0, 0.25};
  EXPECT_EQ(keys_of(load), Keys{});
  EXPECT_NEAR(load.function()(1.0), 2.0, 1e-15);
  load.polynomial = {1.0};
  EXPECT_EQ(keys_of(load), Keys{"harmonic"});
}

}  // namespace time_function_test
}  // namespace percuss
