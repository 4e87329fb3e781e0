// SPDX-License-Identifier: Apache-2.0
#include "report/sweep_page.hpp"

#include <vector>

#include "report/html_page.hpp"

namespace percuss {

std::string sweep_page(const Sweep& sweep, const std::string& model) {
  Blob::Json json, axes, columns, runs;
  for (auto* list : {&axes, &columns, &runs}) *list = Blob::Json::array();
  for (const auto& [key, values] : sweep.axes) axes.push_back({{"key", key}, {"values", values}});
  for (const auto& [column, unit] : sweep.columns) columns.push_back({{"name", column.name}, {"unit", unit}});
  Blob blob;
  for (std::size_t c = 0; c < sweep.columns.size(); ++c) {
    std::vector<double> numbers;  // of the runs that have some, in their order
    for (const auto& run : sweep.runs)
      if (!run.collected.empty()) numbers.push_back(run.collected[c]);
    columns[c]["data"] = blob.add_numbers(numbers);
  }
  for (const auto& run : sweep.runs)
    runs.push_back({{"values", run.values},
                    {"folder", run.folder},
                    {"status", run.status},
                    {"message", run.message},
                    {"collected", !run.collected.empty()}});
  json["sweep"] = {{"model", model}, {"axes", axes}, {"columns", columns}, {"runs", runs}};
  json["runs"] = Blob::Json::array();
  return html_page(std::move(json), blob);
}

}  // namespace percuss
