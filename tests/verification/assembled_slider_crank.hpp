// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/joint.hpp"
#include "model/notch.hpp"
#include "tests/model/rigid_bodies.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

/// A revolute joint in the plane.
inline void revolute(Model& model, const std::string& name, const std::string& body, std::vector<double> point,
                     const std::string& to, std::vector<double> to_point) {
  JointOptions joint;
  joint.body = body;
  joint.point = std::move(point);
  joint.to = to;
  joint.to_point = std::move(to_point);
  add_joint(model, name, JointKind::revolute, joint);
}

/// The mechanism of SliderCrank from three rigid bodies, in its initial state.
inline std::unique_ptr<Model> assembled_slider_crank(SliderGuide::Kind guide, double restitution = 0.4,
                                                     double friction = 0.01) {
  using S = Table1;
  auto model = std::make_unique<Model>();
  constexpr double w1 = 150.0, w2 = -75.0, g = -S::gravity;
  model->add_body("crank", "planar", planar_body(S::m1, S::J1, {0.5 * S::l1, 0, 0}, {0, 0.5 * S::l1 * w1, w1}, g));
  model->add_body("rod", "planar",
                  planar_body(S::m2, S::J2, {S::l1 + 0.5 * S::l2, 0, 0}, {0, S::l1 * w1 + 0.5 * S::l2 * w2, w2}, g));
  model->add_body("slider", "planar",
                  planar_body(S::m3, S::J3, {S::l1 + S::l2, 0, 0}, {0, S::l1 * w1 + S::l2 * w2, 0}, g));
  revolute(*model, "bearing", "crank", {-0.5 * S::l1}, "ground", {0.0, 0.0});
  revolute(*model, "crank_pin", "rod", {-0.5 * S::l2}, "crank", {0.5 * S::l1});
  revolute(*model, "wrist_pin", "slider", {}, "rod", {0.5 * S::l2});
  if (guide == SliderGuide::Kind::joint) {
    JointOptions slide;
    slide.body = "slider";
    slide.axis = {1.0, 0.0};
    add_joint(*model, "guide", JointKind::prismatic, slide);
  } else {
    NotchOptions notch;
    notch.body = "slider";
    notch.half_length = S::a;
    notch.half_height = S::b;
    notch.clearance = 1e-3;
    notch.restitution = restitution;
    notch.friction = friction;
    add_notch(*model, "guide", notch);
  }
  return model;
}

}  // namespace percuss::verification
