// SPDX-License-Identifier: Apache-2.0
#include "model/slider_crank.hpp"

#include <fmt/format.h>

#include <cmath>

#include "model/slider_crank_shape.hpp"

namespace percuss {

const ParameterTable<SliderCrankOptions>& SliderCrankOptions::parameters() {
  static const auto table = [] {
    ParameterTable<SliderCrankOptions> t;
    t.number(
        "crank.length", [](auto& o) -> auto& { return o.crank.length; }, "m", "l1, from the origin to the rod",
        positive);
    t.number(
        "crank.mass", [](auto& o) -> auto& { return o.crank.mass; }, "kg", "m1", positive);
    t.number(
        "crank.inertia", [](auto& o) -> auto& { return o.crank.inertia; }, "kg m^2", "J1 about its centre", positive);
    t.number(
        "rod.length", [](auto& o) -> auto& { return o.rod.length; }, "m", "l2, from the crank to the slider", positive);
    t.number(
        "rod.mass", [](auto& o) -> auto& { return o.rod.mass; }, "kg", "m2", positive);
    t.number(
        "rod.inertia", [](auto& o) -> auto& { return o.rod.inertia; }, "kg m^2", "J2 about its centre", positive);
    t.number(
        "slider.mass", [](auto& o) -> auto& { return o.slider.mass; }, "kg", "m3", positive);
    t.number(
        "slider.inertia", [](auto& o) -> auto& { return o.slider.inertia; }, "kg m^2", "J3 about its centre", positive);
    t.number(
        "slider.half_length", [](auto& o) -> auto& { return o.slider.half_length; }, "m", "a, centre to front",
        positive);
    t.number(
        "slider.half_height", [](auto& o) -> auto& { return o.slider.half_height; }, "m", "b, centre to top", positive);
    t.numbers(
        "angles", [](auto& o) -> auto& { return o.angles; }, "rad",
        "initial theta1, theta2, theta3, counter-clockwise from +x");
    t.numbers(
        "rates", [](auto& o) -> auto& { return o.rates; }, "1/s", "initial omega1, omega2, omega3");
    return t;
  }();
  return table;
}

std::vector<Fault> SliderCrankOptions::validate() const {
  auto faults = parameters().validate(*this);
  for (const auto& [key, given] : {std::pair{"angles", angles.size()}, std::pair{"rates", rates.size()}})
    if (given != 3) faults.push_back({{}, key, fmt::format("{} numbers", given), "give three: crank, rod, slider"});
  return faults;
}

SliderCrank::SliderCrank(const SliderCrankOptions& o)
    : l1_(o.crank.length),
      l2_(o.rod.length),
      a_(o.slider.half_length),
      b_(o.slider.half_height),
      m11_(o.crank.inertia + l1_ * l1_ * (0.25 * o.crank.mass + o.rod.mass + o.slider.mass)),
      m22_(o.rod.inertia + l2_ * l2_ * (0.25 * o.rod.mass + o.slider.mass)),
      m33_(o.slider.inertia),
      coupling_(l1_ * l2_ * (0.5 * o.rod.mass + o.slider.mass)),
      static1_(l1_ * (0.5 * o.crank.mass + o.rod.mass + o.slider.mass)),
      static2_(l2_ * (0.5 * o.rod.mass + o.slider.mass)) {}

void SliderCrank::add_gravity(double x, double y) {
  g_x_ += x;
  g_y_ += y;
}

void SliderCrank::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  for (Index i = 0; i < 3; ++i) q_next[i] = q[i] + a * v[i] + b * w[i];
}

void SliderCrank::forces(double, VecRef q, VecRef v, VecOut f) const {
  const double s = coupling_ * std::sin(q[0] - q[1]);
  f[0] = -s * v[1] * v[1] + static1_ * (g_y_ * std::cos(q[0]) - g_x_ * std::sin(q[0]));
  f[1] = s * v[0] * v[0] + static2_ * (g_y_ * std::cos(q[1]) - g_x_ * std::sin(q[1]));
  f[2] = 0.0;
}

void SliderCrank::tangent(double, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const {
  if (A.rows() != 3 || A.nonZeros() != 5) {
    A.resize(3, 3);
    A.setZero();
    for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}}) A.insert(i, j) = 0.0;
    A.makeCompressed();
  }
  const double cosine = coupling_ * std::cos(q[0] - q[1]);
  double* const x = A.valuePtr();  // column by column: (0,0) (1,0) (0,1) (1,1) (2,2)
  x[0] = weights.mass * m11_;
  x[1] = x[2] = weights.mass * cosine;
  x[3] = weights.mass * m22_;
  x[4] = weights.mass * m33_;
  if (weights.mass_only()) return;
  const double s = 2.0 * coupling_ * std::sin(q[0] - q[1]);
  x[1] -= weights.damping * s * v[0];
  x[2] += weights.damping * s * v[1];
  const double k1 = cosine * v[1] * v[1], k2 = cosine * v[0] * v[0], k = weights.stiffness;
  x[0] += k * (k1 + static1_ * (g_y_ * std::sin(q[0]) + g_x_ * std::cos(q[0])));
  x[1] -= k * k2;
  x[2] -= k * k1;
  x[3] += k * (k2 + static2_ * (g_y_ * std::sin(q[1]) + g_x_ * std::cos(q[1])));
}

Energy SliderCrank::energy(double, VecRef q, VecRef v) const {
  const double kinetic = 0.5 * (m11_ * v[0] * v[0] + m22_ * v[1] * v[1] + m33_ * v[2] * v[2]) +
                         coupling_ * std::cos(q[0] - q[1]) * v[0] * v[1];
  const double potential = -g_x_ * (static1_ * std::cos(q[0]) + static2_ * std::cos(q[1])) -
                           g_y_ * (static1_ * std::sin(q[0]) + static2_ * std::sin(q[1]));
  return {kinetic, potential};
}

Work SliderCrank::work(double, double, VecRef, VecRef, VecRef) const { return {}; }

BuiltBody make_slider_crank(const SliderCrankOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  auto body = std::make_unique<SliderCrank>(options);
  BuiltBody built;
  built.add_gravity = [mechanism = body.get()](const std::array<double, 3>& g) { mechanism->add_gravity(g[0], g[1]); };
  built.bodies.push_back(std::move(body));
  built.q = Eigen::Map<const Vector>(options.angles.data(), 3);
  built.v = Eigen::Map<const Vector>(options.rates.data(), 3);
  built.q_names = {"theta1", "theta2", "theta3"};
  built.v_names = {"omega1", "omega2", "omega3"};
  built.nodes = {0, 2, {}};
  built.shape = [options](Index q, Index v) { return slider_crank_shape(options, q, v); };
  return built;
}

}  // namespace percuss
