// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "core/contact_model.hpp"
#include "io/hdf5_file.hpp"
#include "simulation/step_control.hpp"

namespace percuss {

/// A run with these settings is told where contacts switch.
bool tells_switches(const SimulationSettings& settings);

/// A switching point as numbers: t, bracket, contact, from, to; each has a series in result.h5.
using SwitchNumbers = std::array<double, 5>;
inline constexpr std::array<const char*, 5> switch_datasets{"events/t", "events/bracket", "events/contact",
                                                            "events/from", "events/to"};
SwitchNumbers numbers_of(const Switch& point);
Switch switch_of(const SwitchNumbers& numbers);
/// Begins the series and says what they are.
void declare_switches(Hdf5File& h5);

/// Writes where contacts switched, one line for each set-valued law that did  [SAE, Table VII]:
///
///   t,bracket,contact,law,from,to        it happened between t - bracket and t [s]
///
/// law `normal`: open or closed, `friction` (of contacts that have it): slip or stick; an open contact slips, and
/// from slip to slip the slip has turned round.
class SwitchFile {
 public:
  /// Creates the file. Keeps a reference to `contacts`. All throw std::runtime_error when the disk does not take it.
  SwitchFile(std::string path, const ContactModel& contacts);
  void write(const Switch& point);
  void flush();
  void close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write_line(const Switch& point, const char* law, const char* from, const char* to);
  [[noreturn]] void refuse() const;

  std::string path_;
  const ContactModel& contacts_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace percuss
