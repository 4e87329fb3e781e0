// SPDX-License-Identifier: Apache-2.0
#include "io/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

namespace {

constexpr std::size_t largest_file = std::size_t{256} << 20;

[[noreturn]] void refuse(Place place, std::string message, std::string remedy) {
  throw input_error("", std::move(message), std::move(remedy), std::move(place));
}

/// Bytes of the UTF-8 sequence that starts `text`, 0 when it is none (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const auto lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool second = follows(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
    return second && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool second = follows(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// What is wrong with the byte that starts `rest`, "" when nothing.
std::string fault_of_byte(std::string_view rest) {
  const auto byte = static_cast<unsigned char>(rest[0]);
  if (byte == '\r') return rest.size() > 1 && rest[1] == '\n' ? "" : "carriage return without a line feed";
  if (byte == '\n' || byte == '\t') return "";
  if (byte < 0x20 || byte == 0x7F) return fmt::format("control character 0x{:02x}: this is not a text file", byte);
  if (utf8_length(rest) == 0) return fmt::format("byte 0x{:02x} is not UTF-8", byte);
  return "";
}

}  // namespace

std::string read_text_file(const std::string& path) {
  const Place place{path, 0, 0};
  std::error_code none;
  if (std::filesystem::is_directory(path, none))
    refuse(place, "is a directory, not a file", "name the model file inside it");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(place, fmt::format("cannot be read: {}", std::strerror(errno)), "check the path and its permissions");
  std::string text;
  std::vector<char> chunk(std::size_t{1} << 16);
  while (in) {
    in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest_file) refuse(place, "is larger than 256 MiB", "a model file holds parameters, not data");
  }
  if (in.bad()) refuse(place, "reading it failed half-way", "check the disk or the network");
  check_text(text, path);
  return text;
}

void write_text_file(const std::string& path, std::string_view text) {
  const bool is_device = std::filesystem::exists(path) && !std::filesystem::is_regular_file(path);  // or a pipe
  const auto part = is_device ? path : path + ".part";
  errno = 0;
  std::ofstream file(part, std::ios::binary);
  const bool is_ours = file.is_open();
  file << text;
  file.close();
  std::error_code error(file ? 0 : errno, std::generic_category()), ignored;
  if (file && !is_device) std::filesystem::rename(part, path, error);
  if (file && !error) return;
  if (is_ours && !is_device) std::filesystem::remove(part, ignored);
  throw std::runtime_error(fmt::format("{}: cannot write: {}", path, error.message()));
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const auto first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

void check_text(const std::string& text, const std::string& name) {
  const std::string_view view(text);
  Place place{name, 1, 1};
  for (std::size_t i = 0; i < text.size(); ++place.column) {
    if (const auto message = fault_of_byte(view.substr(i)); !message.empty())
      refuse(place, message, "save the file as UTF-8 text with ordinary line ends");
    if (text[i] == '\n') {
      ++place.line;
      place.column = 0;
    }
    i += utf8_length(view.substr(i));
  }
}

}  // namespace percuss
