// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/smoothed_pair.hpp"

#include <cmath>

namespace percuss {

namespace {

/// Half of 1 + value / root, root^2 = value^2 + 4 t, without cancellation.
double half_share(double value, double root, double t) {
  return value >= 0.0 ? 0.5 * (1.0 + value / root) : 2.0 * t / (root * (root - value));
}

/// The same of 1 + sum / roots, where roots^2 = sum^2 + rest.
double half_share_across(double sum, double roots, double rest) {
  return sum >= 0.0 ? 0.5 * (1.0 + sum / roots) : 0.5 * rest / (roots * (roots - sum));
}

}  // namespace

SmoothedPair::SmoothedPair(const ConeVector& v, double t)
    : p_(smooth_projection(v, t)), q_(smooth_projection({-v[0], -v[1], -v[2]}, t)) {
  const double length = std::sqrt(v[1] * v[1] + v[2] * v[2]);
  if (length > 0.0) direction_ = {v[1] / length, v[2] / length};
  const double high = v[0] + length, low = v[0] - length, product = high * low;
  const double of_high = std::sqrt(high * high + 4.0 * t), of_low = std::sqrt(low * low + 4.0 * t);
  const double roots = of_high + of_low, of_both = of_high * of_low;
  const double excess =
      product > 0.0 ? 4.0 * t * (high * high + low * low + 4.0 * t) / (of_both + product) : of_both - product;
  const double rest = 8.0 * t + 2.0 * excess;
  slopes_ = {half_share(high, of_high, t), half_share(low, of_low, t), half_share_across(2.0 * v[0], roots, rest)};
  rest_ = {half_share(-high, of_high, t), half_share(-low, of_low, t), half_share_across(-2.0 * v[0], roots, rest)};
  const double along = -2.0 * v[0] * length / (of_both * roots);
  by_t_ = {0.5 * roots / of_both, along * direction_[0], along * direction_[1]};
}

SmoothedPair::Block SmoothedPair::on_axes(const Values& values) const {
  const auto [x, y] = direction_;
  const double mean = 0.5 * (values[0] + values[1]), half = 0.5 * (values[0] - values[1]), across = values[2];
  const double extra = mean - across;
  return {mean,
          half * x,
          half * y,
          half * x,
          across + extra * x * x,
          extra * x * y,
          half * y,
          extra * x * y,
          across + extra * y * y};
}

ConeVector SmoothedPair::times_slopes(const ConeVector& v) const {
  const auto J = slopes();
  ConeVector product{};
  for (std::size_t i = 0; i < 3; ++i) product[i] = J[3 * i] * v[0] + J[3 * i + 1] * v[1] + J[3 * i + 2] * v[2];
  return product;
}

}  // namespace percuss
