// SPDX-License-Identifier: Apache-2.0
#include "io/section_reader.hpp"

#include <gtest/gtest.h>

#include "io/overrides.hpp"
#include "tests/io/faults_of.hpp"

namespace percuss {
namespace section_reader_test {

struct Bar {
  double length = 0.0;
  std::int64_t elements = 10;
  double mass_damping = 0.0;
  double stiffness_damping = 0.0;
};

ParameterTable<Bar> bar_table() {
  ParameterTable<Bar> table;
  table
      .number(
          "length", [](auto& o) -> auto& { return o.length; }, "m", "Length", positive)
      .required();
  table.integer(
      "elements", [](auto& o) -> auto& { return o.elements; }, "Number of elements", positive);
  table.number(
      "damping.mass", [](auto& o) -> auto& { return o.mass_damping; }, "1/s", "Mass damping");
  table.number(
      "damping.stiffness", [](auto& o) -> auto& { return o.stiffness_damping; }, "s", "Stiffness damping");
  return table;
}

struct Outcome {
  ReadSection section;
  Lines faults;
};
Outcome read(const ValueNode& map, std::span<const ParameterInfo> infos) {
  std::vector<Fault> faults;
  const std::vector<std::string> also_allowed{"type"};
  auto section = read_section(map, "bodies.bar", "A body of type bar", infos, also_allowed, faults);
  return {std::move(section), texts_of(faults)};
}
Outcome read(const std::string& text) { return read(parse_yaml(text, "m.yaml"), bar_table().infos()); }

TEST(ReadSection, FillsAnOptionStruct) {
  const auto outcome = read("type: bar\nlength: 2.5\ndamping:\n  stiffness: 1e-5\n");
  EXPECT_EQ(outcome.faults, Lines{});
  EXPECT_TRUE(outcome.section.ok);
  const auto bar = bar_table().make(outcome.section.values);
  EXPECT_EQ(bar.length, 2.5);
  EXPECT_EQ(bar.elements, 10);
  EXPECT_EQ(bar.stiffness_damping, 1e-5);
}

TEST(ReadSection, TellsAllFaultsOfAMapAtOnce) {
  const auto outcome = read("type: bar\nelemnts: 5\nelements: 1.5\ndamping: {stifness: 1, mass: abc}\n");
  EXPECT_FALSE(outcome.section.ok);
  EXPECT_TRUE(outcome.section.values.empty());
  EXPECT_EQ(outcome.faults,
            (Lines{"m.yaml:2:1: bodies.bar.elemnts: unknown key\n"
                   "  did you mean `elements`?  A body of type bar accepts: type, length, elements, damping",
                   "m.yaml:3:11: bodies.bar.elements: `1.5` is not an integer\n  expected an integer > 0",
                   "m.yaml:4:11: bodies.bar.damping.stifness: unknown key\n"
                   "  did you mean `stiffness`?  `damping` accepts: mass, stiffness",
                   "m.yaml:4:30: bodies.bar.damping.mass: `abc` is not a number\n  expected a number [1/s]",
                   "m.yaml:1:1: bodies.bar: missing key `length`\n  expected a number > 0 [m]"}));
}

TEST(ReadSection, KeepsWhatIsSoundBesideAFault) {
  const auto outcome = read("length: 1\nelements: 0\n");
  EXPECT_FALSE(outcome.section.ok);
  ASSERT_EQ(outcome.section.values.size(), 1U);
  EXPECT_EQ(outcome.section.values[0].first, "length");
}

TEST(ReadSection, MissesKeysOfAnInnerMapWhereTheyBelong) {
  std::vector<ParameterInfo> infos(1);
  infos[0].name = "damping.stiffness";
  infos[0].required = true;
  EXPECT_EQ(read(parse_yaml("type: bar\n", "m.yaml"), infos).faults,
            Lines{"m.yaml:1:1: bodies.bar: missing key `damping.stiffness`\n  expected a number"});
  EXPECT_EQ(read(parse_yaml("type: bar\ndamping: {}\n", "m.yaml"), infos).faults,
            Lines{"m.yaml:2:10: bodies.bar.damping: missing key `stiffness`\n  expected a number"});
}

TEST(ReadSection, ShowsHowToWriteADottedName) {
  EXPECT_EQ(
      read("length: 1\ndamping.mass: 2\n").faults,
      Lines{"m.yaml:2:1: bodies.bar.damping.mass: unknown key\n  write `damping:` with `mass:` indented below it"});
}

TEST(ReadSection, IsAMap) {
  const std::string keys = "\n  expected a map with the keys type, length, elements, damping";
  EXPECT_EQ(read("[length, 1]\n").faults,
            Lines{"m.yaml:1:1: bodies.bar: a list is not a map of keys and values" + keys});
  EXPECT_EQ(read("~\n").faults, Lines{"m.yaml:1:1: bodies.bar: has no value" + keys});
  EXPECT_EQ(read("length:5\n").faults, Lines{"m.yaml:1:1: bodies.bar: `length:5` is not a map of keys and values\n"
                                             "  a `:` between key and value needs a space after it"});
  EXPECT_EQ(read("length: 1\ndamping: 3\n").faults,
            Lines{"m.yaml:2:10: bodies.bar.damping: `3` is not a map of keys and values\n"
                  "  expected a map with the keys mass, stiffness"});
}

TEST(ReadSection, BlamesAnOverrideForWhatItSet) {
  auto root = parse_yaml("length: 1\n", "m.yaml");
  apply_override(root, "elements=many");
  apply_override(root, "lenght=2");
  EXPECT_EQ(read(root, bar_table().infos()).faults,
            (Lines{"--set elements=many: bodies.bar.elements: `many` is not an integer\n  expected an integer > 0",
                   "--set lenght=2: bodies.bar.lenght: unknown key\n"
                   "  did you mean `length`?  A body of type bar accepts: type, length, elements, damping"}));
}

TEST(ReadSection, OfTheWholeFileHasNoPath) {
  std::vector<Fault> faults;
  const auto root = parse_yaml("a: 1\n", "m.yaml");
  read_section(root, "", "A model", std::vector<ParameterInfo>{}, std::vector<std::string>{"bodies"}, faults);
  EXPECT_EQ(texts_of(faults), Lines{"m.yaml:1:1: a: unknown key\n  A model accepts: bodies"});
}

TEST(PlaceOf, IsThatOfTheValueOrOfWhatIsNearest) {
  const auto root = parse_yaml("a:\n  b: 1\n  c: [5, {d: 6}]\n", "m.yaml");
  const auto position = [&](const char* key) {
    const auto place = place_of(root, key);
    return std::to_string(place.line) + ":" + std::to_string(place.column);
  };
  EXPECT_EQ(position("a.b"), "2:6");
  EXPECT_EQ(position("a.c.1.d"), "3:14");
  EXPECT_EQ(position("a.c.7"), "3:6");
  EXPECT_EQ(position("a.x.y"), "2:3");  // the map in `a`
  EXPECT_EQ(position("a.b.z"), "2:6");
  EXPECT_EQ(position("nowhere"), "1:1");
}

}  // namespace section_reader_test
}  // namespace percuss
