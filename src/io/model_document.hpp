// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/value_tree.hpp"

namespace percuss {

/// The sections that hold entries by name, which files and repetitions add to: bodies, contacts, joints, loads.
const std::vector<std::string>& named_sections();

/// `PATH: NAME` is short for `PATH: {name: NAME}`: simulation.scheme, .linear_solver, .contact_solver, .control.
bool is_chosen_by_name(std::string_view path);

/// A model file and all that it includes, as one.
struct ModelDocument {
  ValueNode tree;
  std::string text;  ///< as it stands on disk; included files follow, each as a further YAML document, `--- # PATH`
};

/// Reads a model file. `include: FILE`, or a list of them, puts other files in front, relative to the folder of the
/// file that names them: their bodies, contacts, joints, loads and repetitions come first; values of `parameters`,
/// `simulation` and `outputs` count unless a later file, the including one last, gives them anew; their `title` does
/// not count. Throws InputError: files that cannot be read (see `read_yaml_file`) or include themselves, a body,
/// contact, joint or load that two files give.
ModelDocument read_document(const std::string& path);

}  // namespace percuss
