// SPDX-License-Identifier: Apache-2.0
#include "model/orientation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace orientation_test {

std::size_t faults_of(const std::vector<double>& orientation) {
  std::vector<Fault> faults;
  check_orientation(orientation, faults);
  return faults.size();
}

TEST(Orientation, IsAQuaternionOfAnyLengthOrARotationVector) {
  const double s = std::sqrt(0.5);
  const Eigen::Vector4d quarter(s, 0.0, 0.0, s);  // about z
  EXPECT_LE((unit_quaternion({3.0, 0.0, 0.0, 3.0}) - quarter).norm(), 1e-15);
  EXPECT_LE((unit_quaternion({0.0, 0.0, 0.5 * M_PI}) - quarter).norm(), 1e-15);
  EXPECT_EQ(faults_of({1.0, 0.0, 0.0, 0.0}), 0U);
  EXPECT_EQ(faults_of({0.0, 0.0, 0.0}), 0U);
}

TEST(Orientation, IsRefusedWhereItIsNone) {
  EXPECT_EQ(faults_of({0.0, 0.0, 0.0, 0.0}), 1U);
  EXPECT_EQ(faults_of({1.0, 0.0}), 1U);
}

}  // namespace orientation_test
}  // namespace percuss
