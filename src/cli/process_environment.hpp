// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace percuss::cli {

/// What the C and OpenMP libraries read from the environment as they are loaded, before any code of the program runs.
/// Where something has been set that they have not seen, starts the program anew in this process; returns where that is
/// not needed or not possible. What the user has set stays.
///
/// - OMP_WAIT_POLICY and GOMP_SPINCOUNT: threads that wait for work sleep after a short while instead of spinning.
///   Spinning ones take the cores from the threads that have work, and two runs at once on two cores then take many
///   times as long as one after the other.
/// - GLIBC_TUNABLES: memory comes in huge pages, where the kernel gives them to those who ask. The first touch of many
///   small ones takes longer than many a contact problem.
void choose_environment(char** argv);

}  // namespace percuss::cli
