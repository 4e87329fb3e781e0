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

void* load(const std::string& key) {
  std::vector<std::string> tried;
  for (const auto& place : places()) {
    tried.push_back(place.string());
    if (!std::filesystem::exists(place)) continue;
    void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module != nullptr) return module;
    throw input_error(key, fmt::format("PETSc cannot be loaded: {}", dlerror()),
                      "install PETSc and MPI, or do without its linear solvers and without ranks");
  }
  throw input_error(key, fmt::format("the module `{}` is missing", file_name), "it should be one of " + join(tried));
}

/// A function of the module, which is loaded once; `key`: who asks for it.
template <class Function>
Function* find(const char* symbol, const std::string& key) {
  static void* const module = load(key);
  void* const found = dlsym(module, symbol);
  if (found == nullptr)
    throw input_error(key, fmt::format("the module `{}` is of another version of Percuss", file_name),
                      "install program and module together");
  return reinterpret_cast<Function*>(found);
}

}  // namespace

std::unique_ptr<petsc::Solver> load_petsc_solver(petsc::Method method, const std::string& options) {
  auto* const make = find<petsc::MakeSolver>(petsc::make_solver_symbol, "simulation.linear_solver");
  std::string fault;
  std::unique_ptr<petsc::Solver> solver(make(method, options.c_str(), fault));
  if (!fault.empty())
    throw input_error("simulation.linear_solver.petsc_options", fault, "expected `-NAME VALUE -NAME ...`");
  return solver;
}

std::unique_ptr<RankLink> join_ranks() {
  std::string fault;
  std::unique_ptr<RankLink> link(find<petsc::JoinRanks>(petsc::join_ranks_symbol, "")(fault));
  if (!fault.empty())
    throw input_error("", fault, "start the program by the `mpirun` of the MPI that PETSc was built with",
                      {"command line", 0, 0});
  return link;
}

}  // namespace percuss
#else
#include "core/fault.hpp"

namespace percuss {

std::unique_ptr<RankLink> join_ranks() {
  throw input_error("", "this program was built without PETSc and MPI: it cannot share a model among ranks",
                    "build it with -DPERCUSS_WITH_PETSC=ON, or start it once", {"command line", 0, 0});
}

}  // namespace percuss
#endif
