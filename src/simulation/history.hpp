// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "io/model_file.hpp"
#include "simulation/quantity.hpp"

namespace percuss {

/// The columns of a run's history, resolved against the model.
struct History {
  std::vector<std::string> names;  ///< headings, without t
  std::vector<std::string> words;  ///< what each shows, e.g. "wall.force"
  std::vector<std::string> units;  ///< of each; "" where the quantity has none
  std::vector<Quantity> quantities;

  bool needs_joints() const {
    return std::any_of(quantities.begin(), quantities.end(), [](const Quantity& q) { return q.needs_joints; });
  }
};

/// The columns that the model file asks for, or the standard ones when it asks for none.
std::vector<OutputColumn> history_columns(const ModelFile& file);

/// Throws InputError, with places, for every column that is not a quantity of the model or whose name cannot head one.
History make_history(const ModelFile& file);

}  // namespace percuss
