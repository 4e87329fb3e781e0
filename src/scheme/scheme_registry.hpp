// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/capabilities.hpp"
#include "scheme/scheme.hpp"

namespace percuss {

/// A scheme by name: what `percuss list schemes` prints and what the model file can ask for. A new scheme is one entry
/// here and its own file.
struct SchemeType {
  std::string name, summary;
  std::vector<ParameterInfo> parameters;  ///< keys of `simulation.scheme` besides `name`
  /// `values` have been checked against `parameters`. The scheme keeps references to system and contacts.
  std::function<std::unique_ptr<Scheme>(const MechanicalSystem&, const ContactModel&, const SolverSet&, const Values&)>
      make;
  Capabilities capabilities{};  ///< what it can run; the standards: everything
};

/// Those of model files.
const std::vector<SchemeType>& scheme_types();
/// One of them, or what `percuss reference` runs; null when there is no such scheme.
const SchemeType* find_scheme(const std::string& name);

}  // namespace percuss
