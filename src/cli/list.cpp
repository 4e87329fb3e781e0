// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "core/version.hpp"
#include "model/model_registry.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss::cli {

namespace {

void print_parameters(const std::vector<ParameterInfo>& parameters) {
  for (const auto& info : parameters) {
    const auto value = info.required   ? std::string("required")
                       : info.standard ? "default " + to_string(*info.standard)
                                       : std::string("optional");
    fmt::print("    {:<26} {}; {} ({})\n", info.name, info.doc, describe(info), value);
  }
}

template <class Types>
void print_types(const Types& types) {
  for (const auto& type : types) {
    bool available = true;
    if constexpr (requires { type.available; }) available = type.available;
    fmt::print("{:<24} {}{}\n", type.name, type.summary, available ? "" : "  (not built in)");
    if constexpr (requires { type.parameters; }) print_parameters(type.parameters);
  }
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  static const std::vector<std::string> kinds{"schemes",  "linear-solvers", "contact-solvers", "bodies",
                                              "contacts", "joints",         "loads",           "capabilities"};
  auto kind = std::make_shared<std::string>();
  auto* verb = app.add_subcommand("list",
                                  "list what a model file can use: schemes, linear-solvers, contact-solvers, bodies, "
                                  "contacts, joints, loads; or capabilities, a table of what each scheme supports");
  verb->add_option("WHAT", *kind, "one of " + join(kinds))->required();
  verb->callback([kind, &exit_code] {
    if (std::find(kinds.begin(), kinds.end(), *kind) == kinds.end())
      throw input_error("", fmt::format("there is no list `{}`", *kind),
                        remedy_for_unknown(*kind, kinds, "percuss list"), {"command line", 0, 0});
    if (*kind == "schemes") print_types(scheme_types());
    if (*kind == "contact-solvers") {
      print_types(contact_solver_types());
      fmt::print("All accept:\n");
      print_parameters(ContactSolverOptions::parameters().infos());
    }
    if (*kind == "bodies") print_types(body_types());
    if (*kind == "contacts") print_types(contact_types());
    if (*kind == "joints") print_types(joint_types());
    if (*kind == "loads") print_types(load_types());
    if (*kind == "capabilities") fmt::print("{}", capability_matrix());
    if (*kind == "linear-solvers") print_types(linear_solver_types());
    exit_code = done;
  });
}

std::string version_text() {
  const auto yes_or_no = [](bool built_in) { return built_in ? "yes" : "no"; };
  return fmt::format("percuss {}{}\n{} {}\noptional parts: cholmod {}, openmp {}, kokkos {}, petsc {}", build::version,
                     build::revision.empty() ? std::string() : fmt::format(" ({})", build::revision), build::compiler,
                     build::build_type, yes_or_no(build::with_cholmod), yes_or_no(build::with_openmp),
                     yes_or_no(build::with_kokkos), yes_or_no(build::with_petsc));
}

}  // namespace percuss::cli
