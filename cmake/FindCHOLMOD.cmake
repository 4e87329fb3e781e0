# SPDX-License-Identifier: Apache-2.0
# Finds CHOLMOD of SuiteSparse, whose packages before version 7 ship no CMake configuration.
# Sets CHOLMOD_FOUND, CHOLMOD_VERSION and the target CHOLMOD::CHOLMOD.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(CHOLMOD_LIBRARY cholmod)
if(CHOLMOD_INCLUDE_DIR)
  set(_cholmod_header "${CHOLMOD_INCLUDE_DIR}/cholmod.h")
  if(EXISTS "${CHOLMOD_INCLUDE_DIR}/cholmod_core.h")  # holds the version numbers before SuiteSparse 7
    set(_cholmod_header "${CHOLMOD_INCLUDE_DIR}/cholmod_core.h")
  endif()
  file(STRINGS "${_cholmod_header}" _cholmod_lines
       REGEX "^#define CHOLMOD_(MAIN|SUB|SUBSUB)_VERSION[ \t]+[0-9]+")
  set(_cholmod_parts "")
  foreach(_part IN ITEMS MAIN SUB SUBSUB)
    if("${_cholmod_lines}" MATCHES "CHOLMOD_${_part}_VERSION[ \t]+([0-9]+)")
      list(APPEND _cholmod_parts "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(JOIN _cholmod_parts "." CHOLMOD_VERSION)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CHOLMOD
  REQUIRED_VARS CHOLMOD_LIBRARY CHOLMOD_INCLUDE_DIR VERSION_VAR CHOLMOD_VERSION)
if(CHOLMOD_FOUND AND NOT TARGET CHOLMOD::CHOLMOD)
  add_library(CHOLMOD::CHOLMOD UNKNOWN IMPORTED)
  set_target_properties(CHOLMOD::CHOLMOD PROPERTIES
    IMPORTED_LOCATION "${CHOLMOD_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${CHOLMOD_INCLUDE_DIR}")
endif()
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY)
