// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>

#include "cli/verbs.hpp"
#include "core/fault.hpp"

namespace {

/// All faults of the input, then what came of it.
int report(const percuss::InputError& error) {
  const auto count = error.faults().size();
  for (const auto& fault : error.faults()) fmt::print(stderr, "{}\n", percuss::to_string(fault));
  fmt::print(stderr, "{} {}; nothing was run.\n", count, count == 1 ? "fault" : "faults");
  return percuss::cli::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace percuss::cli;
  CLI::App app{"Flexible multibody systems with hard contact, impact and friction"};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  int exit_code = done;
  add_run(app, exit_code);
  add_validate(app, exit_code);
  add_list(app, exit_code);
  add_info(app, exit_code);
  add_plot(app, exit_code);
  add_schema(app, exit_code);
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return bad_input;
  } catch (const percuss::InputError& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "out of memory: the model is too large for this machine\n");
    return numerical_failure;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return numerical_failure;
  }
}
