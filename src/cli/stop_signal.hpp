// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace percuss::cli {

/// Of verbs whose work is done by child processes: from now on Ctrl-C, SIGTERM and SIGHUP are noted, and end a wait for
/// a child, but not this process.
void listen_for_stop();
/// One has come.
bool stop_has_come();

}  // namespace percuss::cli
