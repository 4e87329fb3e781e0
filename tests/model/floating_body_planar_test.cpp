// SPDX-License-Identifier: Apache-2.0
#include "model/floating_body_planar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace floating_body_planar_test {

using Frame = FloatingBeamPlanarOptions::Frame;
using Stiffening = FloatingBeamPlanarOptions::Stiffening;

Vector numbers(const nlohmann::json& list) {
  Vector x(static_cast<Index>(list.size()));
  for (Index i = 0; i < x.size(); ++i) x[i] = list[static_cast<std::size_t>(i)].get<double>();
  return x;
}

/// States of floating beams computed by another program (two codes that agree to 1e-13).
nlohmann::json reference_states() {
  std::ifstream file(PERCUSS_SOURCE_DIR "/tests/model/data/floating_beam_states.json");
  return nlohmann::json::parse(file).at("planar");
}

TEST(FloatingBodyPlanar, HasTheMassAndForcesOfTheReferenceStates) {
  const auto states = reference_states();
  ASSERT_EQ(states.size(), 4U);
  for (const auto& s : states) {
    FloatingBeamPlanarOptions options;
    options.mesh.length = s.at("L");
    options.mesh.elements = s.at("n");
    options.mesh.density = s.at("rhoA").get<double>() / 1e-3;
    options.mesh.section.area = 1e-3;
    options.mesh.youngs_modulus = s.at("EA").get<double>() / 1e-3;
    options.mesh.section.second_moment = s.at("EI").get<double>() / options.mesh.youngs_modulus;
    options.frame = s.at("frame") == "pinned" ? Frame::pinned : Frame::tangential;
    options.stiffening = s.at("geo") == "mean" ? Stiffening::mean_strain : Stiffening::none;
    const auto built = make_floating_beam_planar(options);
    built.add_gravity({0.0, -s.at("gravity").get<double>(), 0.0});
    const Vector x = numbers(s.at("q_f")), rate = numbers(s.at("qdot_f"));
    Vector q(3 + x.size()), v(q.size());
    q << numbers(s.at("R")), s.at("theta").get<double>(), x;
    v << numbers(s.at("Rdot")), s.at("omega").get<double>(), rate;
    const Matrix M = tangent_of(built.body(), q, v, {});
    const Vector f = forces_of(built.body(), q, v), expected = numbers(s.at("f"));
    for (Index i = 0; i < q.size(); ++i)
      EXPECT_LE((M.row(i).transpose() - numbers(s.at("M")[static_cast<std::size_t>(i)])).norm(), 1e-12 * M.norm());
    EXPECT_LE((f - expected).norm(), 1e-12 * expected.norm());
    const auto energy = built.body().energy(0.0, q, v);
    EXPECT_NEAR(energy.kinetic, s.at("T").get<double>(), 1e-12 * energy.kinetic);
    EXPECT_NEAR(energy.potential, s.at("V").get<double>(), 1e-12 * energy.potential);
    const Vector acceleration = M.partialPivLu().solve(f), reference = numbers(s.at("acc"));
    EXPECT_LE((acceleration - reference).norm(), 1e-11 * reference.norm());  // and the condition of M
  }
}

/// T of a planar beam from its definition, by its own polynomials and integration: 1/2 int rho A |r'|^2 + 1/2 int rho I
/// (theta' + w_x')^2, and of parts welded to nodes. It knows nothing of the body but its mesh.
class DirectEnergy {
 public:
  DirectEnergy(const FloatingBeamPlanarOptions& options, const FrameConditions& frame)
      : o_(options), frame_(frame), section_(options.mesh.section.numbers()) {}

  double kinetic(const Vector& q, const Vector& v) const {
    const Vector x = frame_.mesh(q.tail(frame_.num_kept())), rate = frame_.mesh(v.tail(frame_.num_kept()));
    const double l = o_.mesh.length / static_cast<double>(o_.mesh.elements);
    double sum = 0.0;
    for (Index e = 0; e < o_.mesh.elements; ++e)
      for (int k = 0; k < 5; ++k) {  // Gauss with five points
        const double s = 0.5 + 0.5 * point[k];
        sum += 0.25 * weight[k] * l * density_of_energy(q, v, x.segment(3 * e, 6), rate.segment(3 * e, 6), l, e, s);
      }
    for (std::size_t k = 0; k < o_.mesh.attach.nodes.size(); ++k) {
      const auto node = static_cast<Index>(o_.mesh.attach.nodes[k]);
      const double place = l * static_cast<double>(node);
      const Vector d = x.segment(3 * node, 3), d_rate = rate.segment(3 * node, 3);
      sum += 0.5 * o_.mesh.attach.mass[k] * speed_squared(q, v, place + d[0], d[1], d_rate[0], d_rate[1]);
      sum += 0.5 * o_.mesh.attach.inertia[k] * std::pow(v[2] + d_rate[2], 2);
    }
    return sum;
  }

 private:
  static constexpr double point[5] = {-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                      0.9061798459386640};
  static constexpr double weight[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                       0.2369268850561891};

  static double speed_squared(const Vector& q, const Vector& v, double px, double py, double px_rate, double py_rate) {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    const double lx = px_rate - v[2] * py, ly = py_rate + v[2] * px;
    return std::pow(v[0] + c * lx - s * ly, 2) + std::pow(v[1] + s * lx + c * ly, 2);
  }
  double density_of_energy(const Vector& q, const Vector& v, const Vector& d, const Vector& d_rate, double l, Index e,
                           double s) const {
    const double h1 = 1.0 - 3.0 * s * s + 2.0 * s * s * s, h2 = l * (s - 2.0 * s * s + s * s * s);
    const double h3 = 3.0 * s * s - 2.0 * s * s * s, h4 = l * (s * s * s - s * s);
    const auto u = [&](const Vector& x) { return (1.0 - s) * x[0] + s * x[3]; };
    const auto w = [&](const Vector& x) { return h1 * x[1] + h2 * x[2] + h3 * x[4] + h4 * x[5]; };
    const auto slope = [&](const Vector& x) {
      return 6.0 * (s * s - s) / l * (x[1] - x[4]) + (1.0 - 4.0 * s + 3.0 * s * s) * x[2] +
             (3.0 * s * s - 2.0 * s) * x[5];
    };
    const double place = l * (static_cast<double>(e) + s);
    double twice = o_.mesh.density * section_.area * speed_squared(q, v, place + u(d), w(d), u(d_rate), w(d_rate));
    const double rho_i = o_.mesh.density * section_.second_moment;
    if (o_.mesh.rotary == BeamMeshOptions::Rotary::rayleigh) twice += rho_i * std::pow(v[2] + slope(d_rate), 2);
    if (o_.mesh.rotary == BeamMeshOptions::Rotary::reference) twice += rho_i * v[2] * v[2];
    return twice;
  }

  FloatingBeamPlanarOptions o_;
  FrameConditions frame_;
  BeamSection::Numbers section_;
};

struct Case {
  Frame frame;
  Index elements;
  BeamMeshOptions::Rotary rotary;
  bool parts;
};

class AnyFloatingBeam : public testing::TestWithParam<Case> {
 protected:
  AnyFloatingBeam() {
    const auto [frame, elements, rotary, parts] = GetParam();
    options = floating_rod(elements, frame);
    options.mesh.rotary = rotary;
    options.mesh.section.height = 0.3;  // rotary inertia shall count
    if (parts) {
      options.mesh.attach.nodes = {0.0, static_cast<double>(elements)};
      options.mesh.attach.mass = {1.5, 0.7};
      options.mesh.attach.inertia = {0.2, 0.1};
    }
    built.emplace(make_floating_beam_planar(options));
    random.seed(static_cast<unsigned>(elements) + 10U * static_cast<unsigned>(frame));
    q = random_vector(body().num_q(), random);
    v = random_vector(body().num_v(), random);
    q.tail(q.size() - 3) *= 0.3;
  }
  const FloatingBodyPlanar& body() const { return dynamic_cast<const FloatingBodyPlanar&>(built->body()); }
  DirectEnergy direct() const { return {options, body().frame()}; }

  FloatingBeamPlanarOptions options;
  std::optional<BuiltBody> built;
  std::mt19937 random;
  Vector q, v;
};

TEST_P(AnyFloatingBeam, HasTheMassMatrixOfItsKineticEnergy) {
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

TEST_P(AnyFloatingBeam, HasTheForcesOfLagrangesEquations) {
  const auto T = direct();
  const auto with_gravity = make_floating_beam_planar(options);
  const auto& moving = with_gravity.body();
  with_gravity.add_gravity({3.0, -9.81, 0.0});
  const Index n = q.size();
  // f = dL/dq - (d/dt dT/dv at v' = 0), by differences of fourth order
  constexpr double h = 1e-3;
  const auto derivative = [&](const auto& value) {
    return (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
  };
  const Vector f = forces_of(moving, q, v);
  Vector expected(n);
  for (Index i = 0; i < n; ++i) {
    const Vector unit = Vector::Unit(n, i);
    const auto lagrangian = [&](double step) {
      return T.kinetic(q + step * unit, v) - moving.energy(0.0, q + step * unit, v).potential;
    };
    // dT/dv_i along the motion, exact: T is quadratic in v
    const auto momentum = [&](double step) {
      return 0.5 * (T.kinetic(q + step * v, v + unit) - T.kinetic(q + step * v, v - unit));
    };
    expected[i] = derivative(lagrangian) - derivative(momentum);
  }
  EXPECT_LE((f - expected).norm(), 1e-8 * expected.norm());  // h^4 and the round-off of T / h
}

TEST_P(AnyFloatingBeam, MultipliesByItsMassWithoutFormingIt) {
  const Vector a = random_vector(v.size(), random);
  Vector f = v;
  ASSERT_TRUE(body().subtract_inertia(q, a, f));
  const Matrix M = tangent_of(body(), q, v, {});
  EXPECT_LE((f - (v - M * a)).norm(), 1e-13 * (M * a).norm());
}

TEST_P(AnyFloatingBeam, FeelsTheSlopeOfItsStrainEnergy) {
  auto stiff = options;
  stiff.stiffening = Stiffening::mean_strain;
  const auto made = make_floating_beam_planar(stiff);
  const Vector at_rest = Vector::Zero(v.size());
  const Vector f = forces_of(made.body(), q, at_rest);
  Vector expected(q.size());
  constexpr double h = 1e-4;
  for (Index i = 0; i < q.size(); ++i) {
    const Vector step = h * Vector::Unit(q.size(), i);
    const auto V = [&](double s) { return made.body().energy(0.0, q + s * step, at_rest).potential; };
    expected[i] = -(8.0 * (V(1.0) - V(-1.0)) - (V(2.0) - V(-2.0))) / (12.0 * h);
  }
  EXPECT_LE((f - expected).norm(), 1e-8 * expected.norm());
}

TEST_P(AnyFloatingBeam, TakesItsRigidMotionsAsARigidBodyDoes) {
  q.tail(q.size() - 3).setZero();
  v.tail(v.size() - 3).setZero();
  const Matrix M = tangent_of(body(), q, v, {});
  const double m = M(0, 0), c = std::cos(q[2]), s = std::sin(q[2]);
  double expected = options.mesh.density * 0.02 * 0.3 * options.mesh.length, first = 0.5 * expected;
  for (std::size_t k = 0; k < options.mesh.attach.nodes.size(); ++k) {
    expected += options.mesh.attach.mass[k];
    first += options.mesh.attach.mass[k] * options.mesh.attach.nodes[k] / static_cast<double>(options.mesh.elements);
  }
  EXPECT_NEAR(m, expected, 1e-13 * m);
  EXPECT_NEAR(M(0, 2), -s * first, 1e-13 * m);
  EXPECT_NEAR(M(1, 2), c * first, 1e-13 * m);
  const Vector f = forces_of(body(), q, v);
  EXPECT_NEAR(f[0], v[2] * v[2] * c * first, 1e-12 * m);
  EXPECT_NEAR(f[2], 0.0, 1e-12 * m);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto frame : all_frames())
    for (const Index elements : {1, 2, 5})
      cases.push_back({frame, elements,
                       elements == 1   ? BeamMeshOptions::Rotary::none
                       : elements == 2 ? BeamMeshOptions::Rotary::rayleigh
                                       : BeamMeshOptions::Rotary::reference,
                       elements == 2});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Frames, AnyFloatingBeam, testing::ValuesIn(all_cases()));

}  // namespace floating_body_planar_test
}  // namespace percuss
