// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "cli/counted.hpp"
#include "cli/joint_text.hpp"
#include "cli/verbs.hpp"
#include "simulation/result_writer.hpp"
#include "simulation/run.hpp"
#include "simulation/stiff_springs.hpp"

namespace percuss::cli {

void add_validate(CLI::App& app, int& exit_code) {
  struct Arguments {
    std::string model;
    std::vector<std::string> assignments;
  };
  auto arguments = std::make_shared<Arguments>();
  auto* verb = app.add_subcommand("validate", "check a model without running it");
  verb->add_option("MODEL", arguments->model, "model file (YAML)")->required();
  verb->add_option("--set", arguments->assignments, "override a key; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->callback([arguments, &exit_code] {
    const auto file = read_for_run(arguments->model, arguments->assignments);
    const auto simulation = make_simulation(file);
    make_history(file);
    const auto& contacts = file.model->contacts;
    Index joints = 0;
    for (Index k = 0; k < contacts.size(); ++k) joints += contacts.is_joint(k) ? 1 : 0;
    const auto bodies = file.model->bodies.size();
    fmt::print("{}: valid. {} {}, {}, {}; {}, {} of {} s", file.path, bodies, bodies == 1 ? "body" : "bodies",
               counted(file.model->system.num_v(), "unknown"), counted(contacts.size() - joints, "contact"),
               file.simulation.scheme, counted(simulation.num_steps(), "step"), file.simulation.step);
    const double limit = simulation.stability_limit();
    fmt::print("{}\n", limit < 1e300 ? fmt::format(" (stable up to {} s)", rounded_down(limit)) : std::string());
    if (file.explicit_spring_limit) fmt::print("{}\n", text_of_stiff_springs(file));
    if (simulation.joints().rows > 0) fmt::print("{}\n", text_of(simulation.joints()));
    exit_code = done;
  });
}

}  // namespace percuss::cli
