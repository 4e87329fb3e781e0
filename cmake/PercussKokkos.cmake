# SPDX-License-Identifier: Apache-2.0
# Kokkos 3.4 or later as the target Kokkos::kokkos; -DKokkos_ROOT=PREFIX points at an own installation. Debian's
# configuration (libtrilinos-kokkos-dev) names an include directory that does not exist: the headers lie under
# include/trilinos. A macro: targets stay visible.
macro(percuss_find_kokkos)
  set(Kokkos_FOUND FALSE)
  find_package(Kokkos 3.4 CONFIG QUIET)
  if(NOT Kokkos_FOUND)
    message(FATAL_ERROR "Kokkos (3.4 or later) not found: install libtrilinos-kokkos-dev, pass -DKokkos_ROOT=PREFIX, "
                        "or -DPERCUSS_WITH_KOKKOS=OFF")
  endif()
  get_target_property(percuss_kokkos_listed Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
  set(percuss_kokkos_dirs "")
  foreach(dir IN LISTS percuss_kokkos_listed)
    if(dir MATCHES "^\\$<" OR IS_DIRECTORY "${dir}")
      list(APPEND percuss_kokkos_dirs "${dir}")
    endif()
  endforeach()
  if(NOT percuss_kokkos_listed STREQUAL "percuss_kokkos_listed-NOTFOUND" AND
     NOT percuss_kokkos_listed STREQUAL percuss_kokkos_dirs)
    find_path(PERCUSS_KOKKOS_INCLUDE_DIR Kokkos_Core.hpp HINTS ${Kokkos_INCLUDE_DIRS} PATH_SUFFIXES trilinos)
    if(NOT PERCUSS_KOKKOS_INCLUDE_DIR)
      message(FATAL_ERROR "Kokkos_Core.hpp not found: pass -DPERCUSS_KOKKOS_INCLUDE_DIR=DIRECTORY")
    endif()
    mark_as_advanced(PERCUSS_KOKKOS_INCLUDE_DIR)
    list(APPEND percuss_kokkos_dirs "${PERCUSS_KOKKOS_INCLUDE_DIR}")
    set_property(TARGET Kokkos::kokkos PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${percuss_kokkos_dirs}")
  endif()
endmacro()
