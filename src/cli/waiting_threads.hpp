// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace percuss::cli {

/// Makes threads that wait for work sleep instead of spin: spinning ones take the cores from the threads that have
/// work, and two runs at once on two cores then take many times as long as one after the other. OpenMP runtimes read
/// OMP_WAIT_POLICY as they are loaded, before any code of the program runs: where the environment says nothing of it,
/// sets it to `passive` and starts the program anew in this process. Returns where that is not needed or not possible.
void let_waiting_threads_sleep(char** argv);

}  // namespace percuss::cli
