// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A kind of body, contact, joint or load by its `type` in the model file. A new kind is one entry in
/// model_registry.cpp and its own file. `make` gets values checked against `parameters`, and throws InputError with
/// keys relative to the entry.
struct BodyType {
  std::string name, summary;
  std::vector<ParameterInfo> parameters;
  std::function<BuiltBody(const Values&)> make;
};
struct ContactType {
  std::string name, summary;
  std::vector<ParameterInfo> parameters;
  std::function<void(Model&, const std::string& contact_name, const Values&)> make;
};
struct LoadType {
  std::string name, summary;
  std::vector<ParameterInfo> parameters;
  std::function<void(Model&, const std::string& load_name, const Values&)> make;
};

const std::vector<BodyType>& body_types();
const std::vector<ContactType>& contact_types();
/// Joints are contacts of bilateral rows.
const std::vector<ContactType>& joint_types();
const std::vector<LoadType>& load_types();

}  // namespace percuss
