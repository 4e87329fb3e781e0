// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace percuss::cli {

/// Makes threads that wait for work sleep after a short while instead of spinning: spinning ones take the cores from
/// the threads that have work, and two runs at once on two cores then take many times as long as one after the other.
/// OpenMP runtimes read OMP_WAIT_POLICY and GOMP_SPINCOUNT as they are loaded, before any code of the program runs:
/// where the environment has neither, sets both and starts the program anew in this process. Returns where that is not
/// needed or not possible.
void let_waiting_threads_sleep(char** argv);

}  // namespace percuss::cli
