// SPDX-License-Identifier: Apache-2.0
#include "core/memory_walk.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <stdexcept>

namespace percuss {
namespace {

struct Pair {
  double x = 0.0;
  bool flag = false;
  std::array<double, 2> two{};
  void walk_memory(MemoryWalk& walk) {
    walk("x", x);
    walk("flag", flag);
    walk("two", two);
  }
};

enum class Mode : char { open, slides, sticks };

struct Memory {
  double number = 0.0;
  Index count = 0;
  Mode mode = Mode::open;
  Vector a;
  std::vector<Index> list;
  std::vector<Mode> modes;
  std::vector<std::array<double, 3>> triples;
  Pair pair;
  std::vector<Pair> pairs;
  void walk_memory(MemoryWalk& walk) {
    walk("number", number);
    walk("count", count);
    walk("mode", mode);
    walk.acceleration("a", a);
    walk("list", list);
    walk("modes", modes);
    walk("triples", triples);
    walk("pair", pair);
    walk("pairs", pairs);
  }
};

Memory filled() {
  Memory memory;
  memory.number = -0.0;
  memory.count = 9'007'199'254'740'991;  // 2^53 - 1, the largest odd integer that a double holds
  memory.mode = Mode::sticks;
  memory.a = Vector::LinSpaced(3, 0.1, 0.3);
  memory.list = {4, 2};
  memory.modes = {Mode::slides, Mode::open};
  memory.triples = {{1.0, 2.0, 3.0}, {4.0, 5.0, std::numeric_limits<double>::infinity()}};
  memory.pair = {0.1, true, {7.0, 8.0}};
  memory.pairs = {{1.5, false, {1.0, 2.0}}, {2.5, true, {3.0, 4.0}}};
  return memory;
}

MemoryImage image_of(Memory memory) {
  MemoryImage image;
  auto walk = MemoryWalk::saving(image);
  walk("memory", memory);
  return image;
}

Memory restored(const MemoryImage& image, Memory into = {}) {
  auto walk = MemoryWalk::restoring(image);
  walk("memory", into);
  return into;
}

bool same(const MemoryImage& a, const MemoryImage& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].name != b[i].name || a[i].values != b[i].values) return false;
  return true;
}

TEST(MemoryWalk, WhatIsSavedComesBack) {
  const auto image = image_of(filled());
  const auto back = restored(image);
  EXPECT_TRUE(std::signbit(back.number));
  EXPECT_EQ(back.count, 9'007'199'254'740'991);
  EXPECT_EQ(back.mode, Mode::sticks);
  EXPECT_EQ(back.a, filled().a);
  EXPECT_EQ(back.list, (std::vector<Index>{4, 2}));
  EXPECT_EQ(back.triples, filled().triples);
  EXPECT_TRUE(back.pairs[1].flag);
  EXPECT_EQ(back.pairs[1].two[1], 4.0);
  EXPECT_TRUE(same(image_of(back), image));
}

TEST(MemoryWalk, NamesTellThePlace) {
  const auto image = image_of(filled());
  EXPECT_EQ(image[0].name, "memory/number");
  EXPECT_EQ(image[7].name, "memory/pair/x");
  EXPECT_EQ(image[image.size() - 1].name, "memory/pairs");
}

TEST(MemoryWalk, ListsBecomeAsLongAsTheyWere) {
  Memory longer = filled();
  longer.list = {1, 2, 3, 4, 5};
  longer.pairs.resize(7);
  longer.a = Vector::Zero(10);
  const auto back = restored(image_of(filled()), longer);
  EXPECT_EQ(back.list.size(), 2u);
  EXPECT_EQ(back.pairs.size(), 2u);
  EXPECT_EQ(back.a.size(), 3);
  EXPECT_TRUE(same(image_of(restored(image_of(Memory{}), filled())), image_of(Memory{})));  // empty ones too
}

TEST(MemoryWalk, AnImageIsFilledAgain) {
  auto image = image_of(filled());
  Memory other;
  auto walk = MemoryWalk::saving(image);
  walk("memory", other);
  EXPECT_TRUE(same(image, image_of(Memory{})));
}

TEST(MemoryWalk, SomethingElseIsRefusedByName) {
  const auto image = image_of(filled());
  auto walk = MemoryWalk::restoring(image);
  Pair pair;
  try {
    walk("pair", pair);
    FAIL() << "accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("pair/x"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("memory/number"), std::string::npos) << error.what();
  }
  MemoryImage one;
  double x = 1.0;
  auto saving = MemoryWalk::saving(one);
  saving("x", x);
  std::array<double, 2> two{};
  auto restoring = MemoryWalk::restoring(one);
  EXPECT_THROW(restoring("x", two), std::runtime_error);  // too few numbers
  auto again = MemoryWalk::restoring(one);
  again("x", x);
  EXPECT_THROW(again("x", x), std::runtime_error);  // nothing left
}

TEST(MemoryWalk, AccelerationsAreListed) {
  std::vector<Vector*> found;
  Memory memory = filled();
  auto walk = MemoryWalk::collecting(found);
  walk("memory", memory);
  EXPECT_EQ(found, (std::vector<Vector*>{&memory.a}));
  EXPECT_TRUE(same(image_of(memory), image_of(filled())));
}

}  // namespace
}  // namespace percuss
