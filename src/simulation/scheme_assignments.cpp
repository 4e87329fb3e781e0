// SPDX-License-Identifier: Apache-2.0
#include "simulation/scheme_assignments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace percuss {

namespace {

std::vector<std::string> split(const std::string& word) {
  std::vector<std::string> parts(1);
  for (const char c : word)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

}  // namespace

Assignments scheme_assignments(const std::string& scheme, const std::string& words) {
  Assignments all;
  const auto parts = split(scheme);
  all.emplace_back("simulation.scheme={}", words);
  all.emplace_back("simulation.scheme.name=" + parts.front(), words);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].find('=') == std::string::npos)
      throw input_error("", fmt::format("`{}` is not KEY=VALUE", parts[i]),
                        "write a scheme as NAME or NAME:KEY=VALUE, e.g. moreau_jean:theta=0", {words, 0, 0});
    const auto key = parts[i].substr(0, parts[i].find('='));
    const bool of_control = key == "control" || key.starts_with("control.");
    const std::string section = of_control ? "simulation." : "simulation.scheme.";
    const bool twice =
        std::any_of(all.begin(), all.end(), [&](const auto& a) { return a.first.starts_with(section + key + "="); });
    if (twice)  // `name` among them, which stands before the first colon
      throw input_error("", fmt::format("`{}` is given twice", key), "give each option of a scheme once",
                        {words, 0, 0});
    // A control that is named takes the place of the model's, keys and all.
    const bool names_control = key == "control";
    all.emplace_back(names_control ? fmt::format("simulation.control={{name: {}}}", parts[i].substr(key.size() + 1))
                                   : section + parts[i],
                     words);
  }
  return all;
}

std::vector<Fault> with_places(std::vector<Fault> faults, const Assignments& assignments) {
  for (auto& fault : faults)
    for (const auto& [assignment, words] : assignments)
      if (fault.place.file == "--set " + assignment) fault.place.file = words;
  return faults;
}

}  // namespace percuss
