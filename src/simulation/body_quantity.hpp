// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/model.hpp"
#include "simulation/quantity.hpp"
#include "simulation/quantity_words.hpp"

namespace percuss {

/// The quantity of a body that the words after its name are.
Quantity find_body_quantity(const Model& model, const ModelBody& body, const std::string& name, const Words& words);

}  // namespace percuss
