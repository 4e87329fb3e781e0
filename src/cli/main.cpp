// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "cli/process_environment.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"

namespace {

/// All faults of the input, then what came of it.
int report(const percuss::InputError& error, const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  const auto verb = verbs.empty() ? std::string() : verbs.front()->get_name();
  const bool might_run = verb == "run" || verb == "resume" || verb == "validate" || verb == "compare" ||
                         verb == "reference" || verb == "sweep" || verb == "bench";
  const auto count = error.faults().size();
  for (const auto& fault : error.faults()) fmt::print(stderr, "{}\n", percuss::to_string(fault));
  fmt::print(stderr, "{} {}{}\n", count, count == 1 ? "fault" : "faults", might_run ? "; nothing was run." : ".");
  return percuss::cli::bad_input;
}

int fail(percuss::cli::RankSession& session, const char* why) {
  if (session.ranks() != nullptr) session.ranks()->abort(why);
  session.answer_for_fault();
  fmt::print(stderr, "{}\n", why);
  return percuss::cli::numerical_failure;
}

/// Several ranks run a model, and do nothing else together.
void refuse_to_share(int argc, char** argv) {
  const std::string verb = argc > 1 ? argv[1] : "";
  if (verb.empty() || verb == "run" || verb == "resume" || verb.starts_with('-')) return;
  throw percuss::input_error("", fmt::format("`percuss {}` was started on several ranks", verb),
                             "`mpirun` starts `percuss run` and `percuss resume`; other verbs are for one process",
                             {"command line", 0, 0});
}

/// The names of verbs, or the options that `app` accepts.
std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(verb->get_name());
  return names;
}
std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options())
    for (const auto& word : option->get_lnames()) names.push_back("--" + word);
  return names;
}

/// The innermost verb that the words name, and "percuss VERB VERB".
std::pair<const CLI::App*, std::string> active_verb(const CLI::App& app) {
  const CLI::App* active = &app;
  std::string name = "percuss";
  for (auto verbs = app.get_subcommands(); !verbs.empty(); verbs = active->get_subcommands()) {
    active = verbs.front();
    name += " " + active->get_name();
  }
  return {active, name};
}

/// What is wrong with the words of the command line.
percuss::Fault fault_of(const CLI::ParseError& error, const CLI::App& app, const std::vector<std::string>& words) {
  const percuss::Place place{"command line", 0, 0};
  const auto verb = active_verb(app);
  const auto& active = *verb.first;
  const auto& name = verb.second;
  const auto options = names_of_options(active);
  const auto verbs_to_name = names_of_verbs(active);
  const auto unknown = [&](const char* what, const std::string& word, const std::vector<std::string>& known) {
    return percuss::Fault{place, "", fmt::format("there is no {} `{}`", what, word),
                          percuss::remedy_for_unknown(word, known, name)};
  };
  for (const auto& word : words) {
    if (word == active.get_name()) continue;
    const auto option = word.substr(0, word.find('='));
    if (option.starts_with("--") && std::find(options.begin(), options.end(), option) == options.end())
      return unknown("option", option, options);
    if (!verbs_to_name.empty() && !word.starts_with('-')) return unknown("subcommand", word, verbs_to_name);
  }
  if (!verbs_to_name.empty())
    return {place, "", "no subcommand given",
            fmt::format("{} accepts: {}; `{} --help` describes them", name, percuss::join(verbs_to_name), name)};
  return {place, "", error.what(), fmt::format("`{} --help` lists what it accepts", name)};
}

}  // namespace

int main(int argc, char** argv) {
  using namespace percuss::cli;
  choose_environment(argv);
  CLI::App app{"Flexible multibody systems with hard contact, impact and friction"};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  int exit_code = done;
  RankSession session;
  add_run(app, exit_code, session);
  add_resume(app, exit_code, session);
  add_validate(app, exit_code);
  add_expand(app, exit_code);
  add_list(app, exit_code);
  add_info(app, exit_code);
  add_events(app, exit_code);
  add_plot(app, exit_code);
  add_report(app, exit_code);
  add_compare(app, exit_code);
  add_reference(app, exit_code);
  add_sweep(app, exit_code);
  add_bench(app, exit_code);
  add_schema(app, exit_code);
  add_spectrum(app, exit_code);
  add_modes(app, exit_code);
  add_fclib(app, exit_code);
  try {
    if (session.is_shared()) refuse_to_share(argc, argv);
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    session.answer_for_fault();
    return report(percuss::InputError({fault_of(error, app, {argv + 1, argv + argc})}), app);
  } catch (const percuss::RankHasLeft&) {
    return bad_input;
  } catch (const percuss::InputError& error) {
    session.answer_for_fault();
    return report(error, app);
  } catch (const std::bad_alloc&) {
    return fail(session, "out of memory: the model is too large for this machine");
  } catch (const std::exception& error) {
    return fail(session, error.what());
  }
}
