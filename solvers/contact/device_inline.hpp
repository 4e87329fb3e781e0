// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Functions of plain numbers that run on the processor and in kernels: inline, and for the device too where its
/// compiler reads them. They use no containers and nothing of std but <cmath>'s functions of the global namespace.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define PERCUSS_INLINE __host__ __device__ inline
#else
#define PERCUSS_INLINE inline
#endif
