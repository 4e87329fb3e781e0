// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "cli/running.hpp"
#include "cli/verbs.hpp"

namespace percuss::cli {

namespace {

constexpr const char* run_suffix = ".out";

struct RunArguments {
  ModelArguments model;
  std::optional<Index> dump_every;
  RunFlags flags;
};

int run_model(const RunArguments& arguments, RankSession& session) {
  RunOptions options;
  options.ranks = session.join();
  if (arguments.flags.checkpoint_every)
    options.checkpoint_every = checkpoint_interval(*arguments.flags.checkpoint_every);
  options.dump_every = arguments.dump_every.value_or(0);
  return read_and_run(arguments.model, run_suffix, options, arguments.flags);
}

}  // namespace

void add_run(CLI::App& app, int& exit_code, RankSession& session) {
  auto arguments = std::make_shared<RunArguments>();
  auto* verb = app.add_subcommand("run", "simulate a model, from model file to result files");
  add_model_arguments(*verb, arguments->model, run_suffix);
  verb->add_option("--dump-problems", arguments->dump_every,
                   "write every so many-th contact problem into DIR/problems, for `percuss fclib`")
      ->check(CLI::Range(1.0, 1e15));
  add_run_flags(*verb, arguments->flags);
  verb->callback([arguments, &exit_code, &session] { exit_code = run_model(*arguments, session); });
}

}  // namespace percuss::cli
