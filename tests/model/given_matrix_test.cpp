// SPDX-License-Identifier: Apache-2.0
#include "model/given_matrix.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace given_matrix_test {

TEST(GivenMatrix, KnowsItsSize) {
  EXPECT_EQ(size_of_square(0), 0);
  EXPECT_EQ(size_of_square(1), 1);
  EXPECT_EQ(size_of_square(9), 3);
  EXPECT_EQ(size_of_square(8), -1);
}

TEST(GivenMatrix, IsReadRowByRow) {
  std::vector<Fault> faults;
  const Matrix A = given_matrix("A", {1.0, 2.0, 2.0, 3.0}, 2, 1.0, faults),
               B = given_matrix("B", {0.0, 2.0, -2.0, 0.0}, 2, -1.0, faults);
  EXPECT_TRUE(faults.empty());
  EXPECT_EQ(A(0, 0), 1.0);
  EXPECT_EQ(A(1, 0), 2.0);
  EXPECT_EQ(A(1, 1), 3.0);
  EXPECT_EQ(B(0, 1), 2.0);
  EXPECT_EQ(B(1, 0), -2.0);
}

// Numbers written in few digits are symmetric all the same, and then exactly.
TEST(GivenMatrix, IsSymmetricOrSkewToItsDigits) {
  std::vector<Fault> faults;
  const Matrix A = given_matrix("A", {1.0, 2.0, 2.0 + 1e-10, 3.0}, 2, 1.0, faults);
  EXPECT_TRUE(faults.empty());
  EXPECT_EQ(A(0, 1), A(1, 0));
}

TEST(GivenMatrix, TellsWhatIsWrong) {
  const auto text = [](const std::vector<double>& rows, double sign) {
    std::vector<Fault> faults;
    given_matrix("A", rows, 2, sign, faults);
    return faults.size() == 1 ? faults[0].key + ": " + faults[0].message + "; " + faults[0].remedy : "";
  };
  EXPECT_EQ(text({1.0, 2.0, 3.0}, 1.0),
            "A: 3 numbers where 4 are needed; give 2 rows of 2 numbers, one after the other, in one list");
  EXPECT_EQ(
      text({1.0, 2.0, 2.5, 3.0}, 1.0),
      "A: not symmetric: row 2, column 1 is 2.5, row 1, column 2 is 2; entries mirrored at the diagonal are equal");
  EXPECT_EQ(text({0.0, 2.0, 2.0, 0.0}, -1.0),
            "A: not skew: row 2, column 1 is 2, row 1, column 2 is 2; entries mirrored at the diagonal are opposite, "
            "those on it zero");
  EXPECT_NE(text({1.0, 2.0, -2.0, 0.0}, -1.0).find("row 1, column 1 is 1"), std::string::npos);
}

// In unknowns of very different units too.
TEST(GivenMatrix, IsDefiniteOrNot) {
  const auto of = [](double a, double b, double c) { return (Matrix(2, 2) << a, b, b, c).finished(); };
  EXPECT_TRUE(is_positive_definite(of(1.0, 0.5, 1.0)));
  EXPECT_TRUE(is_positive_definite(of(1e20, 0.5e10, 1.0)));
  EXPECT_FALSE(is_positive_definite(of(1.0, 1.0, 1.0)));
  EXPECT_FALSE(is_positive_definite(of(1.0, 2.0, 1.0)));
  EXPECT_FALSE(is_positive_definite(of(1.0, 0.0, -1.0)));
  EXPECT_TRUE(is_positive_semidefinite(of(1.0, 1.0, 1.0)));
  EXPECT_TRUE(is_positive_semidefinite(of(0.0, 0.0, 0.0)));
  EXPECT_FALSE(is_positive_semidefinite(of(1.0, 2.0, 1.0)));
}

}  // namespace given_matrix_test
}  // namespace percuss
