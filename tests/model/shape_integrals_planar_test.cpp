// SPDX-License-Identifier: Apache-2.0
#include "model/shape_integrals_planar.hpp"

#include <gtest/gtest.h>

#include "tests/model/models.hpp"
#include "tests/model/shape_integrals.hpp"

namespace percuss {
namespace shape_integrals_planar_test {

ShapeIntegralsPlanarOptions cloud() { return ShapeCloud(5, 2, 2).options().integrals; }

Keys keys(const ShapeIntegralsPlanarOptions& options) {
  std::vector<Fault> faults;
  options.check(faults);
  return keys_thrown([&] {
    if (!faults.empty()) throw InputError(faults);
    shape_integrals(options);
  });
}

TEST(ShapeIntegralsPlanar, HaveTheModesOfTheirMatrices) {
  auto options = cloud();
  options.damping_ratios = {0.01, 0.02};
  options.stiffness_matrix[0] *= 4.0;
  const auto all = shape_integrals(options);
  const Matrix M = all.inertia.elastic.to_sparse(), K = all.K.to_sparse(), C = all.C.to_sparse(), X = all.modes.shapes;
  const Vector omega = all.modes.omega;
  EXPECT_LT(omega[0], omega[1]);
  EXPECT_LE((X.transpose() * M * X - Matrix::Identity(2, 2)).norm(), 1e-13);
  EXPECT_LE((K * X - M * X * omega.cwiseAbs2().asDiagonal()).norm(), 1e-12 * K.norm());
  const Matrix rates = X.transpose() * C * X, expected = Eigen::Vector2d(0.02 * omega[0], 0.04 * omega[1]).asDiagonal();
  EXPECT_LE((rates - expected).norm(), 1e-12 * expected.norm());
  EXPECT_GE(all.bound.omega_max, omega[1]);
  EXPECT_GE(all.bound.mass_damping, 0.04 * omega[1]);  // a free frame moves less mass
  EXPECT_EQ(all.bound.least_damping, 0.0);
}

TEST(ShapeIntegralsPlanar, TakeADampingMatrix) {
  auto options = cloud();
  EXPECT_TRUE(shape_integrals(options).C.is_zero());
  options.damping_matrix = options.mass_matrix;
  EXPECT_EQ(shape_integrals(options).C.coefficient(0, 1), options.mass_matrix[1]);
  options.damping_ratios = {0.01};
  EXPECT_EQ(keys(options), Keys{"damping_ratios"});
}

TEST(ShapeIntegralsPlanar, TellOfAllSizesAtOnce) {
  auto options = cloud();
  options.first_moment = {1.0};
  options.stiffness_matrix.pop_back();
  options.damping_ratios = {0.1, 0.1, 0.1};
  options.translation_x.push_back(0.0);
  options.translation_y.clear();
  options.rotation.pop_back();
  options.radial.pop_back();
  options.gyroscopic.pop_back();
  options.centrifugal = {1.0};
  EXPECT_EQ(keys(options), (Keys{"first_moment", "stiffness_matrix", "damping_ratios", "integrals.translation_x",
                                 "integrals.translation_y", "integrals.rotation", "integrals.radial",
                                 "integrals.gyroscopic", "integrals.centrifugal"}));
  auto no_square = cloud();
  no_square.mass_matrix.pop_back();
  EXPECT_EQ(keys(no_square), Keys{"mass_matrix"});
}

TEST(ShapeIntegralsPlanar, RefuseWhatIsNoMassAndNoStiffness) {
  auto unsymmetric = cloud();
  unsymmetric.mass_matrix[1] += 0.1;
  unsymmetric.stiffness_matrix[1] += 0.1;
  unsymmetric.gyroscopic[0] = 0.1;
  EXPECT_EQ(keys(unsymmetric), (Keys{"mass_matrix", "stiffness_matrix", "integrals.gyroscopic"}));
  const auto with = [](std::vector<double> ShapeIntegralsPlanarOptions::*matrix, std::vector<double> rows) {
    auto options = cloud();
    options.*matrix = std::move(rows);
    return keys(options);
  };
  EXPECT_EQ(with(&ShapeIntegralsPlanarOptions::mass_matrix, {1.0, 2.0, 2.0, 1.0}), Keys{"mass_matrix"});
  EXPECT_EQ(with(&ShapeIntegralsPlanarOptions::stiffness_matrix, {1.0, 0.0, 0.0, 0.0}), Keys{"stiffness_matrix"});
  EXPECT_EQ(with(&ShapeIntegralsPlanarOptions::damping_matrix, {1.0, 0.0, 0.0, -1.0}), Keys{"damping_matrix"});
  EXPECT_EQ(with(&ShapeIntegralsPlanarOptions::centrifugal, {1.0, 0.0, 0.0, -1.0}), Keys{"integrals.centrifugal"});
}

// Each of them may be a body's, all of them together are not: a shape that moves all mass at once, or less mass in
// the matrix than in the moments.
TEST(ShapeIntegralsPlanar, RefuseIntegralsThatNoBodyHas) {
  auto options = cloud();
  options.inertia *= 0.01;
  EXPECT_EQ(keys(options), Keys{"integrals"});
  ShapeCloud rigid(5, 1, 3);
  rigid.u.setOnes();
  rigid.w.setZero();
  EXPECT_EQ(keys(rigid.options().integrals), Keys{"integrals"});
  auto far = cloud();  // |radial|^2 > inertia M_ii: kinetic energy is positive as the body stands, not once it deforms
  far.radial[0] = 1.1 * std::sqrt(far.inertia * far.mass_matrix[0]);
  EXPECT_EQ(keys(far), Keys{"integrals"});
  auto twisted = cloud();
  twisted.gyroscopic = {0.0, 1e3, -1e3, 0.0};
  EXPECT_EQ(keys(twisted), Keys{"integrals"});
}

}  // namespace shape_integrals_planar_test
}  // namespace percuss
