// SPDX-License-Identifier: Apache-2.0
#include "simulation/switch_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace percuss {

namespace {

const char* word_of_normal(ContactMode mode) { return mode == ContactMode::apart ? "open" : "closed"; }
const char* word_of_friction(ContactMode mode) { return mode == ContactMode::holds ? "stick" : "slip"; }

}  // namespace

SwitchFile::SwitchFile(std::string path, const ContactModel& contacts) : path_(std::move(path)), contacts_(contacts) {
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_ || std::fputs("t,bracket,contact,law,from,to\n", file_.get()) < 0) refuse();
}

void SwitchFile::write(const Switch& point) {
  const auto [from, to] = std::pair{point.from, point.to};
  if ((from == ContactMode::apart) != (to == ContactMode::apart))
    write_line(point, "normal", word_of_normal(from), word_of_normal(to));
  if (contacts_.has_friction(point.contact) && (from == ContactMode::holds) != (to == ContactMode::holds))
    write_line(point, "friction", word_of_friction(from), word_of_friction(to));
}

void SwitchFile::write_line(const Switch& point, const char* law, const char* from, const char* to) {
  const auto line =
      fmt::format("{},{},{},{},{},{}\n", point.t, point.bracket, contacts_.name(point.contact), law, from, to);
  if (std::fputs(line.c_str(), file_.get()) < 0) refuse();
}

void SwitchFile::flush() {
  if (std::fflush(file_.get()) != 0) refuse();
}

void SwitchFile::close() {
  if (std::fclose(file_.release()) != 0) refuse();
}

void SwitchFile::refuse() const {
  throw std::runtime_error(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

}  // namespace percuss
