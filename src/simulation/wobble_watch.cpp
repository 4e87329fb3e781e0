// SPDX-License-Identifier: Apache-2.0
#include "simulation/wobble_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// Tangents of the least and the largest angle by which the angular velocity of a rigid body that wobbles stands off
/// its spin: what is held to its axis by joints has none, and nothing grows.
constexpr double least_angle = 1e-4, largest_angle = 0.3;

Capabilities::Gyroscopic gyroscopic(const SimulationSettings& settings, const SchemeType& scheme) {
  const auto& options = settings.scheme_options;
  const bool is_explicit = std::any_of(options.begin(), options.end(), [](const auto& option) {
    return option.first == "theta" && option.second == Value(0.0);
  });
  const auto how = scheme.capabilities.gyroscopic;
  return how == Capabilities::Gyroscopic::by_tangent && is_explicit ? Capabilities::Gyroscopic::at_start : how;
}

}  // namespace

WobbleWatch::WobbleWatch(const Model& model, const SimulationSettings& settings, const SchemeType& scheme)
    : scheme_(scheme.name), step_(settings.step) {
  const auto how = gyroscopic(settings, scheme);
  if (how == Capabilities::Gyroscopic::resolved) return;
  for (const auto& body : model.bodies) {
    const bool has_tangent = body.motion == Marker::Motion::spatial;
    if (body.wobble.isZero(0.0) || (has_tangent && how == Capabilities::Gyroscopic::by_tangent)) continue;
    watched_.push_back({&body});
  }
}

std::pair<Index, double> WobbleWatch::spin(const ModelBody& body, const State& state) {
  const Marker marker = body.marker(0);
  const Vector3 omega = marker.rotation(state.q).transpose() * marker.angular_velocity(state.q, state.v);
  Index axis = 0;
  const double along = omega.cwiseAbs().maxCoeff(&axis);
  if (body.motion == Marker::Motion::spinning) return {0, std::abs(omega[0])};
  const double across = std::hypot(omega[(axis + 1) % 3], omega[(axis + 2) % 3]);
  const bool wobbles = across > least_angle * along && across < largest_angle * along;
  return {axis, wobbles ? along : 0.0};
}

void WobbleWatch::start(const State& state) {
  t_ = state.t;
  for (auto& watched : watched_) watched.exponent = watched.fastest = 0.0;
}

void WobbleWatch::look(const State& state) {
  if (watched_.empty()) return;
  const double time = state.t - t_;
  t_ = state.t;
  for (auto& watched : watched_) {
    const auto [axis, omega] = spin(*watched.body, state);
    const double wobble = watched.body->wobble[axis] * omega;
    watched.exponent += 0.5 * step_ * wobble * wobble * time;
    watched.fastest = std::max(watched.fastest, omega);
  }
}

std::vector<std::string> WobbleWatch::warnings() const {
  std::vector<std::string> all;
  for (const auto& [body, exponent, fastest] : watched_)
    if (const double growth = std::expm1(exponent); growth > most_growth)
      all.push_back(fmt::format(
          "`{}` spins at up to {:.4g} rad/s, and `{}` takes gyroscopic forces as they are at the start of a "
          "step: a {} may have grown by some {:.2g} % of itself; take `half_explicit_velocity`, a mixed "
          "scheme, or smaller steps",
          body->name, fastest, scheme_, body->motion == Marker::Motion::spinning ? "whirl" : "wobble", 100.0 * growth));
  return all;
}

void WobbleWatch::walk_memory(MemoryWalk& walk) {
  walk("t", t_);
  for (auto& watched : watched_) {
    walk("exponent", watched.exponent);
    walk("fastest", watched.fastest);
  }
}

}  // namespace percuss
