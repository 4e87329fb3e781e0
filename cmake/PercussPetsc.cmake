# SPDX-License-Identifier: Apache-2.0
# PETSc 3.18 or later with real numbers and 32-bit indices as the target PkgConfig::PETSC, and its MPI as MPI::MPI_CXX;
# PKG_CONFIG_PATH in the environment points at an own installation. A macro: targets stay visible.
macro(percuss_find_petsc)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(PETSC IMPORTED_TARGET PETSc>=3.18)
  find_package(MPI COMPONENTS CXX)
  if(NOT PETSC_FOUND OR NOT MPI_CXX_FOUND)
    message(FATAL_ERROR "PETSc (3.18 or later) or its MPI not found: install petsc-dev, set PKG_CONFIG_PATH, "
                        "or pass -DPERCUSS_WITH_PETSC=OFF")
  endif()
endmacro()
