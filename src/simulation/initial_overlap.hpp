// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/settings.hpp"
#include "model/model.hpp"

namespace percuss {

/// Bodies that overlap where a run starts: throws InputError with each contact whose gap is below
/// -settings.initial_overlap, its depth and what to do (keys from the root of the model file, no places; the first ten
/// when there are many). Gaps below 0 within that are closed contacts, as they are in every step.
void check_initial_overlap(Model& model, const SimulationSettings& settings);

}  // namespace percuss
