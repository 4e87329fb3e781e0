// SPDX-License-Identifier: Apache-2.0
// The flexible slider-crank of the IVP test set (Simeon), whose rod is given by its shape integrals
// (examples/14_flexible_slider_crank/published.yaml), with the axial mass as printed and as the shapes have it, against
// solutions of two other codes that agree to 1e-14. The figures stand for the rod's M(q) and forces when its
// equations of motion are integrated to round-off, and for the program when a scheme integrates them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/decompositions.hpp"
#include "io/csv_file.hpp"
#include "io/model_file.hpp"
#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace published_slider_crank_test {

const std::string example = "14_flexible_slider_crank/published.yaml";
constexpr double l1 = 0.15, l2 = 0.3, speed = 150.0, slider_mass = 0.075552, rod_mass = 0.151104;

/// The rod with its axial mass as printed, 15 times that of its shapes, or `correct`.
std::vector<std::string> rod(const std::string& model) {
  if (model == "printed") return {};
  constexpr double m = rod_mass / 15.0;
  return {fmt::format("bodies.rod.mass_matrix=[{0},0,0,0, 0,{0},0,0, 0,0,{1},{2}, 0,0,{2},{3}]", rod_mass / 2.0,
                      8.0 * m, m, 2.0 * m)};
}

/// The mechanism in the rod's elastic coordinates e alone: the crank turns at constant speed, the tip of the rod, which
/// e_4 shifts along it, stays on the x axis, and the slider is where the tip is.
class MinimalMechanism {
 public:
  using Vector4 = Eigen::Vector4d;
  using State8 = Eigen::Matrix<double, 8, 1>;

  explicit MinimalMechanism(const Body& rod) : rod_(rod) {}

  struct Slider {
    double phi, x;
  };
  static Slider slider(double t, const State8& y) {
    const double reach = l2 + y[3], phi = std::asin(-l1 * std::sin(speed * t) / reach);
    return {phi, l1 * std::cos(speed * t) + reach * std::cos(phi)};
  }

  State8 rate(double t, const State8& y) const {
    const Vector4 e = y.head<4>(), e_rate = y.tail<4>();
    const double s1 = std::sin(speed * t), c1 = std::cos(speed * t), reach = l2 + e[3], reach_rate = e_rate[3];
    const double phi = slider(t, y).phi, s = std::sin(phi), c = std::cos(phi);
    // The tip stays on the axis, l1 s1 + reach s = 0, differentiated once and twice: phi'' = slope e_4'' + rest.
    const double omega = -(l1 * speed * c1 + reach_rate * s) / (reach * c), slope = -s / (reach * c);
    const double rest =
        (l1 * speed * speed * s1 - 2.0 * reach_rate * omega * c + reach * omega * omega * s) / (reach * c);
    Vector q(7), v(7), b = Vector::Zero(7), f(7), column(7), product(7);
    q << l1 * c1, l1 * s1, phi, e;
    v << -l1 * speed * s1, l1 * speed * c1, omega, e_rate;
    b.head<3>() << -l1 * speed * speed * c1, -l1 * speed * speed * s1, rest;
    // The rod's q'' = J e'' + b, the slider's x'' = along e_4'' + across.
    const double along = c - reach * s * slope,
                 across = b[0] - 2.0 * reach_rate * omega * s - reach * omega * omega * c - reach * s * rest;
    rod_.forces(t, q, v, f);
    rod_.subtract_inertia(q, b, f);
    const auto onto = [slope](const Vector& force) {  // J' force
      Vector4 reduced = force.tail<4>();
      reduced[3] += slope * force[2];
      return reduced;
    };
    Eigen::Matrix4d A;
    for (Index j = 0; j < 4; ++j) {
      column = Vector::Unit(7, 3 + j);
      if (j == 3) column[2] = slope;
      product.setZero();
      rod_.subtract_inertia(q, column, product);
      A.col(j) = -onto(product);
    }
    Vector4 force = onto(f);
    A(3, 3) += slider_mass * along * along;
    force[3] -= slider_mass * across * along;
    State8 y_rate;
    y_rate << e_rate, A.llt().solve(force);
    return y_rate;
  }

  /// Over H: Gragg's midpoint rule in 2, 4, ... 16 steps, extrapolated to order 16.
  State8 advance(double t, const State8& y, double H) const {
    constexpr std::size_t rows = 8;
    std::array<std::array<State8, rows>, rows> T;
    for (std::size_t k = 0; k < rows; ++k) {
      const auto n = static_cast<double>(2 * (k + 1));
      const double h = H / n;
      State8 before = y, now = y + h * rate(t, y);
      for (double i = 1.0; i < n; ++i) {
        const State8 next = before + 2.0 * h * rate(t + i * h, now);
        before = now;
        now = next;
      }
      T[k][0] = 0.5 * (now + before + h * rate(t + H, now));
      for (std::size_t j = 1; j <= k; ++j) {
        const double ratio = n / static_cast<double>(2 * (k - j + 1));
        T[k][j] = T[k][j - 1] + (T[k][j - 1] - T[k - 1][j - 1]) / (ratio * ratio - 1.0);
      }
    }
    return T[rows - 1][rows - 1];
  }

 private:
  const Body& rod_;
};

class PublishedSliderCrank : public testing::TestWithParam<std::string> {
 protected:
  std::vector<double> column(const std::string& name) const { return table.column(name + "_" + GetParam()); }
  CsvTable table = read_csv(PERCUSS_SOURCE_DIR "/tests/verification/data/slider_crank_published.csv");
};

// Every millisecond, all unknowns.
TEST_P(PublishedSliderCrank, IsMetToRoundOffByTheMassAndForcesOfTheRod) {
  const auto file = read_model(PERCUSS_SOURCE_DIR "/examples/" + example, rod(GetParam()));
  const auto* body = file.model->find_body("rod");
  const MinimalMechanism mechanism(file.model->system.body(body->number));
  MinimalMechanism::State8 y;
  y << file.model->initial.q.segment<4>(body->q_offset + 3), file.model->initial.v.segment<4>(body->v_offset + 3);
  const std::array<std::string, 6> names{"phi2", "x3", "q1", "q2", "q3", "q4"};
  std::array<double, 6> worst{};
  for (std::size_t ms = 0; ms < table.num_rows(); ++ms) {
    constexpr int parts = 50;
    constexpr double H = 1e-3 / parts;
    const double t = 1e-3 * static_cast<double>(ms);
    const auto [phi, x] = MinimalMechanism::slider(t, y);
    const std::array<double, 6> seen{phi, x, y[0], y[1], y[2], y[3]};
    for (std::size_t i = 0; i < 6; ++i) worst[i] = std::max(worst[i], std::abs(seen[i] - column(names[i])[ms]));
    for (int k = 0; k < parts; ++k) y = mechanism.advance(t + k * H, y, H);
  }
  for (std::size_t i = 0; i < 6; ++i)
    expect_figure("largest error of " + names[i] + " to 0.1 s", worst[i], 0.0, 1e-12, i == 0 ? "rad" : "m");
}

// The error of order 2 is taken out of two steps, at 1, 10, 100 ms.
TEST_P(PublishedSliderCrank, IsMetByTheProgram) {
  for (const std::size_t ms : {1, 10, 100}) {
    const auto run = [&](double h) {
      auto overrides = rod(GetParam());
      overrides.insert(overrides.end(), {fmt::format("simulation.step={}", h),
                                         fmt::format("simulation.end_time={}", 1e-3 * static_cast<double>(ms))});
      return run_example(example, overrides, {"rod.phi", "slider.x", "rod.nodes.2.deflection.y"}).last();
    };
    const auto coarse = run(2e-6), fine = run(1e-6);
    const std::array<double, 3> expected{column("phi2")[ms], column("x3")[ms], column("q1")[ms]};
    const std::array<const char*, 3> names{"phi2", "x3", "middle of the rod"};
    for (std::size_t i = 0; i < 3; ++i)
      expect_figure(fmt::format("{} at {} ms", names[i], ms), (4.0 * fine[i] - coarse[i]) / 3.0, expected[i], 2e-8,
                    i == 0 ? "rad" : "m");
  }
}

INSTANTIATE_TEST_SUITE_P(Rods, PublishedSliderCrank, testing::Values("printed", "correct"),
                         [](const auto& model) { return model.param; });

}  // namespace published_slider_crank_test

}  // namespace percuss::verification
