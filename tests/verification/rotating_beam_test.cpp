// SPDX-License-Identifier: Apache-2.0
// A beam that turns with its hub at a constant rate (Kane; Simo and Vu-Quoc): L = 10, rho A = 1.2, EA = 2.8e7, EI
// = 1.4e4. Steady extension against its exact value on the mesh; frequencies in the plane, linear and stiffened,
// against those of another code, ten digits converged (Southwell).
#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "model/floating_beam_planar.hpp"
#include "tests/model/differences.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace rotating_beam_test {

using Stiffening = FloatingBeamPlanarOptions::Stiffening;

FloatingBeamPlanarOptions rotor_blade(Index elements, Stiffening stiffening) {
  FloatingBeamPlanarOptions options;
  options.mesh.length = 10.0;
  options.mesh.elements = elements;
  options.mesh.section.area = 1e-3;
  options.mesh.section.second_moment = 5e-7;
  options.mesh.youngs_modulus = 2.8e10;
  options.mesh.density = 1200.0;
  options.frame = FloatingBeamPlanarOptions::Frame::tangential;
  options.stiffening = stiffening;
  return options;
}

/// The elastic rows of f at a constant rate of the frame.
Vector elastic_forces(const Body& body, double omega, const Vector& x, const Vector& rate) {
  Vector q = Vector::Zero(body.num_q()), v = q;
  q.tail(x.size()) = x;
  v[2] = omega;
  v.tail(x.size()) = rate;
  return forces_of(body, q, v).tail(x.size());
}

/// K = -df/dx and G = -df/dx' about a steady state, by differences of polynomials of third degree.
struct Linearised {
  Matrix K, G;
};
Linearised linearise(const Body& body, double omega, const Vector& x) {
  const Index n = x.size();
  Linearised about{Matrix(n, n), Matrix(n, n)};
  const Vector none = Vector::Zero(n);
  for (Index j = 0; j < n; ++j) {
    const Vector step = 1e-4 * Vector::Unit(n, j);
    const auto f = [&](double s) { return elastic_forces(body, omega, x + s * step, none); };
    about.K.col(j) = -(8.0 * (f(1.0) - f(-1.0)) - (f(2.0) - f(-2.0))) / 12e-4;
    about.G.col(j) = -(elastic_forces(body, omega, x, step) - elastic_forces(body, omega, x, -step)) / 2e-4;
  }
  return about;
}

/// Where the elastic forces vanish, by Newton's method.
Vector steady_state(const Body& body, double omega) {
  Vector x = Vector::Zero(body.num_q() - 3);
  const Vector none = x;
  for (int i = 0; i < 8; ++i)
    x += linearise(body, omega, x).K.partialPivLu().solve(elastic_forces(body, omega, x, none));
  return x;
}

/// The lowest frequency of M x'' + G x' + K x = 0, or, where some motion grows, minus its rate.
double lowest(const Body& body, double omega) {
  const Vector x = steady_state(body, omega);
  const auto [K, G] = linearise(body, omega, x);
  const Index n = x.size();
  Vector q = Vector::Zero(n + 3);
  q.tail(n) = x;
  const Matrix M = tangent_of(body, q, q, {}).bottomRightCorner(n, n);
  const Eigen::PartialPivLU<Matrix> solve(M);
  Matrix A = Matrix::Zero(2 * n, 2 * n);
  A.topRightCorner(n, n).setIdentity();
  A.bottomLeftCorner(n, n) = -solve.solve(K);
  A.bottomRightCorner(n, n) = -solve.solve(G);
  const Eigen::EigenSolver<Matrix> solver(A);
  double slowest = 1e300, growth = 0.0;
  for (const auto& lambda : solver.eigenvalues()) {
    slowest = std::min(slowest, std::abs(lambda.imag()) > 1e-3 ? std::abs(lambda.imag()) : 1e300);
    growth = std::max(growth, lambda.real());
  }
  return growth > 1e-2 ? -growth : slowest;
}

TEST(RotatingBeam, StretchesByTheExactSolutionOfItsMesh) {
  struct Row {
    double omega;
    Index elements;
    double tip;
  };
  for (const auto& [omega, elements, tip] :
       {Row{6.0, 2, 5.143158844438e-4}, Row{6.0, 4, 5.143170468937e-4}, Row{6.0, 8, 5.143173520372e-4},
        Row{60.0, 2, .05173205642356}, Row{60.0, 8, .05174691095094}}) {
    const auto built = make_floating_beam_planar(rotor_blade(elements, Stiffening::none));
    const Vector x = steady_state(built.body(), omega);
    // 12 digits of the reference; differences of K of 1e8 by 1e-4 leave 1e-11 of the solution, which Newton takes out
    expect_figure(fmt::format("extension at {} 1/s, {} elements", omega, elements), x[x.size() - 3], tip,
                  1e-12 * tip * 10, "m");
  }
}

TEST(RotatingBeam, HasSouthwellsFrequencies) {
  const double unit = std::sqrt(1.4e4 / (1.2 * 1e4));  // sqrt(EI/(rho A L^4)); eta = omega/unit
  struct Row {
    double eta;
    Index elements;
    Stiffening stiffening;
    double expected;
  };
  for (const auto& [eta, elements, stiffening, expected] :
       {Row{0.0, 4, Stiffening::mean_strain, 3.5161302706}, Row{2.0, 4, Stiffening::mean_strain, 3.6298726254},
        Row{2.0, 8, Stiffening::mean_strain, 3.6237509262}, Row{6.0, 8, Stiffening::mean_strain, 4.2735237575},
        Row{1.0, 8, Stiffening::none, 3.3708055011}, Row{3.0, 8, Stiffening::none, 1.8336270393},
        Row{4.0, 8, Stiffening::none, -1.907131104}, Row{6.0, 8, Stiffening::none, -4.861194321}}) {
    const auto built = make_floating_beam_planar(rotor_blade(elements, stiffening));
    expect_figure(fmt::format("{} at eta = {}, {} elements", stiffening == Stiffening::none ? "linear" : "mean strain",
                              eta, elements),
                  lowest(built.body(), eta * unit) / unit, expected, 1e-6, "1");  // of differences
  }
}

}  // namespace rotating_beam_test

}  // namespace percuss::verification
