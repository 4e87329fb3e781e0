// SPDX-License-Identifier: Apache-2.0
// A program that uses the installed library: an elastic bar at a wall, stepped by hand.
#include <cmath>
#include <iostream>

#include "core/version.hpp"
#include "model/bar.hpp"
#include "model/node_wall.hpp"
#include "scheme/half_explicit_velocity.hpp"

int main() {
  percuss::BarOptions bar;
  bar.length = 1.0;
  bar.elements = 50;
  bar.area = 3.14159265358979312e-4;
  bar.youngs_modulus = 2.1e11;
  bar.density = 7800.0;
  bar.position = {5.0005e-5};
  bar.velocity = {-0.1};

  percuss::Model model;
  model.add_body("bar", "bar", percuss::make_bar(bar));
  percuss::NodeWallOptions wall;
  wall.body = "bar";
  percuss::add_node_wall(model, "wall", wall);

  percuss::HalfExplicitVelocity scheme(model.system, model.contacts, {});
  percuss::State state = model.initial;
  double percussion = 0.0;
  for (int i = 0; i < 6000; ++i) {
    const auto report = scheme.step(1e-7, state);
    if (!report.ok()) {
      std::cerr << report.report.message << '\n';
      return 1;
    }
    percussion += scheme.contacts()[0].percussion[0];
  }
  std::cout << "percuss " << percuss::build::version << ": percussion " << percussion << " N s, force "
            << scheme.contacts()[0].force[0] << " N\n";
  return std::abs(percussion - 1.4147635e-3) < 1e-9 ? 0 : 1;
}
