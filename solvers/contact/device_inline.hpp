// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Functions of plain numbers that run on the processor and in kernels: inline, and for the device too where the file
/// has included Kokkos first. They use no containers and nothing of std but <cmath>'s functions of the global
/// namespace.
#ifdef KOKKOS_INLINE_FUNCTION
#define PERCUSS_INLINE KOKKOS_INLINE_FUNCTION
#else
#define PERCUSS_INLINE inline
#endif
