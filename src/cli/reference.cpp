// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>

#include "cli/running.hpp"
#include "cli/verbs.hpp"
#include "simulation/reference_run.hpp"

namespace percuss::cli {

namespace {

constexpr const char* reference_suffix = ".reference";

struct ReferenceArguments {
  ModelArguments model;
  double tolerance = 1e-10;
  RunFlags flags;
};

}  // namespace

void add_reference(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReferenceArguments>();
  auto* verb = app.add_subcommand("reference",
                                  "solve a model with few contacts from event to event, for `compare`; its "
                                  "scheme and step control are not used");
  add_model_arguments(*verb, arguments->model, reference_suffix);
  verb->add_option("--tolerance", arguments->tolerance, "largest error of a coordinate [m, rad] (default: 1e-10)");
  add_result_flags(*verb, arguments->flags);
  verb->callback([arguments, &exit_code] {
    const auto runner = [&](ModelFile& file, RunOptions options) {
      return run_reference(file, arguments->tolerance, std::move(options));
    };
    exit_code = read_and_run(arguments->model, reference_suffix, {}, arguments->flags, runner, take_reference_scheme);
  });
}

}  // namespace percuss::cli
