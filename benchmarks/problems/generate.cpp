// SPDX-License-Identifier: Apache-2.0
// Writes contact problems of any size, with W and q from bodies that could be real, as files of the Friction Contact
// Library.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <exception>
#include <functional>
#include <map>

#include "core/fault.hpp"
#include "io/fclib_file.hpp"
#include "problems/pile.hpp"

namespace {

using namespace percuss;            // NOLINT(google-build-using-namespace)
using namespace percuss::problems;  // NOLINT(google-build-using-namespace)

const std::map<std::string, std::function<Pile(const PileOptions&)>> families{
    {"spheres", settled_spheres}, {"wall", running_bond_wall}, {"heap", cannonball_heap}, {"column", column}};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"contact problems of piles of rigid bodies, as files of the Friction Contact Library"};
  std::string family, out;
  PileOptions options;
  double friction = 0.5;
  bool global = false;
  std::vector<std::string> names;
  for (const auto& [name, make] : families) names.push_back(name);
  app.add_option("FAMILY", family, "which bodies")->required()->check(CLI::IsMember(names));
  app.add_option("FILE", out, "where to write (HDF5)")->required();
  app.add_option("--contacts", options.contacts, "how many contacts, about")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--friction", friction, "friction coefficient")->check(CLI::NonNegativeNumber)->capture_default_str();
  app.add_option("--mass-ratio", options.mass_ratio, "of the uppermost bodies to the others")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--speed", options.speed, "of random velocities, standard deviation [m/s]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--step", options.step, "for how long gravity acts [s]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of what is random")->capture_default_str();
  app.add_flag("--global", global, "write M and H instead of W");
  try {
    app.parse(argc, argv);
    if (!std::isfinite(friction + options.mass_ratio + options.speed + options.step)) {
      fmt::print(stderr, "friction, mass ratio, speed and step must be finite\n");
      return 2;
    }
    auto problem = contact_problem(families.at(family)(options), friction);
    problem.title = fmt::format("{}, {} contacts, friction {:g}", family, problem.num_contacts(), friction);
    problem.description = fmt::format("mass ratio {:g}, random velocities of {:g} m/s, gravity over {:g} s, seed {}",
                                      options.mass_ratio, options.speed, options.step, options.seed);
    write_fclib(out, global ? problem : local_form(problem));
    fmt::print("{}: {}\n", out, problem.title);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}
