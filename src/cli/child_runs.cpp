// SPDX-License-Identifier: Apache-2.0
#include "cli/child_runs.hpp"

#include <csignal>
#include <initializer_list>

namespace percuss::cli {

namespace {

volatile std::sig_atomic_t signal_came = 0;

}  // namespace

void listen_for_stop() {
  struct sigaction action {};
  action.sa_handler = [](int) { signal_came = 1; };
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, &action, &before);
  if (before.sa_handler == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup
}

bool stop_has_come() { return signal_came != 0; }

}  // namespace percuss::cli
