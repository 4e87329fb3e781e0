// SPDX-License-Identifier: Apache-2.0
// The slider-crank with a flexible rod [MIX App. C], two elements, in its minimal coordinates (theta_1, theta_2,
// theta_3, u_1, w_1, phi_1, u_2, w_2, phi_2): masses, forces, energies, gaps and accelerations of the bodies of this
// program, put together here, against those of an independent code at rest and in a state that is wild on purpose.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/decompositions.hpp"
#include "io/model_file.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace flexible_slider_crank_states_test {

constexpr double l1 = 0.153, l2 = 0.306;
constexpr Index n = 9, elastic = 6;

nlohmann::json reference() {
  std::ifstream file(std::string(PERCUSS_SOURCE_DIR) + "/tests/verification/data/flexible_slider_crank_states.json");
  return nlohmann::json::parse(file);
}

Vector vector_of(const nlohmann::json& list) {
  const auto numbers = list.get<std::vector<double>>();
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

Matrix matrix_of(const nlohmann::json& rows) {
  Matrix A(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < A.rows(); ++i) A.row(i) = vector_of(rows[static_cast<std::size_t>(i)]).transpose();
  return A;
}

/// Rows of the crank (3), the rod (9) and the slider (3):  q = q(z),  v = J z',  v' = J z'' + b.
struct Motion {
  Vector q = Vector::Zero(15), b = Vector::Zero(15);
  Matrix J = Matrix::Zero(15, n);

  Motion(const Vector& z, const Vector& rate) {
    const Eigen::Vector2d e1(std::cos(z[0]), std::sin(z[0])), n1(-e1[1], e1[0]);
    const Eigen::Vector2d e2(std::cos(z[1]), std::sin(z[1])), n2(-e2[1], e2[0]);
    const double along = l2 + z[6], across = z[7];
    const Eigen::Vector2d tip = along * e2 + across * n2, turned = along * n2 - across * e2;
    q << 0.5 * l1 * e1, z[0], l1 * e1, z[1], z.tail<elastic>(), l1 * e1 + tip, z[2];
    J.block<2, 1>(0, 0) = 0.5 * l1 * n1;
    J.block<2, 1>(3, 0) = J.block<2, 1>(12, 0) = l1 * n1;
    J(2, 0) = J(5, 1) = J(14, 2) = 1.0;
    J.block<elastic, elastic>(6, 3).setIdentity();
    J.block<2, 1>(12, 1) = turned;
    J.block<2, 1>(12, 6) = e2;
    J.block<2, 1>(12, 7) = n2;
    const Eigen::Vector2d of_crank = -rate[0] * rate[0] * e1;
    b.segment<2>(0) = 0.5 * l1 * of_crank;
    b.segment<2>(3) = l1 * of_crank;
    b.segment<2>(12) = l1 * of_crank - rate[1] * rate[1] * tip + 2.0 * rate[1] * (rate[6] * n2 - rate[7] * e2);
  }
};

class FlexibleSliderCrankStates : public testing::TestWithParam<const char*> {};

// 1e-12 of the largest entry: sums of numbers of 17 digits over 15 rows.
TEST_P(FlexibleSliderCrankStates, AreThoseOfAnIndependentCode) {
  const std::string rotary = GetParam();
  const std::vector<std::string> sets{"bodies.rod.elements=2", "bodies.rod.rotary_inertia=" + rotary};
  const auto file =
      read_model(std::string(PERCUSS_SOURCE_DIR) + "/examples/14_flexible_slider_crank/unilateral.yaml", sets);
  const auto& system = file.model->system;
  const auto& contacts = file.model->contacts;
  const auto all = reference();
  for (const auto& [name, state] : all["rotary=" + std::string(rotary == "none" ? "0" : "1")]["n_ele=2"].items()) {
    SCOPED_TRACE(name);
    const Vector z = vector_of(state["q"]), rate = vector_of(state["qd"]);
    const Motion motion(z, rate);
    const Vector v = motion.J * rate;
    Matrix mass = Matrix::Zero(15, 15);
    for (Index i = 0; i < system.num_bodies(); ++i) {
      SparseMatrix A;
      const auto& body = system.body(i);
      const Index first = system.v_offset(i), rows = body.num_v();
      body.tangent(0.0, motion.q.segment(first, rows), v.segment(first, rows), {}, A);
      mass.block(first, first, rows, rows) = A;
    }
    Vector f(15);
    system.forces(0.0, motion.q, v, f);
    const Matrix M = motion.J.transpose() * mass * motion.J;
    const Vector force = motion.J.transpose() * (f - mass * motion.b);
    const Vector parts[] = {vector_of(state["Qv"]), vector_of(state["Qg"]), vector_of(state["minus_K_q"])};
    const Matrix M_expected = matrix_of(state["M"]);
    const Vector expected = parts[0] + parts[1] + parts[2], a = vector_of(state["acceleration_free"]);
    const double size = std::max({parts[0].norm(), parts[1].norm(), parts[2].norm()});
    expect_figure("mass matrix, off by, of itself", (M - M_expected).norm() / M_expected.norm(), 0.0, 1e-12, "1");
    expect_figure("forces, off by, of the largest", (force - expected).norm() / size, 0.0, 1e-12, "1");
    expect_figure("accelerations, off by, of themselves", (M.llt().solve(force) - a).norm() / a.norm(), 0.0, 1e-11,
                  "1");  // 1e-12 by the condition of M
    const auto energy = system.energy(0.0, motion.q, v);
    const double T = state["T"], V = state["V"];
    expect_figure("kinetic energy", energy.kinetic, T, 1e-12 * T, "J");
    expect_figure("potential energy", energy.potential, V, 1e-12 * (1.0 + V), "J");
    Vector gap(contacts.size());
    contacts.gaps(0.0, motion.q, gap);
    const Vector gaps = vector_of(state["gN"]);
    std::vector<Index> corners;
    for (Index k = 0; k < contacts.size(); ++k)
      if (!contacts.is_joint(k)) corners.push_back(k);
    ASSERT_EQ(corners.size(), 4U);
    ContactSet set;
    contacts.evaluate(0.0, motion.q, 15, corners, set);
    const Matrix W = matrix_of(state["WN"]);
    for (Index i = 0; i < 4; ++i) {
      EXPECT_NEAR(gap[corners[static_cast<std::size_t>(i)]], gaps[i], 1e-15);  // of lengths of 0.5 m
      Vector column = Vector::Zero(15);
      set.W.add_column(set.first_row(i), 1.0, column);
      EXPECT_LE((motion.J.transpose() * column - W.row(i).transpose()).norm(), 1e-15);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(RotaryInertia, FlexibleSliderCrankStates, testing::Values("none", "reference"),
                         [](const testing::TestParamInfo<const char*>& p) { return std::string(p.param); });

}  // namespace flexible_slider_crank_states_test
}  // namespace percuss::verification
