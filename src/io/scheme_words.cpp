// SPDX-License-Identifier: Apache-2.0
#include "io/scheme_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "io/overrides.hpp"
#include "io/section_reader.hpp"
#include "io/type_reader.hpp"

namespace percuss {

bool SchemeWords::gives(const std::string& key) const {
  return std::any_of(options.begin(), options.end(), [&](const auto& option) { return option.first == key; });
}

bool SchemeWords::accepts(const std::string& key) const {
  return type != nullptr && std::any_of(type->parameters.begin(), type->parameters.end(),
                                        [&](const ParameterInfo& info) { return info.name == key; });
}

SchemeWords read_scheme_words(const std::string& words, const std::string& option, std::vector<Fault>& faults) {
  static const std::vector<std::string> name_key{"name"};
  SchemeWords scheme{words, nullptr, {}};
  const Place place{option + " " + words, 0, 0};
  const auto first_fault = faults.size();
  ValueNode map;
  map.type = ValueNode::Type::map;
  std::istringstream parts(words + ':');  // so that nothing behind a last colon is a part, too
  std::string part;
  std::getline(parts, part, ':');
  try {
    apply_override(map, "name=" + part);
    while (std::getline(parts, part, ':')) {
      const auto key = part.substr(0, part.find('='));
      if (map.find(key) != nullptr)
        throw input_error("", fmt::format("`{}` is given twice", key), "give each option of a scheme once");
      if (key == part)
        throw input_error("", fmt::format("`{}` is not KEY=VALUE", part),
                          "write a scheme as NAME or NAME:KEY=VALUE, e.g. moreau_jean:theta=0.5");
      apply_override(map, part);
    }
    scheme.type = pick_type(map, "", "name", "a scheme", scheme_types(), faults);
    if (scheme.type != nullptr)
      scheme.options =
          read_section(map, "", fmt::format("Scheme {}", scheme.type->name), scheme.type->parameters, name_key, faults)
              .values;
  } catch (const InputError& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
  for (auto i = first_fault; i < faults.size(); ++i) {
    faults[i].place = place;
    if (faults[i].key == ".name") faults[i].key.clear();
  }
  return scheme;
}

}  // namespace percuss
