// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "core/version.hpp"

int main() {
  const std::vector<std::string> schemes{"moreau", "newmark", "bathe"};
  const std::string found = percuss::nearest_name("moreua", schemes);
  std::cout << "percuss " << percuss::build::version << ": " << found << '\n';
  return found == "moreau" ? 0 : 1;
}
