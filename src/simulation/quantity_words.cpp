// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/fault.hpp"

namespace percuss {

Words split_name(const std::string& text) {
  Words words(1);
  for (const char c : text) {
    if (c == '.')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

void refuse_name(const std::string& name, const std::string& message, const std::string& remedy) {
  throw input_error("", fmt::format("`{}`: {}", name, message), remedy);
}

void refuse_word(const std::string& name, const std::string& word, const Words& known, const std::string& of_what) {
  refuse_name(name, word.empty() ? "the quantity is missing" : fmt::format("there is no quantity `{}`", word),
              remedy_for_unknown(word, known, of_what));
}

void refuse_rest(const std::string& name, const Words& words, std::size_t from) {
  refuse_name(name, fmt::format("`{}` is not expected here", words[from]),
              fmt::format("end the name after `{}`", join(std::span(words).first(from), ".")));
}

const std::string& last_word(const std::string& name, const Words& words, std::size_t at, const Words& known,
                             const std::string& of_what) {
  static const std::string missing;
  const auto& word = words.size() > at ? words[at] : missing;
  if (std::find(known.begin(), known.end(), word) == known.end()) refuse_word(name, word, known, of_what);
  if (words.size() > at + 1) refuse_rest(name, words, at + 1);
  return word;
}

}  // namespace percuss
