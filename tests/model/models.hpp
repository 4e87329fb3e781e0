// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "model/bar.hpp"
#include "model/model.hpp"
#include "model/point_mass.hpp"

namespace percuss {

inline BuiltBody small_bar(Index elements = 4) {
  BarOptions options;
  options.length = 2.0;
  options.elements = elements;
  options.area = 1e-4;
  options.youngs_modulus = 2.1e11;
  options.density = 7800.0;
  return make_bar(options);
}

inline BuiltBody mass_at(std::vector<double> position, double mass = 2.0) {
  PointMassOptions options;
  options.mass = mass;
  options.position = std::move(position);
  return make_point_mass(options);
}

/// A bar of 5 nodes (rows 0 to 4), a particle in the plane (rows 5, 6) and one in space (rows 7 to 9).
inline std::unique_ptr<Model> bar_and_masses() {
  auto model = std::make_unique<Model>();
  model->add_body("bar", "bar", small_bar());
  model->add_body("disc", "point_mass", mass_at({1.0, 2.0}));
  model->add_body("stone", "point_mass", mass_at({3.0, 4.0, 5.0}));
  return model;
}

/// Keys of the faults that `action` throws, in order; empty when it throws no InputError.
template <class Action>
std::vector<std::string> keys_thrown(Action&& action) {
  std::vector<std::string> keys;
  try {
    action();
  } catch (const InputError& error) {
    for (const auto& fault : error.faults()) keys.push_back(fault.key);
  }
  return keys;
}

using Keys = std::vector<std::string>;

}  // namespace percuss
