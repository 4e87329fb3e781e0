// SPDX-License-Identifier: Apache-2.0
#include "model/floating_inertia_planar.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/floating_body_planar.hpp"
#include "tests/model/shape_integrals.hpp"

namespace percuss {
namespace floating_inertia_planar_test {

TEST(FloatingInertiaPlanar, HasTheMassOfTheUndeformedBody) {
  const ShapeCloud cloud(5, 3, 1);
  const auto options = cloud.options();
  const auto built = make_flexible_body_planar(options);
  const Vector zero = Vector::Zero(6);
  const Matrix M = undeformed_mass(shape_integrals(options.integrals).inertia);
  EXPECT_LE((M - tangent_of(built.body(), zero, zero, {})).norm(), 1e-14 * M.norm());
}

// Two masses on a line with a spring between them, the frame in the first: omega^2 = k (1/m_1 + 1/m_2), faster than
// k/m_2 in the frame.
TEST(FloatingInertiaPlanar, OscillatesFasterWithItsFrameFree) {
  constexpr double m1 = 2.0, m2 = 3.0, k = 500.0;
  const auto one = [](double x) { return SymmetricMatrix(SparseMatrix(Matrix::Constant(1, 1, x).sparseView())); };
  const auto entry = [](double x) { return Vector(Vector::Constant(1, x)); };
  const FloatingInertiaPlanar pair{m1 + m2,   {m2, 0.0},  m2,      entry(m2), entry(0.0),
                                   entry(m2), entry(0.0), one(m2), one(m2),   SparseMatrix(1, 1)};
  const double exact = std::sqrt(k * (1.0 / m1 + 1.0 / m2));
  EXPECT_NEAR(fastest_oscillation(pair, one(k), std::sqrt(k / m2)), exact, 1e-12 * exact);
}

}  // namespace floating_inertia_planar_test
}  // namespace percuss
