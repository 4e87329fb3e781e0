# SPDX-License-Identifier: Apache-2.0
# Functions of the build: warnings, processor flags, revision, LAPACK, check of the sources one by one.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceRuns)

# Warnings, for a target of this project; never seen by consumers.
function(percuss_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
  if(NOT PERCUSS_WITH_OPENMP)
    target_compile_options(${target} PRIVATE -Wno-unknown-pragmas)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_UNITY_BUILD)
    # In a batch a header's local name hides one of the source before it: which sources meet changes with every new one.
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE
      --param=ggc-min-heapsize=1000000  # [kB]; collecting the compiler's garbage takes a tenth of its time
      # Flow-based guesses, wrong inside inlined Eigen expressions and strings:
      -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
  endif()
  if(PERCUSS_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# percuss_own_target(target EXPORT name): warnings and the name percuss::<name>, inside the build and for consumers.
function(percuss_own_target target)
  cmake_parse_arguments(arg "" "EXPORT" "" ${ARGN})
  percuss_warnings(${target})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    return()
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${arg_EXPORT})
  add_library(percuss::${arg_EXPORT} ALIAS ${target})
endfunction()

# The -march flag: native, PERCUSS_ARCH when compiler and processor know it, or nothing.
function(percuss_arch_flags out)
  set(${out} "" PARENT_SCOPE)
  if(PERCUSS_NATIVE)
    set(${out} -march=native PARENT_SCOPE)
  elseif(PERCUSS_ARCH AND NOT CMAKE_CROSSCOMPILING)
    string(MAKE_C_IDENTIFIER "PERCUSS_RUNS_${PERCUSS_ARCH}" runs)
    check_cxx_compiler_flag("-march=${PERCUSS_ARCH}" ${runs}_compiles)
    if(${runs}_compiles AND PERCUSS_ARCH MATCHES "^x86-64")
      check_cxx_source_runs("
        int main() {
          __builtin_cpu_init();
          const bool v3 = __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") &&
                          __builtin_cpu_supports(\"bmi\") && __builtin_cpu_supports(\"bmi2\");
          const bool v4 = __builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512vl\") &&
                          __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512bw\") &&
                          __builtin_cpu_supports(\"avx512cd\");
          const int level = \"${PERCUSS_ARCH}\"[8] - '0';
          return level <= 2 || (level == 3 && v3) || (level == 4 && v3 && v4) ? 0 : 1;
        }" ${runs})
    elseif(${runs}_compiles)
      set(CMAKE_REQUIRED_FLAGS "-march=${PERCUSS_ARCH}")
      check_cxx_source_runs("int main() { return 0; }" ${runs})
    endif()
    if(${runs})
      set(${out} -march=${PERCUSS_ARCH} PARENT_SCOPE)
    else()
      message(STATUS "Percuss: -march=${PERCUSS_ARCH} does not work here, compiling for the default processor")
    endif()
  endif()
endfunction()

# `git describe` of the sources at configure time, "" outside a git checkout. A commit makes CMake configure again.
function(percuss_git_revision out)
  set(${out} "" PARENT_SCOPE)
  find_program(GIT_EXECUTABLE git)
  mark_as_advanced(GIT_EXECUTABLE)
  if(NOT GIT_EXECUTABLE OR NOT EXISTS "${PROJECT_SOURCE_DIR}/.git")
    return()
  endif()
  execute_process(COMMAND "${GIT_EXECUTABLE}" describe --always --dirty --tags
                  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" RESULT_VARIABLE failed
                  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(${out} "${revision}" PARENT_SCOPE)
  endif()
  execute_process(COMMAND "${GIT_EXECUTABLE}" rev-parse --git-path logs/HEAD
                  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" RESULT_VARIABLE failed
                  OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    get_filename_component(log "${log}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
    if(EXISTS "${log}")
      set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${log}")
    endif()
  endif()
endfunction()

# LAPACK: OpenBLAS where there is one, else whatever FindLAPACK knows. A macro: targets and results stay visible.
macro(percuss_find_lapack)
  if(NOT BLA_VENDOR)
    set(BLA_VENDOR OpenBLAS)
    find_package(LAPACK QUIET)
    if(NOT LAPACK_FOUND)
      unset(BLA_VENDOR)
    endif()
  endif()
  find_package(LAPACK REQUIRED)
endmacro()

# The target `each_source` (not part of `all`): the libraries, and as far as the compiler's front end goes every source of
# the command and every header without a source of its name. Without unity builds (tsan) it shows that each includes what
# it uses of this project; what it uses of precompiled libraries, tests/structure/check_names.py looks after. Other headers
# are the first line of their source (check_includes.py). Of what the front end looks at nothing is written, so each build
# looks again.
function(percuss_check_each_source)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
       src/*/*.cpp fem/*.cpp solvers/*.cpp solvers/*/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
       src/*/*.hpp fem/*.hpp solvers/*.hpp solvers/*/*.hpp)
  file(GLOB units CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" src/cli/*.cpp)
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "hpp$" "cpp" source "${header}")
    if(source IN_LIST sources)
      continue()
    endif()
    string(REGEX REPLACE "^src/" "" include_path "${header}")
    set(unit "${PROJECT_BINARY_DIR}/each_source/${include_path}.cpp")
    file(CONFIGURE OUTPUT "${unit}" CONTENT "#include \"${include_path}\"\n#include \"${include_path}\"\n" @ONLY)
    list(APPEND units "${unit}")
  endforeach()
  add_library(each_source OBJECT EXCLUDE_FROM_ALL ${units})
  target_precompile_headers(each_source REUSE_FROM percuss_cli)
  set_target_properties(each_source PROPERTIES UNITY_BUILD OFF)
  percuss_warnings(each_source)
  target_compile_options(each_source PRIVATE -fsyntax-only)
  target_link_libraries(each_source PRIVATE
    percuss CLI11::CLI11 spdlog::spdlog ${percuss_yaml} hdf5::hdf5 nlohmann_json::nlohmann_json)
endfunction()
