// SPDX-License-Identifier: Apache-2.0
// Writes the report of a run with a motion that is not its own, for tests of the page.
//
// usage: percuss_synthetic_report DIR OUT.html [FRAMES BODIES]
#include <cstdio>
#include <exception>
#include <string>

#include "report/report.hpp"
#include "tests/report/synthetic_motion.hpp"

int main(int count, char** words) {
  if (count != 3 && count != 5) {
    std::fputs("usage: percuss_synthetic_report DIR OUT.html [FRAMES BODIES]\n", stderr);
    return 2;
  }
  try {
    const bool small = count == 3;
    auto run = percuss::read_report_data(words[1]);
    run.motion = percuss::synthetic_motion(small ? 200 : std::stoul(words[3]), small ? 6 : std::stoul(words[4]),
                                           run.t.empty() ? 1.0 : run.t.back(), small);
    percuss::write_report_page(words[2], {&run, 1});
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
