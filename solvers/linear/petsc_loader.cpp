// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/petsc_loader.hpp"

#ifdef PERCUSS_HAVE_PETSC
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

namespace {

constexpr const char* file_name = "libpercuss_petsc.so";

/// Where it may be: beside the program or below its library folder, where it was built, where it was to be installed.
std::vector<std::filesystem::path> places() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  return {program / file_name, program.parent_path() / PERCUSS_MODULE_FOLDER / file_name,
          std::filesystem::path(PERCUSS_BUILD_FOLDER) / file_name,
          std::filesystem::path(PERCUSS_INSTALLED_MODULES) / file_name};
}

petsc::MakeSolver* load() {
  std::vector<std::string> tried;
  for (const auto& place : places()) {
    tried.push_back(place.string());
    if (!std::filesystem::exists(place)) continue;
    void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr)
      throw input_error("simulation.linear_solver", fmt::format("PETSc cannot be loaded: {}", dlerror()),
                        "install PETSc and MPI, or choose another linear solver");
    if (void* const made = dlsym(module, petsc::make_solver_symbol)) return reinterpret_cast<petsc::MakeSolver*>(made);
  }
  throw input_error("simulation.linear_solver", fmt::format("the module `{}` is missing", file_name),
                    "it should be one of " + join(tried));
}

}  // namespace

std::unique_ptr<petsc::Solver> load_petsc_solver(petsc::Method method, const std::string& options) {
  static petsc::MakeSolver* const make = load();
  std::string fault;
  std::unique_ptr<petsc::Solver> solver(make(method, options.c_str(), fault));
  if (!fault.empty())
    throw input_error("simulation.linear_solver.petsc_options", fault, "expected `-NAME VALUE -NAME ...`");
  return solver;
}

}  // namespace percuss
#endif
