// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace percuss {

/// A dotted name word by word, and what is said about words that fit nothing. All but `split_name` and `last_word`
/// throw InputError (message and remedy, no place).
using Words = std::vector<std::string>;

Words split_name(const std::string& text);

[[noreturn]] void refuse_name(const std::string& name, const std::string& message, const std::string& remedy);
[[noreturn]] void refuse_word(const std::string& name, const std::string& word, const Words& known,
                              const std::string& of_what);
/// Words from `from` on are too many.
[[noreturn]] void refuse_rest(const std::string& name, const Words& words, std::size_t from);

/// The word at `at`, which must be one of `known` and the last; throws InputError when it is not.
const std::string& last_word(const std::string& name, const Words& words, std::size_t at, const Words& known,
                             const std::string& of_what);

}  // namespace percuss
