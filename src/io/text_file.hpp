// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace percuss {

/// The whole of a text file, as it stands on disk. A pipe or device works as well as a regular file; more than 256 MiB
/// is refused, so that a mistyped /dev/zero ends in a message.
/// Throws InputError: no such file, a directory, not readable, too large, or not text (see `check_text`).
std::string read_text_file(const std::string& path);

/// Writes it, first under the name `path`.part, so that no half of it is ever there; what stood there goes.
/// A device or pipe is written to. Throws
/// std::runtime_error with the path and the reason.
void write_text_file(const std::string& path, std::string_view text);

/// The text without what stands at its ends and is among `blanks`.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// Throws InputError, with place, at the first byte that keeps `text` from being UTF-8 text: a broken UTF-8 sequence,
/// NUL or another control character, or a carriage return that ends a line alone. `name` stands in the fault as file.
/// The YAML parser must not see such bytes: it takes 0x04 for the end of the file and would drop the rest silently.
void check_text(const std::string& text, const std::string& name);

}  // namespace percuss
