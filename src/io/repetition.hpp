// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/expander.hpp"

namespace percuss {

/// Rounds of the loops of one entry of `repeat`.
inline constexpr std::size_t most_rounds = 1'000'000;

/// Takes the section `repeat` out of a model, a list of maps
///
///     for: {i: 10, side: [left, right], x: {from: 0.0, to: 1.0, step: 0.1}}
///     where: EXPRESSION            # rounds of value 0 are left out
///     parameters: {NAME: VALUE}    # in every round
///     bodies, contacts, joints, loads: entries whose names depend on the variables
///
/// and puts what its entries become behind those of `bodies`, `contacts`, `joints` and `loads`. The last variable
/// changes fastest; ranges may use those before. Faults go to `expander`; it throws them when they are many.
void take_repetitions(ValueNode& tree, const ParameterScope& parameters, Expander& expander);

/// Of faults that copies of one text share, the first, which tells how many there are.
std::vector<Fault> each_once(std::vector<Fault> faults);

}  // namespace percuss
