// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity_words.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"

namespace percuss {
namespace quantity_words_test {

TEST(QuantityWords, AreSplitAtEveryDot) {
  EXPECT_EQ(split_name("bar.nodes.0"), (Words{"bar", "nodes", "0"}));
  EXPECT_EQ(split_name(""), Words{""});
  EXPECT_EQ(split_name(".x."), (Words{"", "x", ""}));
}

TEST(QuantityWords, EndWithOneThatIsKnown) {
  const Words known{"gap", "force"}, words{"wall", "1", "gap", "x"};
  EXPECT_EQ(last_word("wall.1.gap", {"wall", "1", "gap"}, 2, known, "A contact"), "gap");
  EXPECT_THROW(last_word("wall.1.gap.x", words, 2, known, "A contact"), InputError);
  EXPECT_THROW(last_word("wall.1", {"wall", "1"}, 2, known, "A contact"), InputError);
  EXPECT_THROW(last_word("wall.1.gap.x", words, 1, known, "A contact"), InputError);
}

}  // namespace quantity_words_test
}  // namespace percuss
