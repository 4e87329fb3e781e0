// SPDX-License-Identifier: Apache-2.0
#include "model/name_list.hpp"

namespace percuss {

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names(1);
  for (const char c : text) {
    if (c == ',')
      names.emplace_back();
    else if (c != ' ')
      names.back() += c;
  }
  return names;
}

}  // namespace percuss
