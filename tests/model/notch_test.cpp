// SPDX-License-Identifier: Apache-2.0
#include "model/notch.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/contact/moving_contacts.hpp"
#include "tests/model/models.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss {
namespace notch_test {

using verification::slider_guide;
using verification::SliderGuide;
using verification::Table1;

NotchOptions slider_notch() {
  NotchOptions options;
  options.body = "slider";
  options.half_length = Table1::a;
  options.half_height = Table1::b;
  options.clearance = 1e-3;
  options.restitution = 0.4;
  options.friction = 0.01;
  return options;
}

std::unique_ptr<Model> slider_at(const Vector3& q) {
  auto model = std::make_unique<Model>();
  model->add_body("slider", "planar", planar_body(Table1::m3, Table1::J3, q));
  return model;
}

/// Velocity of the slider (x_3, y_3, theta_3) by the angles' velocities.
Eigen::Matrix3d slider_jacobian(const Vector3& theta) {
  using S = Table1;
  Eigen::Matrix3d J;
  J << -S::l1 * std::sin(theta[0]), -S::l2 * std::sin(theta[1]), 0.0,  //
      S::l1 * std::cos(theta[0]), S::l2 * std::cos(theta[1]), 0.0,     //
      0.0, 0.0, 1.0;
  return J;
}

// [HETS (25)-(34)], written out in the mechanism's angles, and the general notch on the slider's own coordinates.
TEST(Notch, IsTheGuideOfTheSliderCrank) {
  using S = Table1;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3.0, 3.0);
  const auto guide = slider_guide(SliderGuide::Kind::notch);
  for (int sample = 0; sample < 50; ++sample) {
    const Vector3 theta(angle(random), angle(random), angle(random)),
        omega(angle(random), angle(random), angle(random));
    const auto model = slider_at({S::l1 * std::cos(theta[0]) + S::l2 * std::cos(theta[1]),
                                  S::l1 * std::sin(theta[0]) + S::l2 * std::sin(theta[1]), theta[2]});
    add_notch(*model, "guide", slider_notch());
    ASSERT_EQ(model->contacts.size(), 4);
    const Eigen::Matrix3d J = slider_jacobian(theta);
    Vector gap(4), expected(4);
    constexpr double rounding = 1e-15;  // a few eps of lengths below 1
    model->contacts.gaps(0.0, model->initial.q, gap);
    guide.gaps(0.0, theta, expected);
    EXPECT_LE((gap - expected).cwiseAbs().maxCoeff(), rounding);
    model->contacts.normal_velocities(0.0, model->initial.q, J * omega, gap);
    guide.normal_velocities(0.0, theta, omega, expected);
    EXPECT_LE((gap - expected).cwiseAbs().maxCoeff(), 4.0 * rounding);
    const Matrix W = J.transpose() * jacobian(model->contacts, 3, model->initial.q);
    EXPECT_LE((W - jacobian(guide, 3, theta)).cwiseAbs().maxCoeff(), rounding) << W;
  }
}

TEST(Notch, GivesItsFourCornersNamesAndLaws) {
  const auto model = slider_at(Vector3::Zero());
  auto options = slider_notch();
  options.tangential_restitution = 0.2;
  add_notch(*model, "guide", options);
  ContactSet set;
  model->contacts.evaluate(0.0, model->initial.q, 3, all_of(model->contacts), set);
  for (Index k = 0; k < 4; ++k) {
    EXPECT_EQ(model->contacts.name(k), "guide." + std::to_string(k + 1));
    EXPECT_EQ(set.num_rows(k), 2);
    EXPECT_EQ(set.mu[static_cast<std::size_t>(k)], 0.01);
    EXPECT_EQ(set.eps_n[static_cast<std::size_t>(k)], 0.4);
    EXPECT_EQ(set.eps_t[static_cast<std::size_t>(k)], 0.2);
  }
}

// The same slider in a notch that lies anywhere: gaps do not change when everything is turned and moved.
TEST(Notch, LiesWhereItsPointAndDirectionSay) {
  const Vector3 q(0.1, 5e-4, 0.02);
  const auto here = slider_at(q);
  add_notch(*here, "guide", slider_notch());
  const double turn = 0.7;
  const Eigen::Rotation2D<double> R(turn);
  const Eigen::Vector2d origin(3.0, -2.0),
      moved = origin + R * q.head<2>(), p = origin + R * Eigen::Vector2d(-4.0, 0.0), d = R * Eigen::Vector2d(5.0, 0.0);
  const auto there = slider_at({moved[0], moved[1], q[2] + turn});
  auto options = slider_notch();
  options.point = {p[0], p[1]};
  options.direction = {d[0], d[1]};
  add_notch(*there, "guide", options);
  Vector a(4), b(4);
  here->contacts.gaps(0.0, here->initial.q, a);
  there->contacts.gaps(0.0, there->initial.q, b);
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-14);  // eps of lengths of order 5
  EXPECT_LT(a.minCoeff(), 1e-3);                    // it is tilted: no symmetry hides an exchange of corners
  EXPECT_GT((a.array() - a.mean()).abs().maxCoeff(), 4e-4);
}

Keys keys_of(const NotchOptions& options) {
  auto model = bar_and_masses();
  model->add_body("slider", "planar", planar_body(1.0, 1.0, Vector3::Zero()));
  const auto keys = keys_thrown([&] { add_notch(*model, "guide", options); });
  if (!keys.empty()) {
    EXPECT_EQ(model->contacts.size(), 0);  // nothing half done
  }
  return keys;
}

TEST(Notch, RefusesWhatMakesNoSlider) {
  EXPECT_EQ(keys_of(slider_notch()), Keys{});
  auto options = slider_notch();
  options.body = "slyder";
  EXPECT_EQ(keys_of(options), Keys{"body"});
  options.body = "disc";  // a particle
  EXPECT_EQ(keys_of(options), Keys{"body"});
  options = slider_notch();
  options.half_length = 0.0;
  options.half_height = -1.0;
  options.clearance = -1e-3;
  options.restitution = 2.0;
  EXPECT_EQ(keys_of(options), (Keys{"half_length", "half_height", "clearance", "restitution"}));
  options = slider_notch();
  options.point = {1.0, 2.0, 3.0};
  options.direction = {0.0, 0.0};
  EXPECT_EQ(keys_of(options), (Keys{"point", "direction"}));
}

}  // namespace notch_test
}  // namespace percuss
