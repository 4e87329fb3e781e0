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
  std::vector<Over> overs;  ///< what each tells of it

  /// Column i is that of an instant, and follows from the state there.
  bool is_of_state(std::size_t i) const { return quantities[i].of_state && overs[i] == Over::end; }
  bool needs_joints() const {
    return std::any_of(quantities.begin(), quantities.end(), [](const Quantity& q) { return q.needs_joints; });
  }
};

/// The columns that the model file asks for, patterns being replaced by what they match, or the standard ones when it
/// asks for none; then those of `outputs.contacts`. Throws InputError, with places, for a pattern that matches nothing
/// or too much, and for too many contacts.
std::vector<OutputColumn> history_columns(const ModelFile& file);

/// What a column shows: `wall.force`, `max(wall.force)`.
std::string meaning_of(const OutputColumn& column);

/// Unit of a column: an impulse is one over time.
std::string unit_of_column(const OutputColumn& column);

/// Throws InputError, with places, for every column that is not a quantity of the model or whose name cannot head one.
History make_history(const ModelFile& file);

}  // namespace percuss
