// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "io/settings.hpp"
#include "io/value_tree.hpp"
#include "model/model.hpp"

namespace percuss {

/// A model file read, checked and built: bodies, contacts and loads are in `model`, the rest in the settings. `tree` is
/// the document with the overrides put in, for places of later faults.
struct ModelFile {
  std::string path, text;              ///< the file as it stands on disk, and what it includes (`ModelDocument`)
  std::vector<std::string> overrides;  ///< `--set` assignments, in order
  ValueNode tree;
  std::unique_ptr<Model> model;
  SimulationSettings simulation;
  OutputSettings outputs;
  /// The largest step that the explicit springs bear at the start [s], where it made them implicit.
  std::optional<double> explicit_spring_limit;

  /// The place of a dotted key, for a fault found after reading (e.g. a step above the stability limit).
  Place place(std::string_view key) const;
};

/// Reads a model (YAML, `percuss: 1`), applies `--set` assignments in order, checks every key against the tables of
/// the registries, and builds the bodies. Throws InputError with all faults of the file at once.
ModelFile read_model(const std::string& path, std::span<const std::string> overrides = {});

/// How a document is built otherwise than it says.
struct BuildOptions {
  bool implicit_springs = false;  ///< all springs and torsion springs are rows of joints
  bool whole_bodies = false;      ///< no body is reduced: `modes` is left out
};
/// The same document, with its overrides, built once more.
ModelFile rebuild(const ModelFile& file, const BuildOptions& build);

/// JSON Schema (draft 2020-12) of the model file, made from the same tables that check it.
std::string model_schema();

}  // namespace percuss
