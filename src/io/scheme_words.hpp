// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/fault.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

/// A scheme as the command line names it: `NAME`, or `NAME:KEY=VALUE:KEY=VALUE` with some of its options.
struct SchemeWords {
  std::string words;
  const SchemeType* type = nullptr;
  Values options;  ///< those that are given, checked
  bool gives(const std::string& key) const;
  bool accepts(const std::string& key) const;
};

/// Reads the words behind the option `option`. What is wrong with them is appended to `faults`, whose places are
/// "OPTION WORDS"; `type` is then null, or options are missing.
SchemeWords read_scheme_words(const std::string& words, const std::string& option, std::vector<Fault>& faults);

}  // namespace percuss
