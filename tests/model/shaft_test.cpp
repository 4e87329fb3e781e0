// SPDX-License-Identifier: Apache-2.0
#include "model/shaft.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "core/decompositions.hpp"
#include "model/joint.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"
#include "tests/model/shaft_bodies.hpp"

namespace percuss {
namespace shaft_test {

constexpr double hertz = 2.0 * std::numbers::pi;

/// Frequencies of the free standing shaft [Hz], rigid motions left out, of bending (pairs) or of twist.
std::vector<double> standing_frequencies(const ShaftOptions& options, bool twist, std::size_t count) {
  const auto built = make_shaft(options);
  const auto modes = built.modes(built.body().num_v());
  std::vector<double> all;
  for (Index k = 0; k < modes.omega.size() && all.size() < count; ++k) {
    double spin = 0.0;
    for (Index i = 0; i < modes.shapes.rows(); i += 5) spin = std::max(spin, std::abs(modes.shapes(i, k)));
    const bool twists = spin > 0.1 * modes.shapes.col(k).cwiseAbs().maxCoeff();
    if (modes.omega[k] > 0.0 && twists == twist) all.push_back(modes.omega[k] / hertz);
  }
  return all;
}

TEST(Shaft, HasTheFrequenciesOfThePapersRotor) {
  const auto alone = standing_frequencies(paper_axle(), false, 4);
  const auto with_wheel = standing_frequencies(paper_rotor(), false, 4);
  for (std::size_t k : {0U, 1U}) {  // of both planes
    EXPECT_NEAR(alone[k], 330.84, 0.005);
    EXPECT_NEAR(alone[k + 2], 914.42, 0.005);
    EXPECT_NEAR(with_wheel[k], 281.769, 0.0005);
    EXPECT_NEAR(with_wheel[k + 2], 682.557, 0.0005);
  }
  EXPECT_NEAR(standing_frequencies(paper_rotor(), true, 1)[0], 2125.07, 0.01);
}

/// A shaft of 10 mm, simply supported at its ends, with a disc at its first inner node.
ShaftOptions whirling(Index elements, double density) {
  ShaftOptions o;
  o.mesh.length = 0.6;
  o.mesh.elements = elements;
  o.mesh.section.shape = BeamSection::Shape::circle;
  o.mesh.section.diameter = 0.01;
  o.mesh.youngs_modulus = 2.1e11;
  o.mesh.shear_modulus = 8.0769e10;
  o.mesh.density = density;
  o.attach.positions = {0.15};
  o.attach.mass = {2.0};
  o.attach.spin_inertia = {6.4e-3};
  o.attach.transverse_inertia = {3.2e-3};
  return o;
}

/// Whirl frequencies in space, forward ones positive, of small motions about the spinning shaft: eigenvalues of
/// M x'' + G x' + K x = 0 in turning axes by differences, those of (v, w) = Re (1, -+ i) e^(i t (omega - Omega)).
std::vector<double> whirl(const ShaftOptions& options, double speed) {
  const auto built = make_shaft(options);
  const auto& body = built.body();
  const Index n = body.num_v(), last = n - 5;
  Vector v = Vector::Zero(n);
  for (Index i = 0; i < n; i += 5) v[i] = speed;
  const auto forces = [&](const Vector& q, const Vector& rate) { return forces_of(body, q, rate); };
  const Matrix M = tangent_of(body, built.q, v, {}), G = -derivative_by_velocity(built.q, v, forces);
  const Matrix K = -derivative_along_motion(body, built.q, v, forces);
  std::vector<Index> kept;
  for (Index i = 0; i < n; ++i)
    if (i % 5 != 0 && i != 1 && i != 2 && i != last + 1 && i != last + 2) kept.push_back(i);
  const auto m = static_cast<Index>(kept.size());
  // In unknowns of unit mass, and with a unit of time in which x and x' are of one size: round-off is that of the
  // pencil.
  const Matrix Mk = M(kept, kept), Kk = K(kept, kept), Gk = G(kept, kept);
  const Matrix L_inverse = Matrix(Mk.llt().matrixL()).inverse();
  const double unit = 1e3;
  Matrix A = Matrix::Zero(2 * m, 2 * m);
  A.topRightCorner(m, m).setIdentity();
  A.bottomLeftCorner(m, m) = -L_inverse * Kk * L_inverse.transpose() / (unit * unit);
  A.bottomRightCorner(m, m) = -L_inverse * Gk * L_inverse.transpose() / unit;
  const Eigen::EigenSolver<Matrix> solver(A);
  const auto v_row = std::find(kept.begin(), kept.end(), Index{6}) - kept.begin();  // of the disc's node, then w
  std::vector<double> all;
  for (Index k = 0; k < 2 * m; ++k) {
    const std::complex<double> eigenvalue = unit * solver.eigenvalues()[k];
    const Eigen::VectorXcd x = L_inverse.transpose() * solver.eigenvectors().col(k).head(m);
    // v = e^(i s t), w = -i e^(i s t) turns from y to z at the rate s.
    if ((x[v_row + 1] / x[v_row]).imag() < 0.0) all.push_back(eigenvalue.imag() + speed);
  }
  std::sort(all.begin(), all.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return all;
}

struct WhirlRow {
  double speed, B2, B1, F1, F2;
};

void expect_whirl(const WhirlRow& row, const ShaftOptions& options, double relative) {
  const auto all = whirl(options, row.speed);
  for (const double expected : {row.B1, row.F1, row.B2, row.F2}) {
    const auto nearest = *std::min_element(
        all.begin(), all.end(), [&](double a, double b) { return std::abs(a - expected) < std::abs(b - expected); });
    EXPECT_NEAR(nearest, expected, relative * std::abs(expected)) << "at " << row.speed;
  }
}

// Reference solutions of a disc on a simply supported shaft, in space.
TEST(Shaft, WhirlsAtTheFrequenciesOfItsSpeed) {
  const std::vector<WhirlRow> rows{{50, -737.0422495432, -130.0137671972, 132.9152978051, 777.4661577067},
                                   {200, -672.3390179984, -125.4894601644, 137.0745374957, 829.3157854372},
                                   {400, -589.0582233338, -119.1985390731, 142.2337326476, 878.9746615779},
                                   {800, -461.005333417, -106.2035406854, 151.1984690977, 931.0192356707}};
  for (const auto& row : rows) expect_whirl(row, whirling(4, 7800.0), 1e-9);
  const WhirlRow fine{200, -672.1476851566, -125.4889701943, 137.0738663263, 828.53387136};
  expect_whirl(fine, whirling(16, 7800.0), 1e-9);
  const WhirlRow massless{200, -770.4327540236, -133.7922587692, 146.5862830643, 1157.638729728};
  expect_whirl(massless, whirling(4, 7800e-7), 1e-6);
}

TEST(Shaft, LiesAlongItsAxis) {
  for (const Vector3& axis : {Vector3(1.0, 0.0, 0.0), Vector3(0.0, 0.0, 2.0), Vector3(-3.0, 0.0, 0.0),
                              Vector3(-1.0, 1e-7, 0.0), Vector3(1.0, -2.0, 0.5)}) {
    const Matrix3 R = shaft_axes(axis.normalized());
    EXPECT_LE((R.col(0) - axis.normalized()).norm(), 1e-12);
    EXPECT_LE((R.transpose() * R - Matrix3::Identity()).norm(), 1e-12);
    EXPECT_NEAR(R.determinant(), 1.0, 1e-12);
  }
  auto options = paper_axle();
  options.origin = {1.0, 2.0, 3.0};
  options.axis = {0.0, 0.0, 2.0};
  Model model;
  model.add_body("axle", "shaft", make_shaft(options));
  const Vector3 middle = model.bodies[0].marker(0, {0.3, 0.0, 0.0}).position(model.initial.q);
  EXPECT_LE((middle - Vector3(1.0, 2.0, 3.3)).norm(), 1e-15 * 4);
}

// Points of the axis stand still but for round-off, which has no speed but that of the spin to be measured by.
TEST(Shaft, SpinsInBearingsWhateverItsAxis) {
  for (const auto& axis : {std::vector<double>{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 2.0, 3.0}}) {
    auto options = paper_axle();
    options.axis = axis;
    options.angular_velocity = 50.0;
    Model model;
    model.add_body("axle", "shaft", make_shaft(options));
    JointOptions bearing;
    bearing.body = "axle";
    bearing.node = "first";
    EXPECT_NO_THROW(add_joint(model, "left", JointKind::ball, bearing));
    bearing.node = "last";
    EXPECT_NO_THROW(add_joint(model, "right", JointKind::ball, bearing)) << axis[0] << axis[1] << axis[2];
  }
}

template <class Change>
Keys shaft_faults(Change&& change) {
  auto options = paper_rotor();
  change(options);
  return keys_thrown([&] { make_shaft(options); });
}

TEST(Shaft, RefusesWhatItCannotBe) {
  EXPECT_EQ(shaft_faults([](auto&) {}), Keys());
  EXPECT_EQ(shaft_faults([](auto& o) { o.mesh.elements = 0; }), Keys{"elements"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.mesh.shear_modulus = 0.0; }), Keys{"shear_modulus"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.mesh.poisson_ratio = 0.3; }), Keys{"shear_modulus"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.attach.positions = {0.6}; }), Keys{"attach.positions"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.attach.mass.clear(); }), Keys{"attach.mass"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.attach.spin_inertia = {0.01, 0.02}; }), Keys{"attach.spin_inertia"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.attach.transverse_inertia = {1.0, 1.0}; }), Keys{"attach.transverse_inertia"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.axis = {0.0, 0.0, 0.0}; }), Keys{"axis"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.origin = {0.0}; }), Keys{"origin"});
  EXPECT_EQ(shaft_faults([](auto& o) { o.damping.torsion = -1.0; }), Keys{"damping.torsion"});
}

}  // namespace shaft_test
}  // namespace percuss
