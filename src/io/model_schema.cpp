// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/json_schema.hpp"
#include "io/model_document.hpp"
#include "io/model_file.hpp"
#include "model/model_registry.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

namespace {

using Json = nlohmann::ordered_json;

/// A map whose key `key` names one of the registered types, each with its own keys.
template <class Type>
Json one_of_types(const char* key, const std::vector<Type>& types) {
  Json choices = Json::array();
  for (const auto& type : types) {
    Json schema = schema_of(type.parameters);
    schema["title"] = type.name;
    schema["description"] = type.summary;
    schema["properties"][key] = {{"const", type.name}};
    schema["required"].push_back(key);
    choices.push_back(std::move(schema));
  }
  return {{"oneOf", std::move(choices)}};
}

template <class Type>
Json map_of_types(const char* description, const std::vector<Type>& types) {
  return {{"type", "object"}, {"description", description}, {"additionalProperties", one_of_types("type", types)}};
}

/// The keys of an option struct, `name` first among them, or its value alone.
template <class Options>
Json chosen_by_name(const char* description, const ParameterTable<Options>& table) {
  const auto infos = table.infos();
  return {{"oneOf", {schema_of(infos), Json{{"enum", infos.front().choices}}, expression_schema()}},
          {"description", description}};
}

Json simulation_schema() {
  Json schema = schema_of(SimulationSettings::parameters().infos());
  Json names = Json::array();
  for (const auto& type : scheme_types())
    if (std::none_of(type.parameters.begin(), type.parameters.end(), [](const auto& info) { return info.required; }))
      names.push_back(type.name);
  Json scheme = one_of_types("name", scheme_types());
  scheme["oneOf"].push_back({{"enum", names}, {"description", "short for {name: ...}"}});
  scheme["oneOf"].push_back(expression_schema());
  scheme["description"] = "time-stepping scheme";
  schema["properties"]["scheme"] = std::move(scheme);
  auto& settings = schema["properties"];
  settings["linear_solver"] = chosen_by_name("solver of the bodies' matrices", LinearSolverOptions::parameters());
  settings["contact_solver"] = chosen_by_name("solver of the contact problems", ContactSolverOptions::parameters());
  settings["control"] = chosen_by_name("steps as they are, or in parts", StepControlOptions::parameters());
  schema["properties"]["certificates"] = schema_of(CertificateLimits::parameters().infos());
  schema["properties"]["certificates"]["description"] = "limits that the run must meet";
  schema["required"].push_back("scheme");
  return schema;
}

Json outputs_schema() {
  Json schema = schema_of(OutputSettings::parameters().infos());
  Json over_words = Json::array();
  for (const auto& [word, over] : words_of_over()) over_words.push_back(word);
  const Json column = {
      {"oneOf",
       {{{"type", "string"}},
        {{"type", "object"},
         {"properties",
          {{"name", {{"type", "string"}}}, {"quantity", {{"type", "string"}}}, {"over", {{"enum", over_words}}}}},
         {"required", {"name", "quantity"}},
         {"additionalProperties", false}}}}};
  Json geometry = schema_of(GeometrySettings::parameters().infos());
  geometry["description"] = "pictures of the run, for ParaView";
  geometry["properties"]["fields"] = {
      {"type", "array"},
      {"description", "what is told of every point: displacement, velocity, deflection, axial_force, bending_moment"},
      {"items", {{"type", "string"}}}};
  schema["properties"]["geometry"] = geometry;
  schema["properties"]["history"] = {{"type", "array"}, {"description", "columns of history.csv"}, {"items", column}};
  return schema;
}

/// What parameters and the variables of `for` are: numbers, texts, and lists of such.
Json parameters_schema(const char* description) {
  return {{"type", "object"},
          {"description", description},
          {"additionalProperties", {{"type", {"number", "string", "boolean", "array"}}}}};
}

Json loops_schema() {
  const Json number = or_expression({{"type", "number"}});
  const Json range = {{"type", "object"},
                      {"properties", {{"from", number}, {"to", number}, {"step", number}}},
                      {"required", {"from", "to"}},
                      {"additionalProperties", false}};
  return {
      {"type", "object"},
      {"description", "variables, the last of which changes fastest: a count, a list of values, or {from, to, step}"},
      {"minProperties", 1},
      {"additionalProperties",
       {{"anyOf", {Json{{"type", "integer"}, {"minimum", 0}}, Json{{"type", "array"}}, range, expression_schema()}}}}};
}

Json repeat_schema() {
  Json block = {{"type", "object"},
                {"properties",
                 {{"for", loops_schema()},
                  {"where", {{"type", {"string", "number"}}, {"description", "rounds where this is 0 are left out"}}},
                  {"parameters", parameters_schema("values of every round")}}},
                {"required", {"for"}},
                {"additionalProperties", false}};
  for (const auto& section : named_sections())
    block["properties"][section] = {
        {"type", "object"},
        {"minProperties", 1},
        {"additionalProperties", {{"$ref", "#/properties/" + section + "/additionalProperties"}}}};
  return {{"type", "array"}, {"description", "entries in many copies"}, {"items", std::move(block)}};
}

/// The sections that must be there, unless another file or repetitions may give them.
void require_sections(Json& schema) {
  const auto required = [](const Json& keys) { return Json{{"required", keys}}; };
  schema["required"] = {"percuss"};
  schema["anyOf"] = {required(Json::array({"include"})), required(Json::array({"simulation", "bodies"})),
                     required(Json::array({"simulation", "repeat"}))};
  schema["if"] = {{"not", required(Json::array({"include"}))}};
  schema["then"] = {{"properties", {{"simulation", required(schema["properties"]["simulation"]["required"])}}}};
  schema["properties"]["simulation"].erase("required");
}

}  // namespace

std::string model_schema() {
  Json schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "Percuss model, version 1";
  schema["type"] = "object";
  schema["$defs"]["expression"] = {{"type", "string"}, {"pattern", "\\$\\{"}, {"description", "${EXPRESSION}"}};
  schema["properties"] = {{"percuss", {{"const", 1}, {"description", "version of the model format"}}},
                          {"title", {{"type", {"string", "number", "boolean"}}, {"description", "free text"}}},
                          {"include",
                           {{"type", {"string", "array"}},
                            {"items", {{"type", "string"}}},
                            {"description", "other model files that this one builds on"}}},
                          {"parameters", parameters_schema("values by name, for expressions")},
                          {"simulation", simulation_schema()},
                          {"bodies", map_of_types("bodies by name", body_types())},
                          {"contacts", map_of_types("contacts by name", contact_types())},
                          {"joints", map_of_types("joints by name", joint_types())},
                          {"loads", map_of_types("loads by name", load_types())},
                          {"repeat", repeat_schema()},
                          {"outputs", outputs_schema()}};
  schema["properties"]["bodies"]["minProperties"] = 1;
  for (const char* named : {"bodies", "contacts", "joints"}) {  // their names are the first words of quantities
    Json taken = {"energy", "solver", "t"};
    if (std::string(named) == "bodies") taken.push_back("ground");  // what a joint or spring may be fixed to
    schema["properties"][named]["propertyNames"] = {{"pattern", "^[A-Za-z0-9_-]+$"}, {"not", {{"enum", taken}}}};
  }
  require_sections(schema);
  schema["additionalProperties"] = false;
  return schema.dump(2) + "\n";
}

}  // namespace percuss
