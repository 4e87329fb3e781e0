// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "model/model.hpp"
#include "model/point_mass.hpp"

namespace percuss::test {

/// A mass on a line and a motion of it that is known: q = 1 + sin t, v = cos t.
class MotionOfAPoint {
 public:
  MotionOfAPoint() {
    PointMassOptions options;
    options.mass = 1.0;
    options.position = {0.0};
    model_.add_body("mass", "point_mass", make_point_mass(options));
  }
  const MechanicalSystem& system() const { return model_.system; }
  State at(double t) const { return {t, Vector::Constant(1, 1.0 + std::sin(t)), Vector::Constant(1, std::cos(t))}; }

 private:
  Model model_;
};

}  // namespace percuss::test
