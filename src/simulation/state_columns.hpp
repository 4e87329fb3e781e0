// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/model.hpp"

namespace percuss {

/// What the columns of /states/q and /states/v of a result file are, one a line in their order: the quantity that shows
/// it, e.g. `bar.nodes.3.displacement`, `crank.theta1`. Beyond `longest` bytes in all, one line for each body instead:
/// `columns 0 to 50: bar`.
struct StateColumns {
  std::string q, v;
};

StateColumns state_columns(const Model& model, std::size_t longest = 60'000);

}  // namespace percuss
