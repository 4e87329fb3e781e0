// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/fault.hpp"
#include "model/model.hpp"

namespace percuss {

/// What bodies a list may name.
struct BodyKind {
  bool (*holds)(const ModelBody& body);
  const char* article;  ///< what one is called in messages: "a disc"
};

/// The names in "a, b": between commas, without blanks around.
std::vector<std::string> split_names(const std::string& text);

/// Of all bodies of a kind.
std::vector<std::string> names_of(const Model& model, const BodyKind& kind);

/// The bodies of a kind that `names`, from the list at `key`, name, and not in `seen`, which grows by them. What is
/// wrong is appended to `faults`.
std::vector<const ModelBody*> find_bodies(const Model& model, const BodyKind& kind, const char* key,
                                          const std::vector<std::string>& names, std::vector<std::string>& seen,
                                          std::vector<Fault>& faults);

}  // namespace percuss
