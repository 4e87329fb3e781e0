// SPDX-License-Identifier: Apache-2.0
#include "scheme/phase_step.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>

namespace percuss {

namespace {

constexpr std::size_t num_works = 3;  // behind displacement and velocity

}  // namespace

/// Sums with longer numbers, where there are such: the rounding of its coefficients would be the same in every step,
/// and add to the energy of bounces that return.
struct PhaseStep::Method {
  boost::numeric::odeint::runge_kutta_dopri5<Unknowns, long double, Unknowns, long double> step;
};

PhaseStep::~PhaseStep() = default;

PhaseStep::PhaseStep(const MechanicalSystem& system, SmoothPhase& phase)
    : system_(system),
      phase_(phase),
      turning_(turning_parts(system)),
      method_(std::make_unique<Method>()),
      y_(2 * static_cast<std::size_t>(system.num_v()) + num_works, 0.0),
      rate_(y_),
      y_end_(y_),
      rate_end_(y_),
      error_(y_),
      q_(Vector::Zero(system.num_q())),
      turn_(Vector::Zero(system.num_v())) {}

void PhaseStep::rates(const Unknowns& y, Unknowns& rate, double s) {
  const Index n = system_.num_v();
  const VecView x(y.data(), n), v(y.data() + n, n);
  system_.advance(from_.q, 1.0, x, 0.0, x, q_);
  const double t = from_.t + s;
  if (auto report = phase_.accelerate(t, q_, v); !report.ok() && failure_.ok()) failure_ = std::move(report);
  Eigen::Map<Vector> x_rate(rate.data(), n), v_rate(rate.data() + n, n);
  x_rate = v;
  for (const auto& [body, first, size] : turning_) {
    body->displacement_rate(x.segment(first, size), v.segment(first, size), turn_.segment(first, size));
    x_rate.segment(first, size) += turn_.segment(first, size);
  }
  v_rate = phase_.acceleration();
  // Loads tell their work over a time, which lies within the step: at its ends they may have kinks.
  const double window = std::min(span_, size_);
  const double from = t - (size_ > 0.0 ? window * s / size_ : 0.0);
  const auto power = phase_.power(from, q_, v, window > 0.0 ? window : span_);
  double* work = rate.data() + 2 * n;
  work[0] = power.applied;
  work[1] = power.damping;
  work[2] = power.friction;
  if (look_ != nullptr && *look_ && s > 0.0 && s < size_) (*look_)(s, q_, v);
}

Report PhaseStep::start(const State& from, double span) {
  from_ = from;
  span_ = span;
  failure_ = {};
  look_ = nullptr;
  size_ = 0.0;
  std::fill(y_.begin(), y_.end(), 0.0);
  std::copy(from.v.begin(), from.v.end(), y_.begin() + from.v.size());
  y_end_ = y_;
  end_ = from;
  rates(y_, rate_, 0.0);
  return failure_;
}

Report PhaseStep::take(double h, const Look& look) {
  if (h == size_ && !look) return failure_;
  failure_ = {};
  look_ = &look;
  size_ = h;
  const auto system = [this](const Unknowns& y, Unknowns& rate, long double s) {
    rates(y, rate, static_cast<double>(s));
  };
  method_->step.do_step(system, y_, rate_, 0.0L, y_end_, rate_end_, static_cast<long double>(h), error_);
  look_ = nullptr;
  const Index n = system_.num_v();
  end_.t = from_.t + h;
  end_.v = VecView(y_end_.data() + n, n);
  end_.q.resize(from_.q.size());
  const VecView x(y_end_.data(), n);
  system_.advance(from_.q, 1.0, x, 0.0, x, end_.q);
  if (failure_.ok() && !end_.v.allFinite()) failure_ = Report::failure(Status::not_finite, "velocities are not finite");
  return failure_;
}

SmoothPhase::Power PhaseStep::work() const {
  const double* work = y_end_.data() + 2 * system_.num_v();
  return {work[0], work[1], work[2]};
}

double PhaseStep::error(double tolerance, double span) const {
  const auto n = static_cast<std::size_t>(system_.num_v());
  double worst = 0.0;
  for (std::size_t i = 0; i < 2 * n; ++i) {
    const double error = std::abs(error_[i]) * (i < n ? 1.0 : span) / tolerance;
    if (!(error <= worst)) worst = error;  // takes what is not a number
  }
  return worst;
}

}  // namespace percuss
