// SPDX-License-Identifier: Apache-2.0
// The three bouncing balls of [TDG 4.2-4.4]: L1 errors over time of what the schemes say inside their steps, too.
// Dense output of D-: velocities of degree 1, positions and interaction of degree 2 (`TimeGalerkin::sample`); of
// Moreau-Jean with theta = 1: velocity and interaction constant, at the values of the step's end, position linear.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "scheme/dg_minus.hpp"
#include "scheme/moreau_jean.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace bouncing_ball_schemes_test {

enum Quantity { position, velocity, interaction };
using Triple = std::array<double, 3>;

/// A unit mass over the floor q >= 0 with v' = f(t) + i'; `exact` gives (q, v, i), smooth between the times in
/// `breaks`.
struct Ball {
  double start, restitution, until;
  std::function<double(double)> force;
  std::function<Triple(double)> exact;
  std::vector<double> breaks;
};

Ball free_flight() {
  return {1.0,
          0.0,
          1.0,
          [](double t) { return -10.0 * t * t; },
          [](double t) -> Triple {
            return {1.0 - 5.0 / 6.0 * std::pow(t, 4), -10.0 / 3.0 * std::pow(t, 3), 0.0};
          },
          {}};
}

Ball rest() {
  return {0.0,
          0.0,
          1.0,
          [](double t) { return -10.0 * t * t; },
          [](double t) -> Triple {
            return {0.0, 0.0, 10.0 / 3.0 * std::pow(t, 3)};
          },
          {}};
}

/// Impacts at t_n = 3 - 2^(1-n), n = 0, 1, ..., which meet at t = 3.
Ball zeno() {
  Ball ball{1.0,
            0.5,
            3.0,
            [](double) { return -2.0; },
            [](double t) -> Triple {
              if (t < 1.0) return {1.0 - t * t, -2.0 * t, 0.0};
              if (t >= 3.0) return {0.0, 0.0, 2.0 * t};
              const double s = t - 3.0, p = std::exp2(-std::floor(1.0 - std::log2(-s)));  // 1/2^n
              return {-s * s - 3.0 * s * p - 2.0 * p * p, -2.0 * s - 3.0 * p, 6.0 - 3.0 * p};
            },
            {}};
  for (int n = 0; n < 50; ++n) ball.breaks.push_back(3.0 - std::exp2(1 - n));
  return ball;
}

/// The unit mass under the ball's force.
class Falling final : public Body {
 public:
  explicit Falling(std::function<double(double)> force) : force_(std::move(force)) {}
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return true; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return true; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next = q + a * v + b * w;
  }
  void forces(double t, VecRef, VecRef, VecOut f) const override { f[0] = force_(t); }
  void tangent(double, VecRef, VecRef, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = w.mass;
    A.makeCompressed();
  }
  Energy energy(double, VecRef, VecRef v) const override { return {0.5 * v[0] * v[0], 0.0}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }

 private:
  std::function<double(double)> force_;
};

/// q >= 0.
class Floor final : public ContactModel {
 public:
  explicit Floor(double restitution) : restitution_(restitution) {}
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double, VecRef q, VecOut gap) const override { gap = q; }
  void normal_velocities(double, VecRef, VecRef v, VecOut rate) const override { rate = v; }
  void append(double, VecRef, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(0, 1.0);
      set.W.finish_column();
      set.finish_contact(k, Cone::unilateral, 1, 0.0, restitution_, 0.0);
    }
  }

 private:
  std::string name_ = "floor";
  double restitution_;
};

/// int_a^b |e| of a function that is smooth there and changes sign at most once in each of 4 pieces: Gauss' rule on
/// both sides of the change, exact up to degree 5.
double integral_of_modulus(const std::function<double(double)>& e, double a, double b) {
  const double g = std::sqrt(0.6);
  const auto gauss = [&](double x, double y) {
    const double m = 0.5 * (x + y), r = 0.5 * (y - x);
    return r / 9.0 * (5.0 * e(m - g * r) + 8.0 * e(m) + 5.0 * e(m + g * r));
  };
  double sum = 0.0;
  for (int piece = 0; piece < 4; ++piece) {
    const double left = a + 0.25 * piece * (b - a), right = a + 0.25 * (piece + 1) * (b - a);
    // Inside the piece by a hair: the solution jumps at its ends.
    const double hair = 1e-9 * (right - left);
    double x = left + hair, y = right - hair;
    if (e(x) * e(y) < 0.0) {
      const bool rises = e(x) < 0.0;
      for (int i = 0; i < 60; ++i) ((e(0.5 * (x + y)) < 0.0) == rises ? x : y) = 0.5 * (x + y);
      sum += std::abs(gauss(left, x)) + std::abs(gauss(x, right));
    } else {
      sum += std::abs(gauss(left, right));
    }
  }
  return sum;
}

/// (q, v, i) of a scheme inside its last step, from (q, v, i) at the step's start.
using Dense = std::function<Triple(double s)>;

void add_errors(const Ball& ball, const Dense& dense, double t, double h, Triple& error) {
  std::vector<double> ends{t};
  for (const double b : ball.breaks)
    if (b > t && b < t + h) ends.push_back(b);
  ends.push_back(t + h);
  for (std::size_t p = 0; p + 1 < ends.size(); ++p)
    for (const std::size_t k : {position, velocity, interaction})
      error[k] +=
          integral_of_modulus([&](double x) { return dense((x - t) / h)[k] - ball.exact(x)[k]; }, ends[p], ends[p + 1]);
}

Triple errors_of_d_minus(const Ball& ball, int steps) {
  MechanicalSystem system;
  system.add(std::make_unique<Falling>(ball.force));
  const Floor floor(ball.restitution);
  TimeGalerkinOptions options;
  options.impact = TimeGalerkinOptions::Impact::all;  // as in the paper: after the last bounce the ball sinks slowly
  DgMinus scheme(system, floor, {}, options);
  State state{0.0, Vector::Constant(1, ball.start), Vector::Zero(1)};
  const double h = ball.until / steps;
  double impulse = 0.0;
  Triple error{};
  Vector q(1), v(1);
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(scheme.step(h, state).ok());
    const auto dense = [&](double s) -> Triple {
      scheme.sample(s, q, v);
      return {q[0], v[0], impulse + scheme.momentum(s, 0, 0)};
    };
    add_errors(ball, dense, i * h, h, error);
    impulse += scheme.momentum(1.0, 0, 0) + scheme.contacts()[0].percussion[0];
  }
  return error;
}

Triple errors_of_moreau_jean(const Ball& ball, int steps) {
  MechanicalSystem system;
  system.add(std::make_unique<Falling>(ball.force));
  const Floor floor(ball.restitution);
  MoreauJean scheme(system, floor, {}, MoreauJeanOptions{1.0});
  State state{0.0, Vector::Constant(1, ball.start), Vector::Zero(1)};
  const double h = ball.until / steps;
  double impulse = 0.0;
  Triple error{};
  for (int i = 0; i < steps; ++i) {
    const double q = state.q[0];
    EXPECT_TRUE(scheme.step(h, state).ok());
    impulse += scheme.contacts()[0].percussion[0];
    add_errors(
        ball,
        [&](double s) -> Triple {
          return {q + s * (state.q[0] - q), state.v[0], impulse};
        },
        i* h, h, error);
  }
  return error;
}

struct Figure {
  Quantity quantity;
  double coarse, fine;  // at N = 64 and 1024
  double order, order_tolerance;
};

/// Half a unit of the last of five printed digits.
double half_digit(double figure) { return 0.5 * std::pow(10.0, std::floor(std::log10(figure)) - 4.0); }

void compare(const std::string& what, const Triple& coarse, const Triple& fine, const std::vector<Figure>& figures) {
  constexpr const char* names[] = {"position", "velocity", "interaction"};
  constexpr const char* units[] = {"m s", "m", "N s^2"};
  for (const auto& f : figures) {
    expect_figure(fmt::format("{}: L1 error of the {}, N = 64", what, names[f.quantity]), coarse[f.quantity], f.coarse,
                  half_digit(f.coarse), units[f.quantity]);
    expect_figure(fmt::format("{}: L1 error of the {}, N = 1024", what, names[f.quantity]), fine[f.quantity], f.fine,
                  half_digit(f.fine), units[f.quantity]);
    expect_figure(fmt::format("{}: order of the {} between N = 64 and 1024", what, names[f.quantity]),
                  std::log2(coarse[f.quantity] / fine[f.quantity]) / 4.0, f.order, f.order_tolerance, "1");
  }
}

// Orders: 0.02 where the motion is smooth (asymptotic to a per cent at N = 64); 0.15 over the infinitely many impacts,
// where the error of a step depends on where the impact falls in it.
constexpr double smooth = 0.02, rough = 0.15;

TEST(BouncingBall, FreeFlightHasTheErrorsOfTheReferenceTable) {
  const auto ball = free_flight();
  compare("D-, free flight", errors_of_d_minus(ball, 64), errors_of_d_minus(ball, 1024),
          {{position, 6.6246e-5, 2.6452e-7, 2.0, smooth}, {velocity, 3.1229e-4, 1.2269e-6, 2.0, smooth}});
  compare("Moreau-Jean theta = 1, free flight", errors_of_moreau_jean(ball, 64), errors_of_moreau_jean(ball, 1024),
          {{position, 1.3434e-2, 8.1539e-4, 1.0, smooth}, {velocity, 5.3107e-2, 3.2592e-3, 1.0, smooth}});
}

TEST(BouncingBall, AtRestTheInteractionHasTheErrorsOfTheReferenceTableAndNothingMoves) {
  const auto ball = rest();
  const auto coarse = errors_of_d_minus(ball, 64), fine = errors_of_d_minus(ball, 1024);
  compare("D-, rest", coarse, fine, {{interaction, 2.0345e-4, 7.9473e-7, 2.0, smooth}});
  const auto mj_coarse = errors_of_moreau_jean(ball, 64), mj_fine = errors_of_moreau_jean(ball, 1024);
  compare("Moreau-Jean theta = 1, rest", mj_coarse, mj_fine, {{interaction, 5.3107e-2, 3.2592e-3, 1.0, smooth}});
  for (const auto& error : {coarse, fine, mj_coarse, mj_fine}) {
    EXPECT_EQ(error[position], 0.0);
    EXPECT_EQ(error[velocity], 0.0);
  }
}

TEST(BouncingBall, ThroughInfinitelyManyImpactsHasTheErrorsOfTheReferenceTable) {
  const auto ball = zeno();
  compare("D-, Zeno", errors_of_d_minus(ball, 64), errors_of_d_minus(ball, 1024),
          {{position, 6.5824e-2, 4.0327e-3, 1.0, rough},
           {velocity, 2.4943e-1, 2.2418e-2, 1.0, rough},
           {interaction, 2.4870e-1, 2.2424e-2, 1.0, rough}});
}

}  // namespace bouncing_ball_schemes_test

}  // namespace percuss::verification
