// SPDX-License-Identifier: Apache-2.0
#include "simulation/switch_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "scheme/scheme_registry.hpp"

namespace percuss {

namespace {

const char* word_of_normal(ContactMode mode) { return mode == ContactMode::apart ? "open" : "closed"; }
const char* word_of_friction(ContactMode mode) { return mode == ContactMode::holds ? "stick" : "slip"; }

}  // namespace

bool tells_switches(const SimulationSettings& settings) {
  const auto* scheme = find_scheme(settings.scheme);
  return settings.control.name == StepControlOptions::Name::switching_point ||
         (scheme != nullptr && scheme->capabilities.adaptive);
}

SwitchNumbers numbers_of(const Switch& point) {
  return {point.t, point.bracket, static_cast<double>(point.contact), static_cast<double>(point.from),
          static_cast<double>(point.to)};
}

Switch switch_of(const SwitchNumbers& numbers) {
  const auto mode = [](double number) { return static_cast<ContactMode>(static_cast<int>(number)); };
  return {numbers[0], numbers[1], static_cast<Index>(numbers[2]), mode(numbers[3]), mode(numbers[4])};
}

void declare_switches(Hdf5File& h5) {
  for (const auto* dataset : switch_datasets) h5.declare_rows(dataset, 1);
  for (const auto* dataset : {switch_datasets[0], switch_datasets[1]}) h5.write_attribute(dataset, "units", "s");
  h5.write_attribute("events/contact", "meaning", "number of the contact, from 0; events.csv has its name");
  for (const auto* dataset : {switch_datasets[3], switch_datasets[4]})
    h5.write_attribute(dataset, "meaning", "0: open, 1: closed and slipping, 2: closed and sticking");
}

SwitchFile::SwitchFile(std::string path, const ContactModel& contacts) : path_(std::move(path)), contacts_(contacts) {
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_ || std::fputs("t,bracket,contact,law,from,to\n", file_.get()) < 0) refuse();
}

void SwitchFile::write(const Switch& point) {
  const auto [from, to] = std::pair{point.from, point.to};
  if ((from == ContactMode::apart) != (to == ContactMode::apart))
    write_line(point, "normal", word_of_normal(from), word_of_normal(to));
  const bool turns_round = from == to;
  if (contacts_.has_friction(point.contact) &&
      (turns_round || (from == ContactMode::holds) != (to == ContactMode::holds)))
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
