// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "report/html_page.hpp"
#include "report/report.hpp"
#include "report/report_data.hpp"

namespace percuss::cli {

namespace {

struct ReportArguments {
  std::vector<std::string> folders;
  std::string out;
};

void write_report(const ReportArguments& arguments) {
  const auto out = !arguments.out.empty() ? arguments.out
                   : arguments.folders.size() > 1
                       ? "report.html"
                       : (std::filesystem::path(arguments.folders.front()) / "report.html").string();
  if (!arguments.out.empty()) check_html_path(out);  // before anything is read
  std::vector<ReportData> runs;
  for (const auto& folder : arguments.folders) runs.push_back(read_report_data(folder));
  write_report_page(out, runs);
  fmt::print("{}\n", out);
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReportArguments>();
  auto* verb = app.add_subcommand("report", "show a run, or several beside each other, as one HTML file");
  verb->add_option("DIR", arguments->folders, "folders of runs; several are compared")->required();
  verb->add_option("--out", arguments->out, "HTML file (default: DIR/report.html; of several, report.html)");
  verb->callback([arguments, &exit_code] {
    write_report(*arguments);
    exit_code = done;
  });
}

}  // namespace percuss::cli
