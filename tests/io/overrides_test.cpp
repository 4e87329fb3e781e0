// SPDX-License-Identifier: Apache-2.0
#include "io/overrides.hpp"

#include <gtest/gtest.h>

#include "tests/io/faults_of.hpp"

namespace percuss {
namespace overrides_test {

using Type = ValueNode::Type;

ValueNode model() {
  return parse_yaml("bodies:\n  bar: {elements: 50, length: 1}\noutputs:\n  history: [tip, root]\nempty:\n", "m.yaml");
}
Lines faults_of_set(const std::string& assignment) {
  auto root = model();
  return faults_of([&] { apply_override(root, assignment); });
}

TEST(Override, ReplacesAValueAndSaysWhereItCameFrom) {
  auto root = model();
  apply_override(root, "bodies.bar.elements=1000");
  const auto* bar = root.find("bodies")->find("bar");
  EXPECT_EQ(bar->keys, (std::vector<std::string>{"elements", "length"}));
  EXPECT_EQ(bar->find("elements")->text, "1000");
  for (const auto& place : {bar->find("elements")->place, bar->key_places[0]}) {
    EXPECT_EQ(place.file, "--set bodies.bar.elements=1000");
    EXPECT_EQ(place.line, 0);
  }
  EXPECT_EQ(bar->key_places[1].line, 2);
}

TEST(Override, MakesTheMapsThatAreMissing) {
  auto root = model();
  apply_override(root, "bodies.ball.shape.radius=0.1");
  apply_override(root, "empty.a=1");
  const auto* shape = root.find("bodies")->find("ball")->find("shape");
  ASSERT_NE(shape, nullptr);
  EXPECT_EQ(shape->find("radius")->text, "0.1");
  EXPECT_EQ(shape->place.file, "--set bodies.ball.shape.radius=0.1");
  EXPECT_EQ(root.find("bodies")->key_places.size(), 2U);
  EXPECT_EQ(root.find("empty")->find("a")->text, "1");
}

TEST(Override, ReadsItsValueAsYaml) {
  auto root = model();
  apply_override(root, "bodies.bar={type: bar, x: [1, \"2\"]}");
  const auto* bar = root.find("bodies")->find("bar");
  EXPECT_EQ(bar->keys, (std::vector<std::string>{"type", "x"}));
  EXPECT_TRUE(bar->find("x")->items[1].quoted);
  EXPECT_EQ(bar->find("x")->items[1].place.line, 0);
  EXPECT_EQ(bar->key_places[1].file, "--set bodies.bar={type: bar, x: [1, \"2\"]}");
  apply_override(root, "title=a=b");
  EXPECT_EQ(root.find("title")->text, "a=b");
  apply_override(root, "title=~");
  EXPECT_EQ(root.find("title")->type, Type::null);
}

TEST(Override, ReachesIntoLists) {
  auto root = model();
  apply_override(root, "outputs.history.1=middle");
  EXPECT_EQ(root.find("outputs")->find("history")->items[1].text, "middle");
  apply_override(root, "outputs.history.0={node: last}");
  apply_override(root, "outputs.history.0.node=first");
  EXPECT_EQ(root.find("outputs")->find("history")->items[0].find("node")->text, "first");
}

TEST(Override, TheLastOneWins) {
  auto root = model();
  apply_override(root, "a=1");
  apply_override(root, "a=2");
  EXPECT_EQ(root.find("a")->text, "2");
  EXPECT_EQ(root.find("a")->place.file, "--set a=2");
}

TEST(Override, ThatIsNoAssignmentIsRefused) {
  const std::string hint = "\n  write KEY=VALUE, e.g. bodies.bar.elements=1000";
  EXPECT_EQ(faults_of_set("bodies"), Lines{"--set bodies: has no `=`" + hint});
  EXPECT_EQ(faults_of_set("=5"), Lines{"--set =5: no key before `=`" + hint});
  EXPECT_EQ(faults_of_set("a..b=5"), Lines{"--set a..b=5: a..b: a name between the dots is missing" + hint});
  EXPECT_EQ(faults_of_set(".a=5").size(), 1U);
  EXPECT_EQ(faults_of_set("a.=5").size(), 1U);
  EXPECT_EQ(faults_of_set("a="), Lines{"--set a=: a: no value after `=`\n  write KEY=VALUE"});
}

TEST(Override, CannotGoIntoAValue) {
  EXPECT_EQ(faults_of_set("bodies.bar.length.x=1"),
            Lines{"--set bodies.bar.length.x=1: bodies.bar.length: is the value `1`: there is no `x` in it\n"
                  "  leave out what follows `bodies.bar.length`"});
}

TEST(Override, OutsideAListIsRefused) {
  EXPECT_EQ(faults_of_set("outputs.history.2=x"), Lines{"--set outputs.history.2=x: outputs.history: has no entry 2\n"
                                                        "  its entries, counted from 0: 0 to 1"});
  EXPECT_EQ(faults_of_set("outputs.history.-1=x"),
            Lines{"--set outputs.history.-1=x: outputs.history: is a list, and `-1` is not an index\n"
                  "  its entries, counted from 0: 0 to 1"});
  EXPECT_EQ(faults_of_set("outputs.history.99999999999999999999999=x").size(), 1U);
  EXPECT_EQ(faults_of_set("outputs.history.tip=x").size(), 1U);
}

TEST(Override, WhoseValueIsNotYamlIsRefused) {
  EXPECT_EQ(faults_of_set("title=[1, 2"), Lines{"--set title=[1, 2: title: a key must be a word, not a list or a map\n"
                                                "  close the `[` or `{` that stands here, or put the key in quotes"});
  EXPECT_EQ(faults_of_set("title=a: b: c"),
            Lines{"--set title=a: b: c: title: not YAML: illegal map value\n"
                  "  indent the keys of one map alike; a text that holds `: ` needs quotes"});
  EXPECT_EQ(faults_of_set("m={a: 1, a: 2}").at(0).substr(0, 45), "--set m={a: 1, a: 2}: m.a: key given twice, f");
}

TEST(Override, ThatIsRefusedLeavesTheModelAlone) {
  auto root = model();
  EXPECT_THROW(apply_override(root, "new.a.b=["), InputError);
  EXPECT_THROW(apply_override(root, "bodies.bar.length.x=1"), InputError);
  EXPECT_EQ(root.find("new"), nullptr);
  EXPECT_EQ(root.find("bodies")->key_places[0].file, "m.yaml");
}

TEST(Overrides, AShortFormIsWrittenOutForItsKeys) {
  const auto after = [](const char* text, const char* assignment) {
    auto root = parse_yaml(text, "m.yaml");
    apply_override(root, assignment);
    return root;
  };
  const char* short_form = "simulation: {scheme: moreau_jean, contact_solver: auto}\noutputs: {history: [wall.gap]}\n";
  auto root = after(short_form, "simulation.scheme.name=theta");
  const auto* scheme = root.find("simulation")->find("scheme");
  EXPECT_EQ(scheme->find("name")->text, "theta");
  EXPECT_EQ(scheme->keys.size(), 1u);
  root = after(short_form, "simulation.scheme.theta=0.5");
  scheme = root.find("simulation")->find("scheme");
  EXPECT_EQ(scheme->find("name")->text, "moreau_jean");
  EXPECT_EQ(scheme->find("theta")->text, "0.5");
  root = after(short_form, "simulation.contact_solver.max_iterations=5");
  EXPECT_EQ(root.find("simulation")->find("contact_solver")->find("name")->text, "auto");
  root = after(short_form, "outputs.history.0.name=opening");
  const auto& column = root.find("outputs")->find("history")->items[0];
  EXPECT_EQ(column.find("name")->text, "opening");
  EXPECT_EQ(column.find("quantity")->text, "wall.gap");
  root = after("simulation: {scheme: {name: theta, theta: 0.5}}", "simulation.scheme=moreau_jean");
  EXPECT_EQ(root.find("simulation")->find("scheme")->text, "moreau_jean");
}

}  // namespace overrides_test
}  // namespace percuss
