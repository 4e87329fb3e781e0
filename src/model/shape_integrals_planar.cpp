// SPDX-License-Identifier: Apache-2.0
#include "model/shape_integrals_planar.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "model/components.hpp"
#include "model/given_matrix.hpp"

namespace percuss {

namespace {

using Given = ShapeIntegralsPlanarOptions;

Vector vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Index>(x.size()));
}
SymmetricMatrix symmetric_of(const Matrix& A) { return SymmetricMatrix(SparseMatrix(A.sparseView(0.0, 0.0))); }

[[noreturn]] void refuse(const char* key, std::string message, std::string remedy) {
  throw input_error(key, std::move(message), std::move(remedy));
}

struct Matrices {
  Matrix M, K, C, gyroscopic, centrifugal;
};

Matrices matrices_of(const Given& o) {
  std::vector<Fault> faults;
  const Index r = o.num_shapes();
  const auto symmetric = [&](const char* key, const std::vector<double>& rows) {
    return given_matrix(key, rows, r, 1.0, faults);
  };
  Matrices all;
  all.M = symmetric("mass_matrix", o.mass_matrix);
  all.K = symmetric("stiffness_matrix", o.stiffness_matrix);
  all.C = o.damping_matrix.empty() ? Matrix::Zero(r, r) : symmetric("damping_matrix", o.damping_matrix);
  all.gyroscopic = given_matrix("integrals.gyroscopic", o.gyroscopic, r, -1.0, faults);
  all.centrifugal = o.centrifugal.empty() ? all.M : symmetric("integrals.centrifugal", o.centrifugal);
  if (!faults.empty()) throw InputError(std::move(faults));
  return all;
}

void require_energies(const Matrices& all) {
  const char* const compare = "compare its entries with what they are defined as";
  if (!is_positive_definite(all.M))
    refuse("mass_matrix", "not positive definite: some motion of the shapes has no kinetic energy, or a negative one",
           "leave out shapes that are sums of others, or compare its entries with int u_i u_j + w_i w_j dm");
  if (!is_positive_definite(all.K))
    refuse("stiffness_matrix", "not positive definite: some deformation has no strain energy, or a negative one",
           "leave out shapes that move the body as a whole: these motions are those of its frame");
  if (!is_positive_semidefinite(all.C))
    refuse("damping_matrix", "not positive semidefinite: some motion of the shapes is given energy", compare);
  if (!is_positive_semidefinite(all.centrifugal))
    refuse("integrals.centrifugal", "not positive semidefinite: some deformation has a negative moment of inertia",
           compare);
}

/// Scalar products, over the mass, of the fields  e_x, e_y, r, z x r, u_i, z x u_i,  each by the length of its own:
/// positive semidefinite for every body. `radial` and `gyroscopic` are found here alone.
Matrix products_of_fields(const FloatingInertiaPlanar& inertia, const Matrices& given) {
  const Index r = inertia.sx.size(), turned = 4 + r, n = 4 + 2 * r;
  Matrix P = Matrix::Zero(n, n);
  P(0, 0) = P(1, 1) = inertia.mass;
  P(2, 2) = P(3, 3) = inertia.second;
  P.block<2, 2>(0, 2) << inertia.first[0], -inertia.first[1], inertia.first[1], inertia.first[0];
  Matrix with_shapes(4, 2 * r);
  with_shapes << inertia.sx.transpose(), -inertia.sy.transpose(), inertia.sy.transpose(), inertia.sx.transpose(),
      inertia.radial.transpose(), -inertia.turning.transpose(), inertia.turning.transpose(), inertia.radial.transpose();
  P.topRightCorner(4, 2 * r) = with_shapes;
  P.block(4, 4, r, r) = P.block(turned, turned, r, r) = given.centrifugal;
  P.block(4, turned, r, r) = -given.gyroscopic;
  P.triangularView<Eigen::StrictlyLower>() = P.transpose();
  const Vector length = P.diagonal().cwiseMax(std::numeric_limits<double>::min()).cwiseSqrt();
  return length.cwiseInverse().asDiagonal() * P * length.cwiseInverse().asDiagonal();
}

/// C of the modes in the frame: M X diag(2 zeta omega) X' M.
Matrix damping_of(const Given& o, const Matrix& M, const Eigenmodes& modes) {
  const Index r = modes.omega.size();
  Vector ratios = Vector::Constant(r, o.damping_ratios[0]);
  if (o.damping_ratios.size() > 1) ratios = vector_of(o.damping_ratios);
  const Matrix MX = M * modes.shapes, C = MX * (2.0 * ratios.cwiseProduct(modes.omega)).asDiagonal() * MX.transpose();
  return 0.5 * (C + C.transpose());
}

/// Any frequency, damped at any rate up to the largest that C gives a motion of frame and shapes.
ModeBound bound_of(const ShapeIntegralsPlanar& all) {
  const double slow = all.modes.omega[0];
  ModeBound bound{fastest_oscillation(all.inertia, all.K, slow), 0.0, 0.0, {}};
  if (all.C.is_zero()) return bound;
  const Matrix M = undeformed_mass(all.inertia);
  Matrix C = Matrix::Zero(M.rows(), M.cols());
  C.bottomRightCorner(all.C.size(), all.C.size()) = all.C.to_sparse();
  const Vector rates = dense_modes(C, M, slow).squares;
  bound.mass_damping = rates.maxCoeff();
  bound.least_damping = 0.0;
  return bound;
}

}  // namespace

Index ShapeIntegralsPlanarOptions::num_shapes() const {
  return mass_matrix.empty() ? -1 : size_of_square(mass_matrix.size());
}

void ShapeIntegralsPlanarOptions::check(std::vector<Fault>& faults) const {
  require_count("first_moment", first_moment, 2, faults);
  const Index shapes = num_shapes();
  if (shapes < 0) {
    faults.push_back({{},
                      "mass_matrix",
                      fmt::format("{} numbers are no square matrix", mass_matrix.size()),
                      "give r rows of r numbers, one after the other, where r is the number of shapes"});
    return;
  }
  const auto r = static_cast<std::size_t>(shapes);
  require_count("stiffness_matrix", stiffness_matrix, r * r, faults);
  if (!damping_matrix.empty()) require_count("damping_matrix", damping_matrix, r * r, faults);
  if (!damping_matrix.empty() && !damping_ratios.empty())
    faults.push_back({{}, "damping_ratios", "the damping is given in two ways", "leave out `damping_matrix` or these"});
  if (damping_ratios.size() > 1) require_count("damping_ratios", damping_ratios, r, faults);
  require_count("integrals.translation_x", translation_x, r, faults);
  require_count("integrals.translation_y", translation_y, r, faults);
  require_count("integrals.rotation", rotation, r, faults);
  require_count("integrals.radial", radial, r, faults);
  require_count("integrals.gyroscopic", gyroscopic, r * r, faults);
  if (!centrifugal.empty()) require_count("integrals.centrifugal", centrifugal, r * r, faults);
}

ShapeIntegralsPlanar shape_integrals(const Given& o) {
  const auto given = matrices_of(o);
  require_energies(given);
  ShapeIntegralsPlanar all;
  all.inertia = {o.mass,
                 {o.first_moment[0], o.first_moment[1]},
                 o.inertia,
                 vector_of(o.translation_x),
                 vector_of(o.translation_y),
                 vector_of(o.radial),
                 vector_of(o.rotation),
                 symmetric_of(given.centrifugal),
                 symmetric_of(given.M),
                 SparseMatrix(given.gyroscopic.sparseView(0.0, 0.0))};
  if (!is_positive_definite(undeformed_mass(all.inertia)))
    refuse("integrals",
           "no body has them with this mass, first moment, inertia and mass matrix: some motion of frame and shapes "
           "has no kinetic energy, or a negative one",
           "all are over the same mass and about the origin of the frame; no shape moves the body as a whole");
  constexpr double digits = 1e-6;  // that integrals are given with
  const Matrix P = products_of_fields(all.inertia, given);
  if (!is_positive_semidefinite(P + digits * Matrix::Identity(P.rows(), P.cols())))
    refuse("integrals", "no body has them: `radial`, `rotation`, `gyroscopic` or a translation is too large",
           "each is at most the root of the product of what its two factors have by themselves: "
           "|gyroscopic_ij|^2 <= M_ii M_jj, |radial_i|^2 <= inertia M_ii, |translation_i|^2 <= mass M_ii");
  all.K = symmetric_of(given.K);
  all.modes = all_modes(given.K, given.M, 0.0);
  all.C = symmetric_of(o.damping_ratios.empty() ? given.C : damping_of(o, given.M, all.modes));
  all.bound = bound_of(all);
  return all;
}

}  // namespace percuss
