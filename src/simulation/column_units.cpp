// SPDX-License-Identifier: Apache-2.0
#include "simulation/column_units.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simulation/unit.hpp"

namespace percuss {

namespace fs = std::filesystem;

std::map<std::string, std::string> column_units(const std::string& csv_path) {
  const fs::path csv(csv_path);
  const bool part = csv.filename() == "history.csv.part";
  if (!part && csv.filename() != "history.csv") return {};
  std::ifstream in(csv.parent_path() / (part ? "summary.json.part" : "summary.json"));
  const auto summary = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  std::map<std::string, std::string> units;
  if (!summary.is_object() || !summary.contains("columns")) return units;
  for (const auto& column : summary["columns"])
    if (column.is_object() && column.value("name", nlohmann::json()).is_string() &&
        column.value("unit", nlohmann::json()).is_string())
      units[column["name"]] = column["unit"];
  return units;
}

std::string unit_of_column(const std::map<std::string, std::string>& units, const std::string& heading) {
  const auto found = units.find(heading);
  return found == units.end() ? unit_of(heading) : found->second;
}

}  // namespace percuss
