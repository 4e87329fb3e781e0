// SPDX-License-Identifier: Apache-2.0
#include "model/floating_body_spatial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/rotation.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace floating_body_spatial_test {

using Frame = FloatingBeamOptions::Frame;
using Stiffening = FloatingBeamOptions::Stiffening;

Vector spatial_numbers(const nlohmann::json& list) {
  Vector x(static_cast<Index>(list.size()));
  for (Index i = 0; i < x.size(); ++i) x[i] = list[static_cast<std::size_t>(i)].get<double>();
  return x;
}

Matrix3 axes_of(const Vector& q) { return Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix(); }

/// States computed by another program, which checked them against Lagrange's equations in Cardan angles.
TEST(FloatingBodySpatial, HasTheMassAndForcesOfTheReferenceStates) {
  std::ifstream file(PERCUSS_SOURCE_DIR "/tests/model/data/floating_beam_states.json");
  const auto states = nlohmann::json::parse(file).at("spatial");
  ASSERT_EQ(states.size(), 2U);
  for (const auto& s : states) {
    auto options = floating_in_space(s.at("n"), s.at("frame") == "pinned" ? Frame::pinned : Frame::tangential);
    const auto built = make_floating_beam(options);
    const Vector g = spatial_numbers(s.at("gravity"));
    built.add_gravity({g[0], g[1], g[2]});
    const Vector x = spatial_numbers(s.at("q_f")), rate = spatial_numbers(s.at("qdot_f"));
    Vector q(7 + x.size()), v(6 + x.size());
    q << spatial_numbers(s.at("R")), spatial_numbers(s.at("p")), x;
    v << spatial_numbers(s.at("Rdot_space")), spatial_numbers(s.at("omega_body")), rate;
    Matrix to_body = Matrix::Identity(v.size(), v.size());  // the reference has A^T R'' in front
    to_body.topLeftCorner<3, 3>() = axes_of(q).transpose();
    const Matrix M = to_body * tangent_of(built.body(), q, v, {}) * to_body.transpose();
    const Vector f = to_body * forces_of(built.body(), q, v), expected = spatial_numbers(s.at("f"));
    for (Index i = 0; i < v.size(); ++i)
      EXPECT_LE((M.row(i).transpose() - spatial_numbers(s.at("M")[static_cast<std::size_t>(i)])).norm(),
                1e-12 * M.norm());
    EXPECT_LE((f - expected).norm(), 1e-12 * expected.norm());
    EXPECT_NEAR(built.body().energy(0.0, q, v).kinetic, s.at("T").get<double>(), 1e-12 * s.at("T").get<double>());
    const Vector acceleration = to_body.transpose() * M.partialPivLu().solve(f);
    Vector reference(v.size());
    reference << spatial_numbers(s.at("acc_Rddot_space")), spatial_numbers(s.at("acc_omega_body")),
        spatial_numbers(s.at("acc_q_f"));
    EXPECT_LE((acceleration - reference).norm(), 1e-11 * reference.norm());  // and the condition of M
  }
}

/// T of a beam in space from its definition, by its own polynomials and integration: 1/2 int rho A |r'|^2 + 1/2 int rho
/// Ip (omega_x + phi_x')^2, and of masses at nodes. It knows nothing of the body but its mesh.
class DirectEnergyInSpace {
 public:
  DirectEnergyInSpace(const FloatingBeamOptions& options, const FrameConditions& frame)
      : o_(options), frame_(frame), section_(options.mesh.section.numbers()) {}

  double kinetic(const Vector& q, const Vector& v) const {
    const Vector x = frame_.mesh(q.tail(frame_.num_kept())), rate = frame_.mesh(v.tail(frame_.num_kept()));
    const double l = o_.mesh.length / static_cast<double>(o_.mesh.elements), rho = o_.mesh.density;
    double twice = 0.0;
    for (Index e = 0; e < o_.mesh.elements; ++e)
      for (int k = 0; k < 5; ++k) {  // Gauss with five points
        const double s = 0.5 + 0.5 * point[k], place = l * (static_cast<double>(e) + s);
        const auto d = displacement(x.segment(6 * e, 12), s, l), d_rate = displacement(rate.segment(6 * e, 12), s, l);
        const double spin = v[3] + (1.0 - s) * rate[6 * e + 3] + s * rate[6 * e + 9];
        twice += 0.5 * l * weight[k] *
                 (rho * section_.area * speed_squared(q, v, place, d, d_rate) + rho * section_.polar() * spin * spin);
      }
    for (std::size_t k = 0; k < o_.mesh.attach.nodes.size(); ++k) {
      const auto node = static_cast<Index>(o_.mesh.attach.nodes[k]);
      twice += o_.mesh.attach.mass[k] *
               speed_squared(q, v, l * static_cast<double>(node), x.segment<3>(6 * node), rate.segment<3>(6 * node));
    }
    return 0.5 * twice;
  }

 private:
  static constexpr double point[5] = {-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                      0.9061798459386640};
  static constexpr double weight[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                       0.2369268850561891};

  static double speed_squared(const Vector& q, const Vector& v, double place, const Vector3& d, const Vector3& d_rate) {
    const Vector3 omega = v.segment<3>(3), arm = Vector3(place, 0.0, 0.0) + d;
    return (v.head<3>() + axes_of(q) * (omega.cross(arm) + d_rate)).squaredNorm();
  }
  /// u linear; v with the slope phi_z, w with the slope -phi_y, cubic.
  static Vector3 displacement(const Vector& d, double s, double l) {
    const double h1 = 1.0 - 3.0 * s * s + 2.0 * s * s * s, h2 = l * (s - 2.0 * s * s + s * s * s);
    const double h3 = 3.0 * s * s - 2.0 * s * s * s, h4 = l * (s * s * s - s * s);
    return {(1.0 - s) * d[0] + s * d[6], h1 * d[1] + h2 * d[5] + h3 * d[7] + h4 * d[11],
            h1 * d[2] - h2 * d[4] + h3 * d[8] - h4 * d[10]};
  }

  FloatingBeamOptions o_;
  FrameConditions frame_;
  BeamSectionSpatial::Numbers section_;
};

struct SpatialCase {
  Frame frame;
  Index elements;
  bool parts;
};

class AnyFloatingBeamInSpace : public testing::TestWithParam<SpatialCase> {
 protected:
  AnyFloatingBeamInSpace() {
    const auto [frame, elements, parts] = GetParam();
    options = floating_in_space(elements, frame);
    options.mesh.section.second_moment_z = 1e-5;  // the inertia of twist shall count
    if (parts) {
      options.mesh.attach.nodes = {0.0, static_cast<double>(elements)};
      options.mesh.attach.mass = {1.5, 0.7};
    }
    built.emplace(make_floating_beam(options));
    random.seed(static_cast<unsigned>(elements) + 10U * static_cast<unsigned>(frame));
    q = random_vector(body().num_q(), random);
    v = random_vector(body().num_v(), random);
    q.segment<4>(3).normalize();
    q.tail(q.size() - 7) *= 0.3;
  }
  const FloatingBodySpatial& body() const { return dynamic_cast<const FloatingBodySpatial&>(built->body()); }
  DirectEnergyInSpace direct() const { return {options, body().frame()}; }
  /// q (+) x
  Vector moved(const Vector& x) const {
    Vector there(q.size());
    body().advance(q, 1.0, x, 0.0, x, there);
    return there;
  }

  FloatingBeamOptions options;
  std::optional<BuiltBody> built;
  std::mt19937 random;
  Vector q, v;
};

TEST_P(AnyFloatingBeamInSpace, HasTheMassMatrixOfItsKineticEnergy) {
  const auto T = direct();
  const Matrix M = tangent_of(body(), q, v, {});
  const Index n = M.rows();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {  // T is quadratic: exact by polarisation
      const Vector a = Vector::Unit(n, i), b = Vector::Unit(n, j);
      const double expected = i == j ? 2.0 * T.kinetic(q, a) : T.kinetic(q, a + b) - T.kinetic(q, a) - T.kinetic(q, b);
      EXPECT_NEAR(M(i, j), expected, 1e-13 * M.norm()) << i << ' ' << j;
    }
  EXPECT_NEAR(body().energy(0.0, q, v).kinetic, T.kinetic(q, v), 1e-13 * T.kinetic(q, v));
  EXPECT_LE((M - M.transpose()).norm(), 1e-14 * M.norm());
}

// Lagrange's equations in the coordinates x of q (+) x, at x = 0: omega = J(-theta) theta' of the turn theta among
// them, so that omega' = theta'' there, and f = dL/dx - (d/dt dT/dx' at x'' = 0). By differences of fourth order.
TEST_P(AnyFloatingBeamInSpace, HasTheForcesOfLagrangesEquations) {
  const auto T = direct();
  const auto with_gravity = make_floating_beam(options);
  const auto& moving = with_gravity.body();
  with_gravity.add_gravity({3.0, -9.81, 2.0});
  const auto kinetic = [&](const Vector& x, const Vector& rate) {
    Vector velocity = rate;
    velocity.segment<3>(3) = angular_velocity_of(-x.segment<3>(3), rate.segment<3>(3));
    return T.kinetic(moved(x), velocity);
  };
  const Index n = v.size();
  constexpr double h = 1e-3;
  const auto derivative = [&](const auto& value) {
    return (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
  };
  const Vector f = forces_of(moving, q, v);
  Vector expected(n);
  for (Index i = 0; i < n; ++i) {
    const Vector unit = Vector::Unit(n, i);
    const auto lagrangian = [&](double step) {
      return kinetic(step * unit, v) - moving.energy(0.0, moved(step * unit), v).potential;
    };
    const auto momentum = [&](double step) {  // exact: T is quadratic in x'
      return 0.5 * (kinetic(step * v, v + unit) - kinetic(step * v, v - unit));
    };
    expected[i] = derivative(lagrangian) - derivative(momentum);
  }
  EXPECT_LE((f - expected).norm(), 1e-8 * expected.norm());  // h^4 and the round-off of T / h
}

TEST_P(AnyFloatingBeamInSpace, MultipliesByItsMassWithoutFormingIt) {
  const Vector a = random_vector(v.size(), random);
  Vector f = v;
  ASSERT_TRUE(body().subtract_inertia(q, a, f));
  const Matrix M = tangent_of(body(), q, v, {});
  EXPECT_LE((f - (v - M * a)).norm(), 1e-13 * (M * a).norm());
}

TEST_P(AnyFloatingBeamInSpace, FeelsTheSlopeOfItsStrainEnergy) {
  auto stiff = options;
  stiff.stiffening = Stiffening::mean_strain;
  const auto made = make_floating_beam(stiff);
  const Vector at_rest = Vector::Zero(v.size());
  const Vector f = forces_of(made.body(), q, at_rest);
  Vector expected(v.size());
  constexpr double h = 1e-4;
  for (Index i = 0; i < v.size(); ++i) {
    const Vector step = h * Vector::Unit(v.size(), i);
    const auto V = [&](double s) { return made.body().energy(0.0, moved(s * step), at_rest).potential; };
    expected[i] = -(8.0 * (V(1.0) - V(-1.0)) - (V(2.0) - V(-2.0))) / (12.0 * h);
  }
  EXPECT_LE((f - expected).norm(), 1e-8 * expected.norm());
}

// A turn x changes at the rate v + y while q (+) x moves with v, by differences of fourth order.
TEST_P(AnyFloatingBeamInSpace, TurnsAsItsDisplacementRateSays) {
  const Vector x = random_vector(v.size(), random);
  Vector y(v.size());
  body().displacement_rate(x, v, y);
  constexpr double h = 1e-3;
  const auto there = [&](double s) { return moved(x + s * (v + y)); };
  const Vector rate = (8.0 * (there(h) - there(-h)) - (there(2.0 * h) - there(-2.0 * h))) / (12.0 * h);
  const auto flown = [&](double s) {
    Vector next(q.size());
    body().advance(moved(x), s, v, 0.0, v, next);
    return next;
  };
  const Vector expected = (8.0 * (flown(h) - flown(-h)) - (flown(2.0 * h) - flown(-2.0 * h))) / (12.0 * h);
  EXPECT_LE((rate - expected).norm(), 1e-10);
}

std::vector<SpatialCase> all_spatial_cases() {
  std::vector<SpatialCase> cases;
  for (const auto frame : all_spatial_frames())
    for (const Index elements : {1, 2, 5}) cases.push_back({frame, elements, elements == 2});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Frames, AnyFloatingBeamInSpace, testing::ValuesIn(all_spatial_cases()));

}  // namespace floating_body_spatial_test
}  // namespace percuss
