// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace percuss {

/// Where a value of the input stands. `file` is also the word for a command-line override ("--set a.b=1");
/// line and column count from 1, 0 means "the file as a whole".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

/// One thing wrong with the input: where, which key, what is wrong, and what would be right.
struct Fault {
  Place place;
  std::string key;  ///< dotted path, e.g. "bodies.bar.elements"; relative to the owner until the reader completes it
  std::string message;  ///< what is wrong, e.g. "1.4 is not in [0, 1]"
  std::string remedy;   ///< what would be right; may be empty
};

/// "file:line:column: key: message" and, on a second line, the remedy.
std::string to_string(const Fault& fault);

/// Bad input, found at the boundary: carries every fault found in one go. The command line turns it into exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Fault> faults);
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::vector<Fault> faults_;
};

/// An error of one fault. Without a place, whoever reads the file adds it.
InputError input_error(std::string key, std::string message, std::string remedy = "", Place place = {});

/// The candidate closest to `word` in edit distance, or "" when none is near enough to be what was meant.
std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

/// "a, b, c" for messages.
std::string join(std::span<const std::string> words, std::string_view separator = ", ");

/// "did you mean `x`?  " when something is near, else "".
std::string guess_of(std::string_view word, std::span<const std::string> candidates);

/// Remedy for an unknown name: "did you mean `x`? " when something is near, then "WHAT accepts: a, b, c".
std::string remedy_for_unknown(std::string_view word, std::span<const std::string> candidates, std::string_view what);

}  // namespace percuss
