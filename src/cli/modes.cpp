// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numbers>

#include "cli/counted.hpp"
#include "cli/text_output.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/model_file.hpp"
#include "io/svg_plot.hpp"
#include "simulation/model_modes.hpp"

namespace percuss::cli {

namespace {

struct ModesArguments {
  std::string model, body, frame, format = "table", out;
  std::vector<std::string> sets;
  Index count = 10;
};

double hertz(double omega) { return omega / (2.0 * std::numbers::pi); }

// --- of one body

std::string table_of(const ModelBody& body, const Eigenmodes& modes) {
  auto text = fmt::format("{}: {}, the slowest of its modes\n{:>4}  {:>14}  {:>14}  {}\n", body.name, body.type, "mode",
                          "frequency [Hz]", "omega [1/s]", "moves most");
  const auto per_node = static_cast<Index>(body.node_unknowns.size());
  for (Index k = 0; k < modes.omega.size(); ++k) {
    // Among displacements and among rotations apart: their units differ.
    Index most = 0;
    double size = 0.0;
    for (Index i = 0; i < modes.shapes.rows(); ++i) {
      const auto& name = body.node_unknowns[static_cast<std::size_t>(i % per_node)];
      if (name.starts_with("phi") && name != "phi_x") continue;
      const double moved = std::abs(modes.shapes(i, k)) * (name == "phi_x" ? 1e-3 * body.length : 1.0);
      if (moved > (1.0 + 1e-9) * size) {
        size = moved;
        most = i;
      }
    }
    text += fmt::format("{:>4}  {:>14.6g}  {:>14.6g}  {} of node {}\n", k + 1, hertz(modes.omega[k]), modes.omega[k],
                        body.node_unknowns[static_cast<std::size_t>(most % per_node)], most / per_node);
  }
  return text;
}

std::string csv_of(const ModelBody& body, const Eigenmodes& modes) {
  std::string text = "mode,frequency,omega,node,x";
  for (const auto& name : body.node_unknowns) text += "," + name;
  text += "\n";
  const auto per_node = static_cast<Index>(body.node_unknowns.size());
  for (Index k = 0; k < modes.omega.size(); ++k)
    for (Index node = 0; node < body.nodes.count; ++node) {
      text += fmt::format("{},{},{},{},{}", k + 1, hertz(modes.omega[k]), modes.omega[k], node,
                          body.nodes.reference(node)[0]);
      for (Index i = 0; i < per_node; ++i) text += fmt::format(",{}", modes.shapes(per_node * node + i, k));
      text += "\n";
    }
  return text;
}

/// Of each mode the displacement that is largest anywhere, over the length.
std::string svg_of(const ModelBody& body, const Eigenmodes& modes) {
  const auto per_node = static_cast<Index>(body.node_unknowns.size());
  std::vector<Series> series;
  for (Index k = 0; k < modes.omega.size(); ++k) {
    Index largest = 0;
    double size = 0.0;
    for (Index i = 0; i < per_node; ++i)
      for (Index node = 0; node < body.nodes.count; ++node)
        if (const double moved = std::abs(modes.shapes(per_node * node + i, k));
            !body.node_unknowns[static_cast<std::size_t>(i)].starts_with("phi") && moved > (1.0 + 1e-9) * size) {
          size = moved;
          largest = i;
        }
    Series one{fmt::format("{} {:.4g} Hz, {}", k + 1, hertz(modes.omega[k]),
                           body.node_unknowns[static_cast<std::size_t>(largest)]),
               {},
               {}};
    for (Index node = 0; node < body.nodes.count; ++node) {
      one.x.push_back(body.nodes.reference(node)[0]);
      one.y.push_back(size > 0.0 ? modes.shapes(per_node * node + largest, k) / size : 0.0);
    }
    series.push_back(std::move(one));
  }
  PlotOptions options;
  options.title = "modes of " + body.name;
  options.x_label = "x [m]";
  options.y_label = "displacement, largest 1";
  options.marks = body.nodes.count < 20;
  return svg_plot(series, options);
}

std::string show_body(const ModesArguments& arguments, const Model& model) {
  const auto* body = model.find_body(arguments.body);
  if (body == nullptr)
    throw input_error("", fmt::format("the model has no body `{}`", arguments.body),
                      remedy_for_unknown(arguments.body, model.body_names(), "the model"), {"BODY", 0, 0});
  if (!body->modes)
    throw input_error("", fmt::format("`{}` is a {}, which has no modes of its own", body->name, body->type),
                      "name a beam; `percuss modes MODEL` shows the modes of the whole model", {"BODY", 0, 0});
  const auto modes = body->modes(arguments.count);
  return arguments.format == "csv"   ? csv_of(*body, modes)
         : arguments.format == "svg" ? svg_of(*body, modes)
                                     : table_of(*body, modes);
}

// --- of the whole model

std::string csv_of(const ModelModes& all) {
  std::string text = "mode,frequency,omega,growth,damping_ratio,body,share\n";
  for (std::size_t k = 0; k < all.modes.size(); ++k) {
    const auto& m = all.modes[k];
    text += fmt::format("{},{},{},{},{},{},{}\n", k + 1, hertz(m.omega), m.omega, m.growth, m.damping_ratio, m.body,
                        m.share);
  }
  return text;
}

std::string table_of(const ModelModes& all) {
  auto text = fmt::format(
      "the whole model about the equilibrium next to its start; joints hold {}; contacts are left out\n"
      "{:>4}  {:>14}  {:>14}  {:>13}  {}\n",
      counted(all.holds, "unknown"), "mode", "frequency [Hz]", "omega [1/s]", "damping ratio", "kinetic energy");
  for (std::size_t k = 0; k < all.modes.size(); ++k) {
    const auto& m = all.modes[k];
    const auto omega = m.growth > 0.0   ? fmt::format("{:>14}  {:>14}", "grows", fmt::format("{:.6g} 1/s", m.growth))
                       : m.omega == 0.0 ? fmt::format("{:>14}  {:>14}", "free", "0")
                                        : fmt::format("{:>14.6g}  {:>14.6g}", hertz(m.omega), m.omega);
    text += fmt::format("{:>4}  {}  {:>13}  {:.0f} % in {}\n", k + 1, omega,
                        m.omega > 0.0 ? fmt::format("{:.4g}", m.damping_ratio) : "-", 100.0 * m.share, m.body);
  }
  if (all.asymmetry > 1e-6)
    text += "warning: some forces follow their bodies, the stiffness is unsymmetric: its symmetric part was taken\n";
  if (all.coupling > 0.1) text += "warning: damping couples the modes, each damping ratio is of its mode alone\n";
  return text;
}

int show_modes(const ModesArguments& arguments) {
  std::vector<Fault> faults;
  const std::vector<std::string> formats{"table", "csv", "svg"};
  const auto complain = [&faults](const char* option, std::string message, std::string remedy) {
    faults.push_back({{option, 0, 0}, "", std::move(message), std::move(remedy)});
  };
  if (std::find(formats.begin(), formats.end(), arguments.format) == formats.end())
    complain("--format", fmt::format("`{}` is not an allowed value", arguments.format),
             remedy_for_unknown(arguments.format, formats, "--format"));
  if (arguments.count < 1) complain("--count", fmt::format("{} modes", arguments.count), "expected 1 or more");
  if (arguments.body.empty() && !arguments.frame.empty())
    complain("--frame", "it is the frame of a body, and none is named", "name the BODY too");
  if (arguments.body.empty() && arguments.format == "svg")
    complain("--format", "shapes are drawn of a body, and none is named", "name the BODY too, or choose table or csv");
  if (!faults.empty()) throw InputError(std::move(faults));
  auto sets = arguments.sets;
  if (!arguments.frame.empty()) sets.push_back(fmt::format("bodies.{}.frame={}", arguments.body, arguments.frame));
  const auto file = read_model(arguments.model, sets);
  std::string text;
  if (arguments.body.empty()) {
    const auto all = model_modes(*file.model, arguments.count);
    text = arguments.format == "csv" ? csv_of(all) : table_of(all);
  } else {
    text = show_body(arguments, *file.model);
  }
  put_text(text, arguments.out);
  return done;
}

}  // namespace

void add_modes(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ModesArguments>();
  auto* verb = app.add_subcommand(
      "modes", "show eigenfrequencies and shapes of a flexible body, or of a whole model about its equilibrium");
  verb->add_option("MODEL", arguments->model, "model file (YAML)")->required();
  verb->add_option("BODY", arguments->body, "a flexible body, under the conditions of its frame or supports");
  verb->add_option("--count", arguments->count, "how many modes, the slowest (default: 10)");
  verb->add_option("--frame", arguments->frame, "another frame of the body, e.g. pinned");
  verb->add_option("--set", arguments->sets, "override a key, e.g. bodies.bar.elements=1000; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--format", arguments->format, "table (default), csv with the shapes, or svg of a body's shapes");
  add_text_output(*verb, arguments->out);
  verb->callback([arguments, &exit_code] { exit_code = show_modes(*arguments); });
}

}  // namespace percuss::cli
