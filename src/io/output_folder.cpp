// SPDX-License-Identifier: Apache-2.0
#include "io/output_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/fault.hpp"

namespace percuss {

void refuse_output(const std::string& path, const std::string& why) {
  throw input_error("--out", fmt::format("cannot write into `{}`: {}", path, why),
                    "name a folder that can be created or written");
}

void make_output_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) refuse_output(folder, error.message());
}

}  // namespace percuss
