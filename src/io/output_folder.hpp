// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace percuss {

/// Throws InputError, key `--out`: nothing can be written there.
[[noreturn]] void refuse_output(const std::string& path, const std::string& why);

/// Makes the folder that `--out` names, unless it is there. Throws InputError likewise.
void make_output_folder(const std::string& folder);

}  // namespace percuss
