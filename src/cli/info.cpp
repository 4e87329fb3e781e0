// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "cli/counted.hpp"
#include "cli/joint_text.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/hdf5_file.hpp"
#include "io/model_file.hpp"
#include "simulation/checkpoint.hpp"

namespace percuss::cli {

namespace {

/// Older files tell no units.
std::string unit_in(const Hdf5File& h5, const std::string& dataset) {
  try {
    return h5.read_attribute_text(dataset, "units");
  } catch (const InputError&) {
    return "";
  }
}

void print_checkpoint(const std::string& path) {
  const auto checkpoint = read_checkpoint(path);
  fmt::print("{}: checkpoint of percuss {}{}\n", path, checkpoint.version,
             checkpoint.revision.empty() ? std::string() : " " + checkpoint.revision);
  fmt::print("{}: t = {} s, after step {} of {}\n", checkpoint.path, checkpoint.t, checkpoint.steps, checkpoint.of);
  for (std::size_t i = 0; i < checkpoint.memory.size(); ++i)
    fmt::print("  {:<56} {}\n", checkpoint.memory[i].name, checkpoint.memory[i].values.size());
}

void print_result_file(const std::string& path) {
  const auto h5 = Hdf5File::open(path);
  const auto format = h5.read_attribute_text("/", "format");
  if (format == "percuss-checkpoint") return print_checkpoint(path);
  if (format != "percuss-result")
    throw input_error("", "this HDF5 file is not a result of percuss", "expected a result.h5 or checkpoint.h5",
                      {path, 0, 0});
  const auto revision = h5.read_attribute_text("/", "revision");
  fmt::print("{}: result of percuss {}{}\n", path, h5.read_attribute_text("/", "percuss_version"),
             revision.empty() ? std::string() : " " + revision);
  fmt::print("started {}, {}, {} {}\n", h5.read_attribute_text("/", "started"),
             counted(h5.read_attribute_integer("/", "threads"), "thread"), h5.read_attribute_text("/", "compiler"),
             h5.read_attribute_text("/", "build_type"));
  for (const auto& entry : h5.list()) {
    std::string shape;
    for (const auto n : entry.shape) shape += fmt::format("{}{}", shape.empty() ? "" : " x ", n);
    const auto unit = unit_in(h5, entry.path);
    fmt::print("  {:<40} {}{}\n", entry.path, shape.empty() ? "text" : shape, unit.empty() ? "" : "  [" + unit + "]");
  }
}

void print_model_file(const std::string& path) {
  const auto file = read_model(path);
  fmt::print("{}: model, {}\n", path, counted(file.model->system.num_v(), "unknown"));
  for (const auto& body : file.model->bodies)
    fmt::print("  body {:<20} {}, {} of {}\n", body.name, body.type, counted(body.nodes.count, "node"),
               counted(body.nodes.dimension, "coordinate"));
  const auto& contacts = file.model->contacts;
  std::string name;  // of the joint whose parts are under way
  Index rows = 0;
  for (Index k = 0; k < contacts.size(); ++k) {
    if (!contacts.is_joint(k)) {
      fmt::print("  contact {:<17} {}\n", contacts.name(k), counted(contacts.num_rows(k), "row"));
      continue;
    }
    name = contacts.name(k).substr(0, contacts.name(k).find('.'));
    rows += contacts.num_rows(k);
    const bool more = k + 1 < contacts.size() && contacts.name(k + 1).starts_with(name + ".");
    if (!more) fmt::print("  joint   {:<17} {}\n", name, counted(std::exchange(rows, 0), "row"));
  }
  const auto& initial = file.model->initial;
  const auto joints = joint_redundancy(file.model->system, contacts, initial.t, initial.q);
  if (joints.rows > 0) fmt::print("  {}\n", text_of(joints));
  fmt::print("  scheme {}, step {} s, from {} s to {} s\n", file.simulation.scheme, file.simulation.step,
             file.simulation.start_time, file.simulation.end_time);
}

}  // namespace

void add_info(CLI::App& app, int& exit_code) {
  auto path = std::make_shared<std::string>();
  auto* verb =
      app.add_subcommand("info", "show what a model file, a result.h5, a checkpoint or a folder of results holds");
  verb->add_option("FILE", *path, "model file (YAML), result.h5, checkpoint.h5, or the folder of a run")->required();
  verb->callback([path, &exit_code] {
    const std::filesystem::path file(*path);
    if (std::filesystem::is_directory(file) && !std::filesystem::exists(file / "result.h5"))
      throw input_error("", "there is no result.h5 in this folder", "expected a folder written by `percuss run`",
                        {*path, 0, 0});
    if (file.extension() == ".json" || file.extension() == ".csv")
      throw input_error("", "neither a model nor a result.h5",
                        fmt::format("name the folder of the run: `percuss info {}`",
                                    file.has_parent_path() ? file.parent_path().string() : "."),
                        {*path, 0, 0});
    if (std::filesystem::is_directory(file))
      print_result_file((file / "result.h5").string());
    else if (file.filename().string().ends_with(".h5.part") || file.extension() == ".h5" || file.extension() == ".hdf5")
      print_result_file(*path);
    else
      print_model_file(*path);
    exit_code = done;
  });
}

}  // namespace percuss::cli
