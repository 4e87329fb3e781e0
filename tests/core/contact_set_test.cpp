// SPDX-License-Identifier: Apache-2.0
#include "core/contact_set.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace contact_set_test {

TEST(ContactSet, StartsEmpty) {
  const ContactSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.size(), 0);
  EXPECT_EQ(set.rows(), 0);
}

TEST(ContactSet, HoldsContactsOfOneTwoAndThreeRowsSideBySide) {
  ContactSet set;
  set.clear(4);
  for (const Index rows : {1, 3, 2}) {
    for (Index i = 0; i < rows; ++i) {
      set.W.push(i, 1.0);
      set.W.finish_column();
    }
    set.finish_contact(10 + rows, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, 0.1 * static_cast<double>(rows),
                       0.5, 0.25);
  }
  EXPECT_EQ(set.size(), 3);
  EXPECT_EQ(set.rows(), 6);
  EXPECT_EQ(set.W.cols(), set.rows());
  EXPECT_EQ(set.first_row(0), 0);
  EXPECT_EQ(set.first_row(1), 1);
  EXPECT_EQ(set.first_row(2), 4);
  EXPECT_EQ(set.num_rows(1), 3);
  EXPECT_EQ(set.id, (std::vector<Index>{11, 13, 12}));
  EXPECT_EQ(set.cone, (std::vector<Cone>{Cone::unilateral, Cone::coulomb, Cone::coulomb}));
  EXPECT_DOUBLE_EQ(set.mu[1], 0.3);
  EXPECT_EQ(set.eps_n, (std::vector<double>{0.5, 0.5, 0.5}));
  EXPECT_EQ(set.eps_t, (std::vector<double>{0.25, 0.25, 0.25}));
}

TEST(ContactSet, ClearForgetsEveryContact) {
  ContactSet set;
  set.clear(1);
  set.W.push(0, 1.0);
  set.W.finish_column();
  set.finish_contact(0, Cone::bilateral, 1, 0.0, 0.0, 0.0);
  set.clear(7);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.rows(), 0);
  EXPECT_EQ(set.W.rows(), 7);
  EXPECT_EQ(set.W.cols(), 0);
  EXPECT_TRUE(set.id.empty() && set.mu.empty() && set.eps_n.empty() && set.eps_t.empty());
}

}  // namespace contact_set_test
}  // namespace percuss
