// SPDX-License-Identifier: Apache-2.0
#include "io/json_schema.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace percuss {
namespace json_schema_test {

using Json = nlohmann::ordered_json;

ParameterInfo info_of(std::string name, Kind kind, Range range = any_number) {
  ParameterInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.doc = "Doc";
  info.range = range;
  return info;
}
const Json expression = {{"$ref", "#/$defs/expression"}};

Json schema_of_one(const ParameterInfo& info) {
  return schema_of(std::vector<ParameterInfo>{info}).at("properties").at(info.name);
}
/// Without the expression that it may be instead.
Json plain_schema_of_one(const ParameterInfo& info) {
  const auto choices = schema_of_one(info).at("anyOf");
  EXPECT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[1], expression);
  return choices[0];
}

TEST(JsonSchema, OfNoKeysAllowsNoKey) {
  EXPECT_EQ(schema_of({}).dump(), R"({"type":"object","properties":{},"required":[],"additionalProperties":false})");
}

TEST(JsonSchema, SaysTypeRangeUnitAndDefault) {
  auto info = info_of("length", Kind::number, positive);
  info.unit = "m";
  info.standard = Value(1.5);
  EXPECT_EQ(schema_of_one(info).dump(),
            R"({"anyOf":[{"type":"number","exclusiveMinimum":0.0},{"$ref":"#/$defs/expression"}],)"
            R"("description":"Doc [m]","default":1.5})");
  EXPECT_EQ(plain_schema_of_one(info_of("mu", Kind::number, unit_interval)).dump(),
            R"({"type":"number","minimum":0.0,"maximum":1.0})");
}

TEST(JsonSchema, HasAFormForEveryKind) {
  EXPECT_EQ(plain_schema_of_one(info_of("k", Kind::integer)).at("type"), "integer");
  EXPECT_EQ(plain_schema_of_one(info_of("k", Kind::boolean)).at("type"), "boolean");
  EXPECT_EQ(schema_of_one(info_of("k", Kind::text)).at("type").dump(), R"(["string","number","boolean"])");
  auto choice = info_of("k", Kind::choice);
  choice.choices = {"consistent", "lumped"};
  choice.standard = Value(std::string("lumped"));
  EXPECT_EQ(schema_of_one(choice).dump(),
            R"({"anyOf":[{"enum":["consistent","lumped"]},{"$ref":"#/$defs/expression"}],)"
            R"("description":"Doc","default":"lumped"})");
  EXPECT_EQ(plain_schema_of_one(info_of("k", Kind::node)).at("anyOf").dump(),
            R"([{"type":"integer","minimum":0},{"type":"string","pattern":"^(first|last|[0-9]+)$"}])");
  EXPECT_EQ(plain_schema_of_one(info_of("k", Kind::numbers, non_negative)).at("anyOf").dump(),
            R"([{"type":"number","minimum":0.0},{"type":"array","items":)"
            R"({"anyOf":[{"type":"number","minimum":0.0},{"$ref":"#/$defs/expression"}]}}])");
  const auto pair = plain_schema_of_one(info_of("k", Kind::table)).at("items").at("anyOf").at(0);
  EXPECT_EQ(pair.at("prefixItems").size(), 2U);
  EXPECT_EQ(pair.at("prefixItems")[0].at("anyOf")[1], expression);
  EXPECT_EQ(pair.at("items"), false);
  EXPECT_EQ(pair.at("minItems"), 2);
}

TEST(JsonSchema, WritesDefaultsOfEveryType) {
  const auto standard = [](Kind kind, Value value) {
    auto info = info_of("k", kind);
    info.standard = std::move(value);
    return schema_of_one(info).value("default", Json("none")).dump();
  };
  EXPECT_EQ(standard(Kind::integer, std::int64_t{5}), "5");
  EXPECT_EQ(standard(Kind::boolean, true), "true");
  EXPECT_EQ(standard(Kind::numbers, std::vector<double>{1, 2}), "[1.0,2.0]");
  EXPECT_EQ(standard(Kind::table, Table{{0, 1}, {2, 3}}), "[[0.0,1.0],[2.0,3.0]]");
  EXPECT_EQ(standard(Kind::number, std::numeric_limits<double>::infinity()), "\"none\"");  // JSON has no infinity
}

TEST(JsonSchema, NestsDottedNames) {
  auto stiffness = info_of("damping.stiffness", Kind::number);
  stiffness.required = true;
  const auto schema = schema_of(std::vector<ParameterInfo>{info_of("damping.mass", Kind::number), stiffness});
  const auto& damping = schema.at("properties").at("damping");
  EXPECT_EQ(damping.at("type"), "object");
  EXPECT_EQ(damping.at("additionalProperties"), false);
  EXPECT_TRUE(damping.at("properties").contains("mass"));
  EXPECT_EQ(damping.at("required").dump(), R"(["stiffness"])");
  EXPECT_EQ(schema.at("required").dump(), R"(["damping"])");
}

}  // namespace json_schema_test
}  // namespace percuss
